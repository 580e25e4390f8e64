import { readdirSync, readFileSync } from 'node:fs';

/** The ids of running processes that a process has started, oldest first. Linux only. `program`: a part of their command lines. */
export function childIds(pid = process.pid, program = ''): readonly number[] {
  const folder = `/proc/${String(pid)}/task`;
  const lists = readdirSync(folder).map((task) => readFileSync(`${folder}/${task}/children`, 'utf8'));
  const ids = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return program === '' ? ids : ids.filter((id) => commandLineOf(id).includes(program));
}

/** Empty for a process that has ended. */
function commandLineOf(id: number): string {
  try {
    return readFileSync(`/proc/${String(id)}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
