import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isData } from '../../service/index.ts';

export interface FolderFiles {
  /** Real files whose ending says that they hold records, by path. */
  readonly files: readonly string[];
  /** There are more files, or deeper folders, than are looked at. */
  readonly isCut: boolean;
}

export const MOST_FILES = 200;
export const DEEPEST = 8;
/** Folders that hold programs, not data. */
const SKIPPED = new Set(['node_modules', '__pycache__']);

/** All files with records of a folder and its subfolders, breadth first. Hidden ones and links to folders are left out. */
export async function filesOfFolder(folder: string, signal: AbortSignal): Promise<FolderFiles> {
  const files: string[] = [];
  let level = [folder];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return { files, isCut: true };
    const next: string[] = [];
    for (const path of level) {
      const { names, folders } = await entriesOf(path, signal);
      if (files.length + names.length > MOST_FILES)
        return { files: [...files, ...names].slice(0, MOST_FILES), isCut: true };
      files.push(...names);
      next.push(...folders);
    }
    level = next;
  }
  return { files, isCut: false };
}

async function entriesOf(
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly names: readonly string[]; readonly folders: readonly string[] }> {
  const names: string[] = [];
  const folders: string[] = [];
  for await (const entry of await opendir(folder)) {
    signal.throwIfAborted();
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
    if (entry.isDirectory()) folders.push(join(folder, entry.name));
    else if (entry.isFile() && isData(entry.name)) names.push(join(folder, entry.name));
  }
  return { names: names.sort(), folders: folders.sort() };
}
