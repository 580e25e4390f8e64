/** Files that are whole or not there at all, also after the power was cut: written beside, renamed last. */
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ownName } from './owner.ts';

const OWN_ALONE = 0o600;

/** Until it resolves, the file may still be what it was before. Unless `mode` says otherwise, nobody else may read it. */
export async function writeWhole(file: string, text: string, mode = OWN_ALONE): Promise<void> {
  const part = await PartFile.create(file, mode);
  try {
    await part.write(text);
    await part.finish();
  } catch (error) {
    await part.abandon();
    throw error;
  }
}

/** For what comes piece by piece. */
export class PartFile {
  /** Where it is until it is whole. */
  readonly path: string;
  readonly #target: string;
  readonly #handle: FileHandle;

  private constructor(target: string, part: string, handle: FileHandle) {
    this.#target = target;
    this.path = part;
    this.#handle = handle;
  }

  /** Throws what the file system says. Its name says whose it is: two for one target don't meet, and what is left can be known. */
  static async create(target: string, mode?: number): Promise<PartFile> {
    const part = `${target}.${ownName()}.part`;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    return new PartFile(target, part, await open(part, flags, mode));
  }

  async write(piece: string | Uint8Array): Promise<void> {
    await this.#handle.writeFile(piece);
  }

  /** `target`: where that became known only from what was written; in the same folder. */
  async finish(target = this.#target): Promise<void> {
    await this.#renameTo(target);
  }

  /** Also after a `finish` that failed. */
  async abandon(): Promise<void> {
    await this.#handle.close();
    await rm(this.path, { force: true });
  }

  async #renameTo(name: string): Promise<void> {
    await this.#handle.sync();
    const [written, named] = await Promise.all([
      this.#handle.stat({ bigint: true }),
      stat(this.path, { bigint: true }),
    ]);
    await this.#handle.close();
    if (written.ino !== named.ino || written.dev !== named.dev)
      throw new Error(`Another program has replaced ${this.path}.`);
    await rename(this.path, name);
    await syncFolder(path.dirname(name));
  }
}

/** A file that is complete under another name, on the same disk; `writeWhole` of what names it syncs their folder. */
export async function moveWhole(from: string, to: string): Promise<void> {
  await sync(from, 'r+');
  await rename(from, to);
}

/** Some file systems can't do it for a folder (SMB), and a person's folder may be one that can be written but not read. */
const CANT_SYNC = ['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP', 'EISDIR'];

/** What was renamed in it, or taken out of it, stays so. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file systems keep the order themselves.
  if (process.platform === 'win32') return;
  await sync(folder, 'r').catch((error: unknown) => {
    if (!CANT_SYNC.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  });
}

async function sync(name: string, flags: string): Promise<void> {
  const handle = await open(name, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
