/** Writes a source into a DuckDB file of the form of layout.ts. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { writeBlockIndex } from './blockIndexTable.ts';
import type { ImportProof, ImportSource } from './importSource.ts';
import { keyByRules, registerSortKeys, sortKey } from './sortKeys.ts';
import {
  hasBlockIndex,
  hasKeyColumn,
  ID_COLUMN,
  orderColumn,
  quote,
  SEARCH_COLUMN,
  SEPARATOR,
  TABLE,
  valueColumn,
  type StoredField,
} from '../store/layout.ts';

/** More fields than that need other ways: the engine plans each expression, and holds 2,048 records of every column. */
export const WIDE = 1000;
/** Of a wide table, in bytes: each column begins with a block of its own. */
const SMALL_BLOCK = 16_384;

const LOOK_EVERY_MS = 200;

/** `onProgress` hears an estimate between 0 and 1. Throws the proof's refusal. */
export async function writeTable(
  connection: DuckDBConnection,
  source: ImportSource,
  file: string,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<void> {
  registerSortKeys(
    connection,
    source.fields.map(({ type }) => type),
  );
  const blocks = source.fields.length > WIDE ? ` (block_size ${String(SMALL_BLOCK)})` : '';
  await connection.run(`attach ${quote(file)} as target${blocks}`);
  await connection.run('pragma enable_progress_bar');
  await connection.run('pragma disable_print_progress_bar');
  const timer = setInterval(() => onProgress(connection.progress.percentage / 100), LOOK_EVERY_MS);
  try {
    await fillProven(connection, source);
    if (hasBlockIndex(source.records)) await writeBlockIndex(connection, 'target', source.records);
  } finally {
    clearInterval(timer);
  }
  await connection.run('checkpoint target');
  await connection.run('detach target');
}

async function fillProven(connection: DuckDBConnection, source: ImportSource): Promise<void> {
  const { relation, fields, ids, proof } = source;
  const columns = columnsOf(fields, ids === 'stored');
  if (proof === undefined) return fill(connection, columns, relation);
  const relations = [() => Promise.resolve(relation), ...proof.others];
  for (const [index, from] of relations.entries()) {
    try {
      await fill(connection, columns, await from());
      if (await isProven(connection, source.records, proof)) return;
    } catch (error) {
      const isReadersFault = error instanceof Error && error.message.startsWith('Invalid Input');
      if (!isReadersFault || index === relations.length - 1) throw error;
    }
  }
  throw proof.refusal;
}

function columnsOf(fields: readonly StoredField[], hasIds: boolean): string {
  const values = fields.map((_, index) => valueColumn(index));
  const texts = values.length === 0 ? ["''"] : values;
  const keyOf = fields.length > WIDE ? keyByRules : sortKey;
  const keys = fields.flatMap(({ type }, index) =>
    hasKeyColumn(type) ? [`${keyOf(type, valueColumn(index))} ${orderColumn(index, type)}`] : [],
  );
  const search = `lower(concat_ws(${[quote(SEPARATOR), ...texts].join(', ')})) ${SEARCH_COLUMN}`;
  return [...(hasIds ? [ID_COLUMN] : []), ...values, ...keys, search].join(', ');
}

async function fill(connection: DuckDBConnection, columns: string, relation: string): Promise<void> {
  await connection.run(`create or replace table target.${TABLE} as select ${columns} from ${relation}`);
}

async function isProven(
  connection: DuckDBConnection,
  records: number,
  { fields }: ImportProof,
): Promise<boolean> {
  const facts = fields.flatMap((_, index) => {
    const column = valueColumn(index);
    return [`count(${column})`, `coalesce(sum(strlen(${column})), 0)::bigint`];
  });
  const expected = [records, ...fields.flatMap(({ values, bytes }) => [values, bytes])];
  const result = await connection.runAndReadAll(
    `select ${['count(*)', ...facts].join(', ')} from target.${TABLE}`,
  );
  return (result.getRows()[0] ?? []).every((fact, index) => Number(fact) === expected[index]);
}
