/**
 * The process that made a file or folder, as the end of its name: when that process has ended, however it did, others may
 * clear away what it left. The processes that share a folder run on one machine.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const OWNED = /(?<=[.-])(\d+)-(\d+)-[0-9a-f]{8}(?:\.part|\.lock)?$/;

/** Where a system does not say when a process began: its number alone has to tell it from others. */
const UNKNOWN = '0';

let ownStart: string | undefined;

/** Its number, when it began, and what makes the name the only one of its kind. */
export function ownName(): string {
  ownStart ??= startOf(process.pid) ?? UNKNOWN;
  return `${String(process.pid)}-${ownStart}-${randomBytes(4).toString('hex')}`;
}

/** The number of the process. */
export function ownerOf(name: string): number | undefined {
  const pid = OWNED.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/** False for a name that has no owner. */
export function isLeftBehind(name: string): boolean {
  const [, pid, start] = OWNED.exec(name) ?? [];
  return pid !== undefined && start !== undefined && !isAlive(Number(pid), start);
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process is alive too.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return (startOf(pid) ?? start) === start;
}

/** Undefined where the system does not say. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return linuxStart(readFileSync(`/proc/${String(pid)}/stat`, 'latin1'));
    if (process.platform === 'win32') return undefined;
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'latin1' });
    return String(Date.parse(text) / 1000);
  } catch {
    return undefined;
  }
}

/** In ticks since the machine began. The name before it, in brackets, may hold anything. */
function linuxStart(stat: string): string | undefined {
  const [state = '', ...facts] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A process that has ended and that its parent has not asked about.
  return 'ZX'.includes(state) ? UNKNOWN : facts[18];
}
