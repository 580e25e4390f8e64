import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The ids of running child processes, oldest first. Linux only. `program` is a part of their command lines. */
export function childIds(pid = process.pid, program = ''): readonly number[] {
  const folder = `/proc/${String(pid)}/task`;
  const lists = readdirSync(folder).map((task) => textOf(`${folder}/${task}/children`));
  const ids = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return program === '' ? ids : ids.filter((id) => factsOf(id, 'cmdline').includes(program));
}

/** The child process that serves an address of this machine. Linux only. */
export function childServing(address: string, pid = process.pid): number | undefined {
  const port = Number(new URL(address).port).toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync(`/proc/${String(pid)}/net/tcp`, 'latin1').split('\n');
  // Columns of a line: number, local address, remote address, state (0A listens), five others, inode.
  const columns = lines.map((line) => line.trim().split(/ +/));
  const socket = columns.find(([, local = '', , state]) => local.endsWith(`:${port}`) && state === '0A')?.[9];
  return socket === undefined ? undefined : childWithOpen(`socket:[${socket}]`, pid);
}

/** The child process that has a file open, by its path without links. Linux only. */
export function childWithOpen(file: string, pid = process.pid): number | undefined {
  return childIds(pid).find((id) => hasOpen(id, file));
}

function hasOpen(id: number, target: string): boolean {
  const folder = `/proc/${String(id)}/fd`;
  try {
    return readdirSync(folder).some((name) => readlinkSync(`${folder}/${name}`) === target);
  } catch {
    // A process or a file that ended meanwhile has nothing open.
    return false;
  }
}

/** Hundredths of a second that a process and its ended children took of a processor; 0 if the process has ended. */
export function ticksOf(id: number): number {
  // The second field is the name, which may have spaces; the 14th to 17th are the ticks.
  const fields = factsOf(id, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}

/** The command line and the environment of a process. Empty if the process has ended. */
export function startOf(id: number): string {
  return factsOf(id, 'cmdline') + factsOf(id, 'environ');
}

/** Empty if the process has ended. */
function factsOf(id: number, name: 'cmdline' | 'environ' | 'stat'): string {
  return textOf(`/proc/${String(id)}/${name}`);
}

/** Empty if the process or thread of the file has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
