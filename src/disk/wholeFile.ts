/** Files that are whole or not there at all, also after the power was cut. */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ownName } from './owner.ts';

/** Until it resolves, the file may still be what it was before. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const part = `${file}.${ownName()}.part`;
  try {
    const handle = await open(part, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** A file that is complete under another name, on the same disk. */
export async function moveWhole(from: string, to: string): Promise<void> {
  const handle = await open(from, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(from, to);
}

/** What was renamed in it, or taken out of it, stays so. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file systems keep the order themselves.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
