/** Folders for what doesn't fit in memory, one for each serving engine, beside the data. */
import { readdirSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import { removeLeft } from '../../store/workDirectory.ts';
import { ownName } from '../../../disk/owner.ts';
import { type Enclosure, openEnclosed } from './duckdbInstance.ts';

const PREFIX = 'spill-';

export function spillFolder(directory: string): string {
  return join(directory, `${PREFIX}${ownName()}`);
}

export interface SpillingInstance {
  readonly instance: DuckDBInstance;
  /** Closes it, and removes what it spilled. Nothing may be running. */
  readonly close: () => Promise<void>;
}

/** Opens an instance that spills into a folder of its own beside the data in `directory`. */
export async function openSpilling(
  directory: string,
  enclosure: Omit<Enclosure, 'temporaryDirectory'>,
): Promise<SpillingInstance> {
  const temporaryDirectory = spillFolder(directory);
  const instance = await openEnclosed({ ...enclosure, temporaryDirectory });
  return {
    instance,
    close: async () => {
      instance.closeSync();
      await rm(temporaryDirectory, { recursive: true, force: true });
    },
  };
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
