/** Fields whose values the file writes in its own way, as expected, and as found when every value was read. */
import type { DuckDBValue } from '@duckdb/node-api';
import type { ColumnGuess, ColumnInspection, ColumnKind, ColumnReading } from '../../../resource/columnReading.ts';
import type { AmbiguousColumn, ColumnMisfits, MissingValues } from '../../../resource/localResource.ts';
import { MAX_SKIPPED_TEXT, sampleText } from '../../../resource/reading.ts';
import type { StoredField } from '../../../store/description.ts';
import type { FieldType } from '../../../types/fieldTypes.ts';
import { digitsSql, scaleOf } from '../decimalOrder.ts';
import { orderColumn, textColumn, valueColumn } from '../layout.ts';
import type { FilledTable } from './filledTable.ts';
import type { ColumnMeasure } from './firstRecords.ts';
import { isUsualNullSql, isValueSql, sourceTextSql } from './sourceTextSql.ts';

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
export async function settleSourceTexts(table: FilledTable, fields: readonly StoredField[]): Promise<SettledFields> {
  const settled = [...fields];
  const misfits: ColumnMisfits[] = [];
  const missing: MissingValues[] = [];
  const cells: MisfitCell[] = [];
  const sourceTexts = fields.flatMap((field, index) =>
    field.spelling ? [{ ...field, spelling: field.spelling, index }] : [],
  );
  for (const [column, { values: texts, fitting, differs, isKeyed }] of await factsOf(table, sourceTexts)) {
    const { index, id, type, spelling: reading } = column;
    const absent = fitting < texts ? await table.missingOf(column, index) : [];
    const values = texts - absent.reduce((sum, each) => sum + each.values, 0);
    if (fitting < values) {
      const became = reading.misfits ?? 'text';
      const { kind } = reading;
      const most = became === 'text' ? 1 : Math.max(1, MOST_CELLS - cells.length);
      const all = await misfitsOf(table, column, most);
      const [{ record, text } = { record: 0, text: '' }] = all;
      misfits.push({ field: id, kind, values, fitting, record, text: sampleText(text), became });
      if (became === 'null') for (const cell of all) cells.push({ field: id, kind, ...cell });
      if (became === 'text') {
        settled[index] = await table.asText(column, index);
        continue;
      }
    }
    missing.push(...absent);
    const { key } = isKeyed ? column : await rekeyed(table, column);
    const field: StoredField = { id, type, ...(key !== undefined && { key }) };
    settled[index] = differs ? { ...field, spelling: reading } : field;
    if (!differs) await table.replaceValues(index);
  }
  return { fields: settled, misfits, ambiguous: [], missing, cells };
}

async function factsOf(table: FilledTable, columns: readonly Column[]): Promise<readonly (readonly [Column, Facts])[]> {
  const counts = await table.row(
    columns.flatMap((column) => [
      `count(*) filter (${isValueSql(column.spelling, textColumn(column.index), table.nullWords)})`,
      `count(${keptIn(column)})`,
    ]),
  );
  const differs = await differing(table, columns);
  const found: [Column, Facts][] = [];
  for (const [place, column] of columns.entries()) {
    const [values = 0, kept = 0] = counts.slice(2 * place, 2 * place + 2).map(Number);
    let fitting = kept;
    if (kept < values && typeof column.key === 'number')
      fitting = Number((await table.row([`count(${valueColumn(column.index)})`]))[0]);
    found.push([column, { values, fitting, differs: differs.has(column), isKeyed: kept === fitting }]);
  }
  return found;
}

/** The column in which fitting values are counted: a number's key is read faster, and is rarely NULL. */
function keptIn(column: Column): string {
  return typeof column.key === 'number' ? orderColumn(column.index, column) : valueColumn(column.index);
}

/** Columns whose values differ from their texts. The first records show nearly all of them. */
async function differing(table: FilledTable, columns: readonly Column[]): Promise<ReadonlySet<Column>> {
  const found = new Set<Column>();
  for (const from of [`(from ${table.name} limit ${String(FIRST_FEW)})`, table.name]) {
    const left = columns.filter((column) => !found.has(column));
    const row = await table.row(
      left.map(({ index }) => `bool_or(${valueColumn(index)} is distinct from ${textColumn(index)})`),
      from,
    );
    for (const [place, column] of left.entries()) if (row[place] === true) found.add(column);
  }
  return found;
}

/** The first misfits of a column, at most `most`. */
async function misfitsOf(table: FilledTable, { index, spelling }: Column, most: number) {
  const [value, text] = [valueColumn(index), textColumn(index)];
  const isMisfit = `${isValueSql(spelling, text, table.nullWords)} and not ${isUsualNullSql(spelling, text)}`;
  const rows = await table.rows(
    `select rowid + 1, left(${text}, ${String(MAX_SKIPPED_TEXT)}) from ${table.name} ` +
      `where ${value} is null and ${isMisfit} order by rowid limit ${String(most)}`,
  );
  return rows.map(([record, cell]) => ({ record: Number(record), text: String(cell) }));
}

/** Replaces the key if numbers have more digits than the first ones. */
async function rekeyed(table: FilledTable, column: Column): Promise<StoredField> {
  await table.alter(`drop column ${orderColumn(column.index, column)}`);
  return table.withNewKey(column, column.index);
}
