import fs from 'node:fs';

/** The resident memory of a process and all that it started, in megabytes of 2^20 bytes. */
export function treeMemoryMb(pid) {
  try {
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    const children = fs
      .readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => fs.readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '));
    return kilobytes / 1024 + children.filter((each) => each !== '').reduce((sum, each) => sum + treeMemoryMb(each), 0);
  } catch {
    // A process that has ended has no memory.
    return 0;
  }
}
