/** Reads a file as people have it, and fetches all that is stored and said of it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { importFile } from '../../src/service/reading/importFile.ts';
import type { LocalResource } from '../../src/service/resource/localResource.ts';
import type { ReadingChoices } from '../../src/service/resource/reading.ts';
import { UnreadableFile } from '../../src/service/resource/reasons.ts';
import { Catalogue } from '../../src/service/store/catalogue.ts';

export interface ReadTable {
  readonly resource: LocalResource;
  readonly names: readonly string[];
  readonly types: readonly string[];
  /** Texts of the records as in the file, and the values for which they stand. */
  readonly texts: readonly (readonly (string | null)[])[];
  readonly values: readonly (readonly (string | null)[])[];
  /** Lines that were left out, as *Show Skipped Rows* lists them. */
  readonly skipped: readonly string[];
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export async function readTable(file: string, choices: ReadingChoices): Promise<ReadTable | Refusal> {
  const directory = await mkdtemp(path.join(path.dirname(file), 'data-'));
  try {
    const work = await mkdtemp(path.join(directory, 'import-'));
    const request = { file, directory, choices, workDirectory: work, memoryLimitMb: 512 };
    const resource = await importFile(request, () => undefined);
    return await storedTable(directory, resource);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { code: error.reason.code, message: error.message };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function storedTable(directory: string, resource: LocalResource): Promise<ReadTable> {
  const description = await new Catalogue(directory).find(resource.id);
  if (description === undefined) throw new Error('not in the catalogue');
  const { fields, data } = description;
  // Texts are fetched as bytes, because the client removes a byte order mark from their beginning.
  const columns = fields.flatMap(({ spelling }, at) => [`${spelling ? 't' : 'c'}${String(at)}`, `c${String(at)}`]);
  const instance = await DuckDBInstance.create(path.join(directory, data), { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  try {
    const parts = columns.map((column) => `hex(${column}::varchar)`).join(', ');
    const rows = (await connection.runAndReadAll(`select ${parts} from t order by rowid`)).getRows();
    const texts = (rows as (string | null)[][]).map((row) =>
      row.map((value) => (value === null ? null : Buffer.from(value, 'hex').toString('utf8'))),
    );
    const skipped =
      resource.skipped === undefined
        ? ''
        : await readFile(path.join(directory, data.replace(/duckdb$/, 'skipped.jsonl')), 'utf8');
    return {
      resource,
      names: fields.map(({ id }) => id),
      types: fields.map(({ type }) => type),
      texts: texts.map((row) => row.filter((_, at) => at % 2 === 0)),
      values: texts.map((row) => row.filter((_, at) => at % 2 === 1)),
      skipped: skipped.split('\n').slice(0, -1),
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
