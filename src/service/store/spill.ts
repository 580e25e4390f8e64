/** Folders for what does not fit in memory: one for each serving engine, beside the data. */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^spill-(\d+)-/;

export function spillFolder(directory: string): string {
  return join(directory, `spill-${String(process.pid)}-${randomBytes(4).toString('hex')}`);
}

/** Of this process, which is about to end in the middle of its work. Never throws. */
export function removeOwnSpill(directory: string): void {
  try {
    for (const name of readdirSync(directory))
      if (NAME.exec(name)?.[1] === String(process.pid)) rmSync(join(directory, name), { recursive: true });
  } catch {
    // Whoever serves this folder next removes what is left.
  }
}

/** Removes those of processes that were killed. */
export async function removeLeftSpill(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  const left = names.filter((name) => {
    const pid = NAME.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.all(
    left.map((name) => rm(join(directory, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
