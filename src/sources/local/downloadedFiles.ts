import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { readStored } from '../../base/stored.ts';
import { writeWhole } from '../../disk/wholeFile.ts';
import { schemaFileOf } from '../../service/index.ts';
import { realPathOf } from './localFile.ts';

const fileOrigin = v.object({
  portalId: v.string(),
  /** Never holds a token. */
  baseUrl: v.string(),
  resourceId: v.string(),
  /** Where the portal said that the file is. */
  url: v.string(),
  /** When the download ended, ISO 8601. */
  downloaded: v.pipe(v.string(), v.isoTimestamp()),
});

/** Where a downloaded file came from. */
export type FileOrigin = Readonly<v.InferOutput<typeof fileOrigin>>;

/** The files of portals' resources on this machine, in a folder of the extension's own: one a resource, with its origin beside it. */
export class DownloadedFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** The folder of a resource's file; it is there then. */
  async folderOf(baseUrl: string, resourceId: string): Promise<string> {
    const name = createHash('sha256').update(`${baseUrl}\n${resourceId}`).digest('hex').slice(0, 32);
    const folder = path.join(this.#directory, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  async noteOrigin(file: string, origin: FileOrigin): Promise<void> {
    await writeWhole(originFileOf(file), JSON.stringify(origin));
  }

  /** Undefined for files of people's own. */
  async originOf(file: string): Promise<FileOrigin | undefined> {
    if (!(await this.#holds(file))) return undefined;
    const text = await readFile(originFileOf(file), 'utf8').catch(() => '');
    try {
      return readStored(fileOrigin, JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  /** Deletes a file that was downloaded, with what lies beside it; leaves people's own alone. */
  async remove(file: string): Promise<void> {
    if (!(await this.#holds(file))) return;
    for (const each of [file, originFileOf(file), schemaFileOf(file)]) await rm(each, { force: true });
    // Another file of the resource may be in it.
    await rmdir(path.dirname(file)).catch(() => undefined);
  }

  async #holds(file: string): Promise<boolean> {
    const inside = path.relative(await realPathOf(this.#directory), await realPathOf(file));
    return inside !== '' && !inside.startsWith('..') && !path.isAbsolute(inside);
  }
}

function originFileOf(file: string): string {
  return `${file}.origin.json`;
}
