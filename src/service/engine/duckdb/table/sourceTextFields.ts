/** Fields whose values the file writes in its own way, as expected, and as found when every value was read. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import {
  MOST_WORDS,
  type ColumnGuess,
  type ColumnInspection,
  type ColumnKind,
  type ColumnReading,
} from '../../../resource/columnReading.ts';
import type { AmbiguousColumn, ColumnMisfits, MissingValues } from '../../../resource/localResource.ts';
import { MAX_SKIPPED_TEXT, sampleText } from '../../../resource/reading.ts';
import type { StoredField } from '../../../store/description.ts';
import type { FieldType } from '../../../types/fieldTypes.ts';
import { decimalType, digitsSql, scaleOf } from '../decimalOrder.ts';
import { hasKeyColumn, orderColumn, textColumn, valueColumn } from '../layout.ts';
import type { ColumnMeasure } from './firstRecords.ts';
import { isUsualNullSql, isValueSql, sourceTextSql } from './sourceTextSql.ts';
import { registerSortKeys, sortKey } from './tableColumns.ts';

export interface Spelling {
  readonly columns: readonly ColumnReading[];
  /** Words that mean NULL in every column. */
  readonly nullWords: readonly string[];
  /** Undefined if columns aren't guessed again when all values were read. */
  readonly guesses?: Guesses;
}

export interface Guesses {
  readonly shown: ReadonlySet<ColumnGuess['shownMark']>;
  readonly columns: readonly ColumnInspection[];
  readonly guess: (field: string, texts: readonly string[]) => ColumnGuess;
  /** Completes a guess by the decimal marks of all columns and the delimiter. */
  readonly decide: (guess: ColumnGuess, shown: ReadonlySet<ColumnGuess['shownMark']>) => ColumnGuess;
}

export interface SettledFields {
  readonly fields: readonly StoredField[];
  readonly misfits: readonly ColumnMisfits[];
  readonly ambiguous: readonly AmbiguousColumn[];
  readonly missing: readonly MissingValues[];
  /** Misfits that became NULL, at most MOST_CELLS of them. */
  readonly cells: readonly MisfitCell[];
}

export interface MisfitCell extends Pick<ColumnMisfits, 'field' | 'kind' | 'record'> {
  readonly text: string;
}

const MOST_CELLS = 100_000;

const types: Readonly<Record<ColumnKind, FieldType>> = {
  text: 'text',
  number: 'numeric',
  date: 'date',
  timestamp: 'timestamp',
  boolean: 'bool',
};

export function typedFields(fields: readonly StoredField[], { columns, nullWords }: Spelling): readonly StoredField[] {
  const readings = new Map(columns.map((reading) => [reading.field, reading]));
  return fields.map((field): StoredField => {
    const isText = field.type === 'text' && nullWords.length > 0;
    const spelling = readings.get(field.id) ?? (isText ? { field: field.id, kind: 'text' } : undefined);
    if (spelling === undefined) return field;
    const isZoned = spelling.kind === 'timestamp' && spelling.hasZone === true;
    return { id: field.id, type: isZoned ? 'timestamptz' : types[spelling.kind], spelling };
  });
}

export function numberMeasures(fields: readonly StoredField[]): readonly ColumnMeasure[] {
  return fields.flatMap(({ type, spelling }, index) =>
    spelling !== undefined && type === 'numeric'
      ? [{ name: `n${String(index)}`, sql: sourceTextSql(spelling, valueColumn(index)) }]
      : [],
  );
}

export function keyFacts(measures: readonly ColumnMeasure[]): readonly string[] {
  return measures.map(({ name }) => digitsSql(name));
}

/** Adds the sort keys that the first records suggest. `digits` are the results of keyFacts. */
export function keyedFields(fields: readonly StoredField[], digits: readonly DuckDBValue[]): readonly StoredField[] {
  const left = [...digits];
  return fields.map((field) => {
    if (field.spelling === undefined || ['text', 'bool', 'timestamptz'].includes(field.type)) return field;
    const key = field.type === 'numeric' ? scaleOf(left.shift()) : 'none';
    return key === undefined ? field : { ...field, key };
  });
}

const FIRST_FEW = 2048;

interface Column extends StoredField {
  readonly index: number;
  readonly spelling: ColumnReading;
}

interface Facts {
  readonly values: number;
  readonly fitting: number;
  /** Some values aren't the texts of the file. */
  readonly differs: boolean;
  /** Every number is in the key column with all its digits. */
  readonly isKeyed: boolean;
}

/** Makes a field text if values don't fit as expected, and drops the file's texts if they are the values. */
export async function settleSourceTexts(
  connection: DuckDBConnection,
  table: string,
  fields: readonly StoredField[],
  { nullWords }: Spelling,
): Promise<SettledFields> {
  const settled = [...fields];
  const misfits: ColumnMisfits[] = [];
  const missing: MissingValues[] = [];
  const cells: MisfitCell[] = [];
  const sourceTexts = fields.flatMap((field, index) =>
    field.spelling ? [{ ...field, spelling: field.spelling, index }] : [],
  );
  if (sourceTexts.length === 0) return { fields, misfits, ambiguous: [], missing, cells };
  const facts = await factsOf(connection, table, sourceTexts, nullWords);
  for (const [column, { values: texts, fitting, differs, isKeyed }] of facts) {
    const { index, id, type, spelling: reading } = column;
    const absent = fitting < texts ? await missingOf(connection, table, column, index, nullWords) : [];
    const values = texts - absent.reduce((sum, each) => sum + each.values, 0);
    if (fitting < values) {
      const became = reading.misfits ?? 'text';
      const { kind } = reading;
      const most = became === 'text' ? 1 : Math.max(1, MOST_CELLS - cells.length);
      const all = await misfitsOf(connection, table, column, nullWords, most);
      const [{ record, text } = { record: 0, text: '' }] = all;
      misfits.push({ field: id, kind, values, fitting, record, text: sampleText(text), became });
      if (became === 'null') for (const cell of all) cells.push({ field: id, kind, ...cell });
      if (became === 'text') {
        settled[index] = await asText(connection, table, column, index, nullWords);
        continue;
      }
    }
    missing.push(...absent);
    const { key } = isKeyed ? column : await rekeyed(connection, table, column, index);
    const field: StoredField = { id, type, ...(key !== undefined && { key }) };
    settled[index] = differs ? { ...field, spelling: reading } : field;
    if (!differs) await replaceValues(connection, table, index);
  }
  return { fields: settled, misfits, ambiguous: [], missing, cells };
}

async function factsOf(
  connection: DuckDBConnection,
  table: string,
  columns: readonly Column[],
  nullWords: readonly string[],
): Promise<readonly (readonly [Column, Facts])[]> {
  const counts = await onlyRow(
    connection,
    columns.flatMap((column) => [
      `count(*) filter (${isValueSql(column.spelling, textColumn(column.index), nullWords)})`,
      `count(${keptIn(column)})`,
    ]),
    table,
  );
  const differs = await differing(connection, table, columns);
  const found: [Column, Facts][] = [];
  for (const [place, column] of columns.entries()) {
    const [values = 0, kept = 0] = counts.slice(2 * place, 2 * place + 2).map(Number);
    let fitting = kept;
    if (kept < values && typeof column.key === 'number')
      fitting = Number((await onlyRow(connection, [`count(${valueColumn(column.index)})`], table))[0]);
    found.push([column, { values, fitting, differs: differs.has(column), isKeyed: kept === fitting }]);
  }
  return found;
}

/** The column in which fitting values are counted: a number's key is read faster, and is rarely NULL. */
function keptIn(column: Column): string {
  return typeof column.key === 'number' ? orderColumn(column.index, column) : valueColumn(column.index);
}

/** Columns whose values differ from their texts. The first records show nearly all of them. */
async function differing(
  connection: DuckDBConnection,
  table: string,
  columns: readonly Column[],
): Promise<ReadonlySet<Column>> {
  const found = new Set<Column>();
  for (const from of [`(from ${table} limit ${String(FIRST_FEW)})`, table]) {
    const left = columns.filter((column) => !found.has(column));
    if (left.length === 0) break;
    const asked = left.map(({ index }) => `bool_or(${valueColumn(index)} is distinct from ${textColumn(index)})`);
    const row = await onlyRow(connection, asked, from);
    for (const [place, column] of left.entries()) if (row[place] === true) found.add(column);
  }
  return found;
}

/** The first misfits of a column, at most `most`. */
async function misfitsOf(
  connection: DuckDBConnection,
  table: string,
  { index, spelling }: Column,
  nullWords: readonly string[],
  most: number,
): Promise<readonly Pick<MisfitCell, 'record' | 'text'>[]> {
  const [value, text] = [valueColumn(index), textColumn(index)];
  const isMisfit = `${isValueSql(spelling, text, nullWords)} and not ${isUsualNullSql(spelling, text)}`;
  const result = await connection.runAndReadAll(
    `select rowid + 1, left(${text}, ${String(MAX_SKIPPED_TEXT)}) from ${table} ` +
      `where ${value} is null and ${isMisfit} order by rowid limit ${String(most)}`,
  );
  return result.getRows().map(([record, cell]) => ({ record: Number(record), text: String(cell) }));
}

/** The usual words for NULL in a typed field, the most frequent first. None or one entry. */
export async function missingOf(
  connection: DuckDBConnection,
  table: string,
  { id, spelling }: StoredField,
  index: number,
  nullWords: readonly string[],
): Promise<readonly MissingValues[]> {
  if (spelling === undefined) return [];
  const text = textColumn(index);
  const isWord = `${isValueSql(spelling, text, nullWords)} and ${isUsualNullSql(spelling, text)}`;
  const result = await connection.runAndReadAll(
    `select ${text}, count(*) from ${table} where ${valueColumn(index)} is null and ${isWord} group by 1 order by 2 desc, 1`,
  );
  const rows = result.getRows();
  const values = rows.reduce((sum, [, count]) => sum + Number(count), 0);
  const words = rows.slice(0, MOST_WORDS).map(([word]) => String(word));
  return values === 0 ? [] : [{ field: id, values, words }];
}

export async function asText(
  connection: DuckDBConnection,
  table: string,
  field: StoredField,
  index: number,
  nullWords: readonly string[],
): Promise<StoredField> {
  const { id, spelling } = field;
  if (field.type === 'text') return field;
  const [value, text] = [valueColumn(index), textColumn(index)];
  if (hasKeyColumn(field)) await connection.run(`alter table ${table} drop column ${orderColumn(index, field)}`);
  if (spelling === undefined) return { id, type: 'text' };
  const words = spelling.nullWords;
  if (nullWords.length > 0 || words !== undefined) {
    const isValue = isValueSql(spelling, text, nullWords);
    await connection.run(`alter table ${table} drop column ${value}`);
    await connection.run(`alter table ${table} add column ${value} varchar`);
    await connection.run(`update ${table} set ${value} = case when ${isValue} then ${text} end`);
    return { id, type: 'text', spelling: { field: id, kind: 'text', ...(words && { nullWords: words }) } };
  }
  await replaceValues(connection, table, index);
  return { id, type: 'text' };
}

async function replaceValues(connection: DuckDBConnection, table: string, index: number): Promise<void> {
  const [value, text] = [valueColumn(index), textColumn(index)];
  await connection.run(`alter table ${table} drop column ${value}`);
  await connection.run(`alter table ${table} rename column ${text} to ${value}`);
}

/** Replaces the key if numbers have more digits than the first ones. */
async function rekeyed(
  connection: DuckDBConnection,
  table: string,
  column: StoredField,
  index: number,
): Promise<StoredField> {
  await connection.run(`alter table ${table} drop column ${orderColumn(index, column)}`);
  return withNewKey(connection, table, column, index);
}

/** Adds the key that all values have, to a table without one for this column. */
export async function withNewKey(
  connection: DuckDBConnection,
  table: string,
  { key: _, ...column }: StoredField,
  index: number,
): Promise<StoredField> {
  const { type } = column;
  if (type === 'text' || type === 'bool') return column;
  if (type === 'date' || type === 'timestamp') return { ...column, key: 'none' };
  const value = valueColumn(index);
  const key = type === 'numeric' ? scaleOf((await onlyRow(connection, [digitsSql(value)], table))[0]) : undefined;
  const keyed: StoredField = key === undefined ? column : { ...column, key };
  const name = orderColumn(index, keyed);
  registerSortKeys(connection, [keyed]);
  const [keyType, sql] =
    typeof key === 'number' ? [decimalType(key), `${value}::${decimalType(key)}`] : ['varchar', sortKey(type, value)];
  await connection.run(`alter table ${table} add column ${name} ${keyType}`);
  await connection.run(`update ${table} set ${name} = ${sql}`);
  return keyed;
}

/** DuckDB's time for a statement grows with the square of its expressions. */
const AT_ONCE = 128;

async function onlyRow(connection: DuckDBConnection, values: readonly string[], from: string): Promise<DuckDBValue[]> {
  const row: DuckDBValue[] = [];
  for (let first = 0; first < values.length; first += AT_ONCE) {
    const asked = values.slice(first, first + AT_ONCE).join(', ');
    const result = await connection.runAndReadAll(`select ${asked} from ${from}`);
    row.push(...(result.getRows()[0] ?? []));
  }
  return row;
}
