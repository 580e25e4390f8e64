/** Reads the files in a ZIP archive one at a time, without unpacking to the disk. */
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { reason, UnreadableFile } from '../../resource/reasons.ts';

/** Limits against ZIP bombs: deflate reaches 1032 to 1, spreadsheets 100 to 1. */
const MAX_ENTRIES = 65_536;
const MAX_INFLATED = 2 ** 33;
const MAX_RATIO = 300;
const SMALL = 2 ** 24;

export class ZipArchive {
  readonly #file: string;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(file: string, zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Throws UnreadableFile; `name` is for its message. */
  static async open(path: string, name: string): Promise<ZipArchive> {
    try {
      // Names are only keys, so dangerous paths among them do no harm.
      const zip = await openPromise(path, { autoClose: false, decodeStrings: false });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.size === MAX_ENTRIES) throw new UnreadableFile(name, reason('zipEntries'));
        entries.set(keyOf(entry.fileNameRaw.toString('utf8')), entry);
      }
      return new ZipArchive(name, zip, entries);
    } catch (error) {
      throw damaged(name, error);
    }
  }

  /** Paths of the files, as they are written in the archive. */
  get names(): readonly string[] {
    return [...this.#entries.values()].map(({ fileNameRaw }) => fileNameRaw.toString('utf8'));
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /** Unpacked size in bytes, which the reader enforces. */
  size(name: string): number {
    return this.#entries.get(keyOf(name))?.uncompressedSize ?? 0;
  }

  /** Yields nothing if the file doesn't exist. Below `small` bytes, any ratio is harmless. Throws UnreadableFile. */
  async *read(name: string, maxSize = MAX_INFLATED, small = SMALL): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(keyOf(name));
    if (entry === undefined) return;
    const { compressedSize, uncompressedSize: size } = entry;
    if (entry.isEncrypted()) throw new UnreadableFile(this.#file, reason('password'));
    if (size > maxSize || (size > small && size > MAX_RATIO * compressedSize))
      throw new UnreadableFile(this.#file, reason('zipSize', name, String(Math.ceil(size / 2 ** 20))));
    try {
      yield* (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
    } catch (error) {
      throw damaged(this.#file, error);
    }
  }

  [Symbol.dispose](): void {
    this.#zip.close();
  }
}

/** Office programs ignore case in names, and some write `\` or a leading `/`. */
function keyOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

function damaged(file: string, error: unknown): Error {
  if (error instanceof UnreadableFile) return error;
  const { code, message } = error as { code?: string; message: string };
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return error as Error;
  const isCut = message.startsWith('End of central directory');
  return new UnreadableFile(file, isCut ? reason('incomplete') : reason('damagedZip', message));
}
