import { readdirSync, readFileSync } from 'node:fs';

/** The ids of running child processes, oldest first. Linux only. `program` is a part of their command lines. */
export function childIds(pid = process.pid, program = ''): readonly number[] {
  const folder = `/proc/${String(pid)}/task`;
  const lists = readdirSync(folder).map((task) => readFileSync(`${folder}/${task}/children`, 'utf8'));
  const ids = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return program === '' ? ids : ids.filter((id) => commandLineOf(id).includes(program));
}

/** The command line of a process. Empty if the process has ended. */
function commandLineOf(id: number): string {
  try {
    return readFileSync(`/proc/${String(id)}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
