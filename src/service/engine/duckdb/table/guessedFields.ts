/** Guesses CSV columns without a chosen type again once all values are there: the first ones may have misled. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quotedText } from '../../../../base/quotes.ts';
import type { ColumnGuess, ColumnInspection, ColumnReading } from '../../../resource/columnReading.ts';
import type { AmbiguousColumn, ColumnMisfits } from '../../../resource/localResource.ts';
import { sampleText } from '../../../resource/reading.ts';
import { POINTED_PATTERN } from '../../../resource/valuePattern.ts';
import type { StoredField } from '../../../store/description.ts';
import { textColumn, valueColumn } from '../layout.ts';
import { asText, missingOf, typedFields, withNewKey, type SettledFields, type Spelling } from './sourceTextFields.ts';
import { isUsualNullSql, sourceTextSql, sourceTextValueSql } from './sourceTextSql.ts';

/** A guess is made from this many values, and then checked against the others. */
const SHOWN = 10_000;
const MORE = 1000;
/** Fewer values don't show what a column is meant to be. */
const LEAST_VALUES = 10;
/** With a larger share of misfits, the column isn't meant so. */
const MOST_MISFITS = 0.05;

interface DoubtfulColumn {
  readonly index: number;
  readonly guess: ColumnGuess;
  /** The first value that could be two numbers. */
  readonly text: string;
}

/** `settled` has the fields of the filled table, after settleSourceTexts. */
export async function withGuesses(
  connection: DuckDBConnection,
  table: string,
  settled: SettledFields,
  { nullWords, guesses }: Spelling,
): Promise<SettledFields> {
  if (guesses === undefined) return settled;
  const column = new GuessedColumn(connection, table);
  const fields = [...settled.fields];
  const places = new Map(fields.map(({ id }, index) => [id, index]));
  const guessed = new Set(guesses.columns.map(({ reading }) => reading.field));
  const misfits = settled.misfits.filter(({ field }) => !guessed.has(field));
  const missing = new Map(settled.missing.map((column) => [column.field, column]));
  const typed = async (field: StoredField, index: number, reading: ColumnReading): Promise<void> => {
    const column = await typedColumn(connection, table, field, index, reading, nullWords);
    fields[index] = column;
    for (const each of await missingOf(connection, table, column, index, nullWords)) missing.set(each.field, each);
  };
  const shown = new Set(guesses.shown);
  const doubtful: DoubtfulColumn[] = [];
  for (const first of guesses.columns) {
    const index = places.get(first.reading.field) ?? -1;
    const field = fields[index];
    if (field === undefined) continue;
    if (field.type !== 'text') {
      const text = await column.pointed(first, field, index);
      if (text !== undefined) doubtful.push({ index, guess: guesses.guess(field.id, [text]), text });
      else if (field.type === 'numeric') shown.add(fractionMark(field));
      continue;
    }
    if (!isOpen(first)) continue;
    const { guess, texts } = await column.guess(index, (all) => guesses.guess(field.id, all));
    const { reading, doubt } = guess;
    shown.add(guess.shownMark);
    if (doubt === 'decimalMark') doubtful.push({ index, guess, text: texts.find((text) => /[.,]/.test(text)) ?? '' });
    else if (doubt === undefined && reading.kind !== 'text') await typed(field, index, reading);
    else misfits.push(...(await column.misfits(index, first, guess)));
  }
  const ambiguous: AmbiguousColumn[] = [];
  for (const { index, guess, text } of doubtful) {
    const field = fields[index];
    const { reading, doubt, isPlain } = guesses.decide(guess, shown);
    if (field === undefined || (doubt === undefined && isPlain && field.type !== 'text')) continue;
    const texts = await asText(connection, table, field, index, nullWords);
    fields[index] = texts;
    missing.delete(field.id);
    if (doubt === undefined) await typed(texts, index, reading);
    if (doubt === undefined) continue;
    const readings = [reading, guess.alternative ?? reading];
    ambiguous.push({ field: field.id, text: sampleText(text), readings });
  }
  return { ...settled, fields, misfits, ambiguous, missing: [...missing.values()] };
}

class GuessedColumn {
  readonly #connection: DuckDBConnection;
  readonly #table: string;

  constructor(connection: DuckDBConnection, table: string) {
    this.#connection = connection;
    this.#table = table;
  }

  async guess(
    index: number,
    guessOf: (texts: readonly string[]) => ColumnGuess,
  ): Promise<{ readonly guess: ColumnGuess; readonly texts: readonly string[] }> {
    const value = valueColumn(index);
    const texts = await this.#values(value, `${value} is not null`, SHOWN);
    for (;;) {
      const guess = guessOf(texts);
      const different = new Set(texts);
      const others = othersSql(guess, value, different);
      const more = others === undefined ? [] : await this.#values(value, others, MORE);
      const further = [...new Set(more)].filter((text) => !different.has(text));
      if (further.length === 0) return { guess, texts };
      texts.push(...further);
    }
  }

  /** A text such as `1.234`, if all numbers of the field look like it or are whole. */
  async pointed(first: ColumnInspection, field: StoredField, index: number): Promise<string | undefined> {
    const { type, key, spelling } = field;
    const isPlain = spelling === undefined || `${spelling.decimal}${spelling.thousands}${spelling.sign}` === '.';
    const hasThousandths = key === undefined || (typeof key === 'number' && key >= 3);
    if (type !== 'numeric' || !isPlain || !hasThousandths || first.shownMark !== undefined) return undefined;
    const text = (spelling === undefined ? valueColumn : textColumn)(index);
    const isNumber = `${valueColumn(index)} is not null`;
    const isOther = `not regexp_full_match(${text}, ${quotedText(POINTED_PATTERN)})`;
    const [other] = await this.#values(text, `${isNumber} and ${isOther}`, 1);
    if (other !== undefined) return undefined;
    return (await this.#values(text, `${isNumber} and contains(${text}, '.')`, 1))[0];
  }

  /** Misfits of the `first` guess, or of the guess about the whole column if nearly all values fit that. */
  async misfits(index: number, first: ColumnInspection, guess: ColumnGuess): Promise<readonly ColumnMisfits[]> {
    const reading = guess.reading.kind === 'text' ? first.reading : guess.reading;
    if (reading.kind === 'text') return [];
    const text = valueColumn(index);
    const isExpected = first.values > 0 && first.doubt === undefined && first.reading.kind !== 'text';
    if (!isExpected && (await this.#hasManyMisfits(reading, text))) return [];
    const result = await this.#connection.runAndReadAll(
      'select count(*), count(v), min(r) filter (v is null), arg_min(x, r) filter (v is null) from ' +
        `(select rowid r, ${text} x, ${strictSql(reading, text)} v from ${this.#table} where ${text} is not null) ` +
        `where v is not null or not ${isUsualNullSql(reading, 'x')}`,
    );
    const [values, fitting, place, example] = result.getRows()[0] ?? [];
    if (typeof example !== 'string' || !(isExpected || isNearly(Number(values), Number(fitting)))) return [];
    const counts = { values: Number(values), fitting: Number(fitting), record: Number(place) + 1 };
    const { field, kind } = reading;
    return [{ field, kind, ...counts, text: sampleText(example), became: 'text' }];
  }

  /** Finds out early, because a column of codes has many, and reading all of its values takes long. */
  async #hasManyMisfits(reading: ColumnReading, text: string): Promise<boolean> {
    const misfits = `select 1 from ${this.#table} where ${text} is not null and ${misfitSql(reading, text)}`;
    const most = `greatest(1, floor(${String(MOST_MISFITS)} * (select count(*) from ${this.#table})))::bigint`;
    const result = await this.#connection.runAndReadAll(
      `select count(*) > ${most} from (${misfits} limit (select ${most} + 1))`,
    );
    return result.getRows()[0]?.[0] === true;
  }

  async #values(column: string, condition: string, limit: number): Promise<string[]> {
    const result = await this.#connection.runAndReadAll(
      `select ${column} from ${this.#table} where ${condition} limit ${String(limit)}`,
    );
    return result.getRows().map(([text]) => String(text));
  }
}

/** SQL for values that could contradict a guess; undefined if none can. */
function othersSql(
  { reading, doubt, alternative, mayBeWords }: ColumnGuess,
  value: string,
  texts: ReadonlySet<string>,
): string | undefined {
  if (doubt === 'misfits' || doubt === 'leadingZeros') return undefined;
  // All different words of a column matter, even if only their capitals differ.
  if (mayBeWords === true || reading.kind === 'boolean')
    return `${value} not in (${Array.from(texts, quotedText).join(', ')})`;
  if (reading.kind === 'text') return undefined;
  const readings = [reading, ...(alternative === undefined ? [] : [alternative])];
  const isOther = readings.map((each) => `(${misfitSql(each, value)})`).join(' or ');
  return `${value} is not null and (${isOther})`;
}

function misfitSql(reading: ColumnReading, text: string): string {
  return `${strictSql(reading, text)} is null and not ${isUsualNullSql(reading, text)}`;
}

function strictSql(reading: ColumnReading, text: string): string {
  return sourceTextSql({ ...reading, isGuess: true }, text);
}

function isOpen({ reading, doubt, values, fitting, mayBeWords }: ColumnInspection): boolean {
  if (values < LEAST_VALUES || mayBeWords === true) return true;
  return reading.kind !== 'text' && (doubt !== 'misfits' || isNearly(values, fitting));
}

function isNearly(values: number, fitting: number): boolean {
  return values >= LEAST_VALUES && values - fitting <= Math.max(1, MOST_MISFITS * values);
}

function fractionMark({ key, spelling }: StoredField): ColumnGuess['shownMark'] {
  // The value of `5 %` has two digits after the point.
  const digitsOfWhole = spelling?.sign === '%' ? 2 : 0;
  return typeof key === 'number' && key <= digitsOfWhole ? undefined : (spelling?.decimal ?? '.');
}

async function typedColumn(
  connection: DuckDBConnection,
  table: string,
  field: StoredField,
  index: number,
  reading: ColumnReading,
  nullWords: readonly string[],
): Promise<StoredField> {
  const [value, text] = [valueColumn(index), textColumn(index)];
  if (field.spelling === undefined) {
    await connection.run(`alter table ${table} rename column ${value} to ${text}`);
    await connection.run(`alter table ${table} add column ${value} varchar`);
  }
  await connection.run(`update ${table} set ${value} = ${sourceTextValueSql(reading, text, nullWords)}`);
  const [column = field] = typedFields([{ ...field, type: 'text' }], { columns: [reading], nullWords });
  return withNewKey(connection, table, column, index);
}
