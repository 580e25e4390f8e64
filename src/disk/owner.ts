/**
 * The process that made a file or folder, as the end of its name. Once that process has ended, for any reason, others
 * may remove what it left. All processes that share a folder run on one machine.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const OWNED = /(?<=[.-])(\d+)-(\d+)-[0-9a-f]{8}(?:\.part|\.lock)?$/;

/** The start time on systems that don't report when a process began. The process id alone identifies it there. */
const UNKNOWN = '0';

let ownStart: string | undefined;

/** The end of a file name: process id, start time and a random part that makes the name unique. */
export function ownName(): string {
  ownStart ??= startOf(process.pid) ?? UNKNOWN;
  return `${String(process.pid)}-${ownStart}-${randomBytes(4).toString('hex')}`;
}

export function ownerOf(name: string): number | undefined {
  const pid = OWNED.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/** Whether the owner of a file has ended. False for a name without an owner. */
export function isLeftBehind(name: string): boolean {
  const [, pid, start] = OWNED.exec(name) ?? [];
  return pid !== undefined && start !== undefined && !isAlive(Number(pid), start);
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM says that the process is alive and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return (startOf(pid) ?? start) === start;
}

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

/** Start time in clock ticks since the machine started. The name before it, in brackets, may contain anything. */
function linuxStart(stat: string): string | undefined {
  const [state = '', ...facts] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Z and X stand for a process that has ended and whose parent hasn't collected its status.
  return 'ZX'.includes(state) ? UNKNOWN : facts[18];
}
