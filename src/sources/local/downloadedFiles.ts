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
  /** The portal's base URL, which never contains a token. */
  baseUrl: v.string(),
  resourceId: v.string(),
  url: v.string(),
  /** End of the download, in ISO 8601. */
  downloaded: v.pipe(v.string(), v.isoTimestamp()),
});

const storedOrigin = v.pipe(v.string(), v.parseJson(), fileOrigin);

export type FileOrigin = Readonly<v.InferOutput<typeof fileOrigin>>;

/** Downloaded files of portals' resources. Each resource has a folder with the file and its origin. */
export class DownloadedFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the folder of a resource's file, and creates it if it's missing. */
  async folderOf(baseUrl: string, resourceId: string): Promise<string> {
    const name = createHash('sha256').update(`${baseUrl}\n${resourceId}`).digest('hex').slice(0, 32);
    const folder = path.join(this.#directory, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  async noteOrigin(file: string, origin: FileOrigin): Promise<void> {
    await writeWhole(originFileOf(file), JSON.stringify(origin));
  }

  /** Undefined for files that weren't downloaded. */
  async originOf(file: string): Promise<FileOrigin | undefined> {
    if (!(await this.#holds(file))) return undefined;
    return readStored(storedOrigin, await readFile(originFileOf(file), 'utf8').catch(() => ''));
  }

  /** Deletes a downloaded file and the files that belong to it. Other files are left alone. */
  async remove(file: string): Promise<void> {
    if (!(await this.#holds(file))) return;
    for (const each of [file, originFileOf(file), schemaFileOf(file)]) await rm(each, { force: true });
    // The folder stays if it contains another file of the resource.
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
