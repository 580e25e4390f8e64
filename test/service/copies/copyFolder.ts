/** Makes local copies in a folder, without the process that usually makes them. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseExact } from '../../../src/base/exactJson.ts';
import type { Field } from '../../../src/base/field.ts';
import { copyHead, copyLines } from '../../../src/service/copies/copyFile.ts';
import { importCopy } from '../../../src/service/copies/copyImport.ts';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import type { ExactValue, RecordRow } from '../../../src/base/cells.ts';

export const COPY_ID = '11111111-2222-5333-8444-555555555555';

/** Reads fields such as `a:text b:numeric`, and adds `_id` in front. */
export function fieldsOf(text: string): readonly Field[] {
  return `_id:int ${text}`
    .trim()
    .split(' ')
    .map((each) => {
      const [id = '', type = ''] = each.split(':');
      return { id, type };
    });
}

export class CopyFolder {
  readonly data: string;
  readonly #folder: string;
  #downloads = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.data = path.join(folder, 'data');
  }

  static async open(): Promise<CopyFolder> {
    const folder = new CopyFolder(await mkdtemp(path.join(tmpdir(), 'copy-test-')));
    await mkdir(folder.data);
    return folder;
  }

  copy(fields: readonly Field[], rows: readonly RecordRow[]): Promise<LocalResource> {
    return this.copyText(copyHead(fields) + copyLines(rows));
  }

  /** `text` is the content of the downloaded file. The n-th copy is dated the n-th of January. */
  async copyText(text: string): Promise<LocalResource> {
    const workDirectory = await mkdtemp(path.join(this.data, 'import-'));
    const file = path.join(workDirectory, 'records.part');
    await writeFile(file, text);
    this.#downloads += 1;
    const downloaded = `2026-01-0${String(this.#downloads)}T00:00:00.000Z`;
    const origin = { portalId: 'p', baseUrl: 'https://data.example.org', resourceId: 'r', downloaded };
    try {
      return await importCopy({
        directory: this.data,
        id: COPY_ID,
        name: 'Lessons',
        origin,
        file,
        workDirectory,
        memoryLimitMb: 512,
      });
    } finally {
      await rm(workDirectory, { recursive: true });
    }
  }

  /** The lines of the changes file, parsed exactly. */
  async changes(): Promise<readonly ExactValue[]> {
    const catalogue = new Catalogue(this.data);
    const description = await catalogue.find(COPY_ID);
    if (description === undefined) throw new Error('no copy');
    const text = await readFile(catalogue.beside(description, 'changes'), 'utf8');
    return text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => parseExact(line));
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}
