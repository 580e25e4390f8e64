import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';

/** A file that has its name only once it is whole: written beside as `.part`, renamed last (threat T15, finding 1). */
export class PartFile {
  readonly #target: string;
  readonly #part: string;
  readonly #handle: FileHandle;

  private constructor(target: string, part: string, handle: FileHandle) {
    this.#target = target;
    this.#part = part;
    this.#handle = handle;
  }

  /** Throws what the file system says; a left-over `.part` of an earlier try is replaced, never followed as a link. */
  static async create(target: string): Promise<PartFile> {
    const part = `${target}.part`;
    await rm(part, { force: true });
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    return new PartFile(target, part, await open(part, flags));
  }

  async write(text: string): Promise<void> {
    await this.#handle.writeFile(text);
  }

  async finish(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#part, this.#target);
  }

  async abandon(): Promise<void> {
    await this.#handle.close();
    await rm(this.#part, { force: true });
  }
}
