/** A background process that outlives us, known by a record on disk so that another run can find and end it. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Run as this user (PostgreSQL refuses to run as root). */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

interface DaemonRecord {
  readonly pid: number;
  /** The start time of the process in kernel ticks, because a later process may get the same pid. */
  readonly started: string;
  readonly port: number;
}

const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 20_000;

export class Daemon {
  readonly name: string;
  readonly log: string;
  readonly #recordFile: string;

  /** `folder` gets NAME.json (the record) and NAME.log. */
  constructor(folder: string, name: string) {
    fs.mkdirSync(folder, { recursive: true });
    this.name = name;
    this.log = path.join(folder, `${name}.log`);
    this.#recordFile = path.join(folder, `${name}.json`);
  }

  /** The port of the running process, or undefined. */
  port(): number | undefined {
    return this.#running()?.port;
  }

  /**
   * Starts the program detached and waits until `ready` says true.
   * @throws Error with the end of the log when the process ends before, or two minutes pass.
   */
  async start(program: Program, port: number, ready: () => Promise<boolean>): Promise<void> {
    const log = fs.openSync(this.log, 'a');
    const child = spawn(program.command, program.args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...program.env },
      ...program.user,
    });
    fs.closeSync(log);
    let ended: string | undefined;
    child.once('error', (error) => (ended = error.message));
    child.once('exit', (code, signal) => (ended = `it ended with ${String(signal ?? code)}`));
    child.unref();
    if (child.pid !== undefined) {
      const record: DaemonRecord = { pid: child.pid, started: startTime(child.pid) ?? '', port };
      fs.writeFileSync(this.#recordFile, JSON.stringify(record));
    }
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await ready().catch(() => false))) {
      if (Date.now() > deadline) ended = 'it does not answer';
      if (ended !== undefined) throw new Error(`${this.name} did not start: ${ended}\n${this.#logTail()}(${this.log})`);
      await delay(200);
    }
  }

  /** Asks the process to end, then kills its whole group. Nothing happens when it is not running. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    const record = this.#running();
    if (record) {
      process.kill(record.pid, signal);
      const deadline = Date.now() + STOPPED_WITHIN_MS;
      while (this.#running() && Date.now() < deadline) await delay(50);
      killGroup(record.pid);
    }
    fs.rmSync(this.#recordFile, { force: true });
  }

  #running(): DaemonRecord | undefined {
    if (!fs.existsSync(this.#recordFile)) return undefined;
    const record = JSON.parse(fs.readFileSync(this.#recordFile, 'utf8')) as DaemonRecord;
    return startTime(record.pid) === record.started ? record : undefined;
  }

  #logTail(): string {
    return fs.readFileSync(this.log, 'utf8').slice(-2000);
  }
}

/** Returns a port of the loopback interface on which no process listens at the moment. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Field 22 of /proc/PID/stat (proc(5)); undefined when there is no such process or it is a zombie. */
function startTime(pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : rest[18];
  } catch {
    return undefined;
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No process of the group is left, which is the purpose.
  }
}
