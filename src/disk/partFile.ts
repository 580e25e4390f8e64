import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ownName } from './owner.ts';

/** A file that has its name only once it is whole: written beside under a name of its own, renamed last. */
export class PartFile {
  /** Where it is until then. */
  readonly path: string;
  readonly #target: string;
  readonly #handle: FileHandle;

  private constructor(target: string, part: string, handle: FileHandle) {
    this.#target = target;
    this.path = part;
    this.#handle = handle;
  }

  /** Throws what the file system says. Its name says whose it is: two for one target don't meet, and what is left can be known. */
  static async create(target: string): Promise<PartFile> {
    const part = `${target}.${ownName()}.part`;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    return new PartFile(target, part, await open(part, flags));
  }

  async write(text: string): Promise<void> {
    await this.#handle.writeFile(text);
  }

  async finish(): Promise<void> {
    await this.#renameTo(this.#target);
  }

  /** For what broke off: the target stays as it was. @returns the file beside it that has what there is. */
  async keepBeside(): Promise<string> {
    const name = await reserve(this.#target);
    try {
      await this.#renameTo(name);
      return name;
    } catch (error) {
      await rm(name, { force: true });
      throw error;
    }
  }

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
  }
}

/** `records.incomplete.json`, or the next of these names that is free: as an empty file, so that it stays free. */
async function reserve(target: string): Promise<string> {
  const { dir, name, ext } = path.parse(target);
  for (let number = 1; ; number += 1) {
    const free = path.join(dir, `${name}.incomplete${number === 1 ? '' : `-${String(number)}`}${ext}`);
    try {
      await (await open(free, 'wx')).close();
      return free;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
