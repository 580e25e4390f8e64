/** Files are complete or absent, even after a power cut: they are written under another name and renamed last. */
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ownName } from './owner.ts';

const OWN_ALONE = 0o600;

/** The old text stays until the promise resolves. By default, only the user may read it. Throws file system errors. */
export async function writeWhole(file: string, text: string | Uint8Array, mode = OWN_ALONE): Promise<void> {
  const part = await PartFile.create(file, mode);
  try {
    await part.write(text);
    await part.finish();
  } catch (error) {
    await part.abandon();
    throw error;
  }
}

export class PartFile {
  /** The path of the file until it is complete. */
  readonly path: string;
  readonly #target: string;
  readonly #handle: FileHandle;

  private constructor(target: string, part: string, handle: FileHandle) {
    this.#target = target;
    this.path = part;
    this.#handle = handle;
  }

  /** Throws file system errors. The name contains the owner, so parts don't collide and leftovers are recognized. */
  static async create(target: string, mode?: number): Promise<PartFile> {
    const part = `${target}.${ownName()}.part`;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    return new PartFile(target, part, await open(part, flags, mode));
  }

  async write(piece: string | Uint8Array): Promise<void> {
    await this.#handle.writeFile(piece);
  }

  /** Renames the part to `target`, whose name may depend on what was written; its folder must be the same. */
  async finish(target = this.#target): Promise<void> {
    await this.#handle.sync();
    const [written, named] = await Promise.all([
      this.#handle.stat({ bigint: true }),
      stat(this.path, { bigint: true }),
    ]);
    await this.#handle.close();
    if (written.ino !== named.ino || written.dev !== named.dev)
      throw new Error(`Another program has replaced ${this.path}.`);
    await rename(this.path, target);
    await syncFolder(path.dirname(target));
  }

  /** Closes and deletes the part. May also be called after a `finish` that failed. */
  async abandon(): Promise<void> {
    await this.#handle.close();
    await rm(this.path, { force: true });
  }
}

/** Renames a complete file on one disk. The `writeWhole` of the file that refers to it syncs the folder. */
export async function moveWhole(from: string, to: string): Promise<void> {
  await sync(from, 'r+');
  await rename(from, to);
}

/** Errors of file systems that can't sync a folder (SMB), and of folders that may be written but not read. */
const CANT_SYNC = ['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP', 'EISDIR'];

/** Makes renames and deletions in a folder last. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders. Its file systems keep the order of changes themselves.
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

/** Size in bytes. Undefined if the file doesn't exist. Throws other errors, which don't say that it's missing. */
export async function fileSize(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
