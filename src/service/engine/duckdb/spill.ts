/**
 * Folders for what doesn't fit in memory, one for each serving engine, beside the data. Processes in front of a database
 * load this, so it must not load DuckDB.
 */
import { readdirSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeLeft } from '../../store/workDirectory.ts';
import { ownName } from '../../../disk/owner.ts';

const PREFIX = 'spill-';

export function spillFolder(directory: string): string {
  return join(directory, `${PREFIX}${ownName()}`);
}

/** Removes the folder of this process, which is about to end. Never throws. */
export function removeOwnSpill(directory: string): void {
  try {
    for (const name of readdirSync(directory))
      if (name.startsWith(`${PREFIX}${String(process.pid)}-`)) rmSync(join(directory, name), { recursive: true });
  } catch {
    // The next process that serves this folder removes the rest.
  }
}

export async function removeLeftSpill(directory: string): Promise<void> {
  await removeLeft(directory, await readdir(directory).catch(() => []), /^spill-/);
}
