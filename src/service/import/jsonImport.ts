/** JSON files: every value as it stands in the file, digit for digit. */
import { DuckDBDataChunk, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { NUMBER_PATTERN } from '../store/decimalKey.ts';
import { fieldIds } from './fieldNames.ts';
import type { ImportSource } from './importSource.ts';
import { JsonRecordSplitter, type JsonRecord } from './jsonRecords.ts';
import { jsonEntries } from './jsonTokens.ts';
import type { FieldType } from '../store/fieldTypes.ts';
import { valueColumn, type StoredField } from '../store/layout.ts';
import { readUtf8 } from './textFile.ts';
import { UnreadableFile } from './unreadableFile.ts';

type Kind = 'text' | 'numeric' | 'bool' | 'json' | 'null';

const number = new RegExp(`^${NUMBER_PATTERN}$`);
const BATCH = 2048;

/**
 * Reads the file twice: the fields are the union of all keys in the order of their first appearance, so they are known
 * only at the end. A missing value and `null` are both NULL. Throws UnreadableFile.
 */
export async function readJson(
  connection: DuckDBConnection,
  file: string,
  onBytes: (bytes: number) => void,
): Promise<ImportSource> {
  const kinds = new Map<string, Set<Kind>>();
  let records = 0;
  for await (const record of recordsOf(file, onBytes)) {
    records += 1;
    for (const [key, token] of entriesOf(file, record)) {
      const seen = kinds.get(key) ?? new Set();
      kinds.set(key, seen.add(kindOf(token)));
    }
  }
  const keys = [...kinds.keys()];
  if (keys.length === 0) throw new UnreadableFile(file, 'it has no records with fields.');
  const ids = fieldIds(keys);
  const fields = keys.map((key, index): StoredField => ({
    id: ids[index] ?? key,
    type: typeOf(kinds.get(key)),
  }));
  await fill(connection, file, keys, fields);
  return { relation: 'source', fields, records, skipped: [] };
}

async function fill(
  connection: DuckDBConnection,
  file: string,
  keys: readonly string[],
  fields: readonly StoredField[],
): Promise<void> {
  const columns = fields.map((_, index) => `${valueColumn(index)} varchar`);
  await connection.run(`create temp table source (${columns.join(', ')})`);
  const positions = new Map(keys.map((key, index) => [key, index]));
  const types = fields.map(() => VARCHAR);
  const appender = await connection.createAppender('source');
  const batch: DuckDBValue[][] = [];
  const flush = (): void => {
    if (batch.length === 0) return;
    const chunk = DuckDBDataChunk.create(types);
    chunk.setRows(batch);
    appender.appendDataChunk(chunk);
    batch.length = 0;
  };
  for await (const record of recordsOf(file, () => undefined)) {
    const row: DuckDBValue[] = fields.map(() => null);
    for (const [key, token] of entriesOf(file, record)) {
      const position = positions.get(key);
      const field = position === undefined ? undefined : fields[position];
      if (position !== undefined && field !== undefined) row[position] = valueOf(token, field, file, record);
    }
    batch.push(row);
    if (batch.length === BATCH) flush();
  }
  flush();
  appender.closeSync();
}

async function* recordsOf(file: string, onBytes: (bytes: number) => void): AsyncGenerator<JsonRecord> {
  const splitter = new JsonRecordSplitter(file);
  for await (const chunk of readUtf8(file, 'JSON', onBytes)) yield* splitter.push(chunk);
  splitter.end();
}

function entriesOf(file: string, { text, line }: JsonRecord): ReturnType<typeof jsonEntries> {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile(file, `not valid JSON: ${reasonOf(error)}.`, { line });
  }
  const entries = jsonEntries(text);
  const seen = new Set<string>();
  for (const [key] of entries) {
    if (seen.has(key)) throw new UnreadableFile(file, 'a record has this key twice.', { line, field: key });
    seen.add(key);
  }
  return entries;
}

/** V8 quotes the text around the fault; a record can hold 64 MiB and anything else. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message.replace(/,? ?(\.\.\.)?".*/su, '').replace(/ in JSON at position .*/su, '');
}

function kindOf(token: string): Kind {
  const first = token[0];
  if (first === '"') return 'text';
  if (first === '{' || first === '[') return 'json';
  if (token === 'null') return 'null';
  if (token === 'true' || token === 'false') return 'bool';
  return number.test(token) ? 'numeric' : 'text';
}

/** One type only where every value has it. Where some are nested, all keep their JSON text. */
function typeOf(kinds: ReadonlySet<Kind> | undefined): FieldType {
  const [only = 'text', ...others] = [...(kinds ?? [])].filter((kind) => kind !== 'null');
  if (others.length === 0) return only;
  return kinds?.has('json') === true ? 'json' : 'text';
}

function valueOf(
  token: string,
  { id, type }: StoredField,
  file: string,
  { line }: JsonRecord,
): string | null {
  if (token === 'null') return null;
  if (type === 'json' || !token.startsWith('"')) return token;
  const text = JSON.parse(token) as string;
  if (!text.isWellFormed())
    throw new UnreadableFile(file, 'a text with half of a surrogate pair, which UTF-8 can not hold.', {
      line,
      field: id,
    });
  return text;
}
