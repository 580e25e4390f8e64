/** Guesses CSV columns without a chosen type again once all values are there: the first ones may have misled. */
import { quotedText } from '../../../../base/quotes.ts';
import type { ColumnGuess, ColumnInspection, ColumnReading } from '../../../resource/columnReading.ts';
import type { AmbiguousColumn } from '../../../resource/localResource.ts';
import { sampleText } from '../../../resource/reading.ts';
import { POINTED_PATTERN } from '../../../resource/valuePattern.ts';
import type { StoredField } from '../../../store/description.ts';
import { textColumn, valueColumn } from '../layout.ts';
import type { FilledTable } from './filledTable.ts';
import { typedFields, type Guesses, type SettledFields } from './sourceTextFields.ts';
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

/** `settled` has the fields of the table, after settleSourceTexts. */
export async function withGuesses(
  table: FilledTable,
  settled: SettledFields,
  guesses: Guesses,
): Promise<SettledFields> {
  const fields = [...settled.fields];
  const places = new Map(fields.map(({ id }, index) => [id, index]));
  const guessed = new Set(guesses.columns.map(({ reading }) => reading.field));
  const misfits = settled.misfits.filter(({ field }) => !guessed.has(field));
  const missing = new Map(settled.missing.map((column) => [column.field, column]));
  const type = async (field: StoredField, index: number, reading: ColumnReading): Promise<void> => {
    const column = await typedColumn(table, field, index, reading);
    fields[index] = column;
    for (const each of await table.missingOf(column, index)) missing.set(each.field, each);
  };
  const shown = new Set(guesses.shown);
  const doubtful: DoubtfulColumn[] = [];
  for (const first of guesses.columns) {
    const index = places.get(first.reading.field) ?? -1;
    const field = fields[index];
    if (field === undefined) continue;
    if (field.type !== 'text') {
      const text = await pointedText(table, first, field, index);
      if (text !== undefined) doubtful.push({ index, guess: guesses.guess(field.id, [text]), text });
      else if (field.type === 'numeric') shown.add(fractionMark(field));
      continue;
    }
    if (!isOpen(first)) continue;
    const { guess, texts } = await guessOf(table, index, (all) => guesses.guess(field.id, all));
    const { reading, doubt } = guess;
    shown.add(guess.shownMark);
    if (doubt === 'decimalMark') doubtful.push({ index, guess, text: texts.find((text) => /[.,]/.test(text)) ?? '' });
    else if (doubt === undefined && reading.kind !== 'text') await type(field, index, reading);
    else misfits.push(...(await misfitsOfGuess(table, index, first, guess)));
  }
  const ambiguous: AmbiguousColumn[] = [];
  for (const { index, guess, text } of doubtful) {
    const field = fields[index];
    const { reading, doubt, isPlain } = guesses.decide(guess, shown);
    if (field === undefined || (doubt === undefined && isPlain && field.type !== 'text')) continue;
    const texts = await table.asText(field, index);
    fields[index] = texts;
    missing.delete(field.id);
    if (doubt === undefined) await type(texts, index, reading);
    if (doubt === undefined) continue;
    const readings = [reading, guess.alternative ?? reading];
    ambiguous.push({ field: field.id, text: sampleText(text), readings });
  }
  return { ...settled, fields, misfits, ambiguous, missing: [...missing.values()] };
}

async function guessOf(table: FilledTable, index: number, guessTexts: (texts: readonly string[]) => ColumnGuess) {
  const value = valueColumn(index);
  const texts = await valuesOf(table, value, `${value} is not null`, SHOWN);
  for (;;) {
    const guess = guessTexts(texts);
    const different = new Set(texts);
    const others = othersSql(guess, value, different);
    const more = others === undefined ? [] : await valuesOf(table, value, others, MORE);
    const further = [...new Set(more)].filter((text) => !different.has(text));
    if (further.length === 0) return { guess, texts };
    texts.push(...further);
  }
}

/** A text such as `1.234`, if all numbers of the field look like it or are whole. */
async function pointedText(
  table: FilledTable,
  first: ColumnInspection,
  { type, key, spelling }: StoredField,
  index: number,
): Promise<string | undefined> {
  const isPlain = spelling === undefined || `${spelling.decimal}${spelling.thousands}${spelling.sign}` === '.';
  const hasThousandths = key === undefined || (typeof key === 'number' && key >= 3);
  if (type !== 'numeric' || !isPlain || !hasThousandths || first.shownMark !== undefined) return undefined;
  const text = (spelling === undefined ? valueColumn : textColumn)(index);
  const isNumber = `${valueColumn(index)} is not null`;
  const isOther = `not regexp_full_match(${text}, ${quotedText(POINTED_PATTERN)})`;
  const [other] = await valuesOf(table, text, `${isNumber} and ${isOther}`, 1);
  if (other !== undefined) return undefined;
  return (await valuesOf(table, text, `${isNumber} and contains(${text}, '.')`, 1))[0];
}

/** Misfits of the `first` guess, or of the guess about the whole column if nearly all values fit that. */
async function misfitsOfGuess(table: FilledTable, index: number, first: ColumnInspection, guess: ColumnGuess) {
  const reading = guess.reading.kind === 'text' ? first.reading : guess.reading;
  if (reading.kind === 'text') return [];
  const text = valueColumn(index);
  const isExpected = first.values > 0 && first.doubt === undefined && first.reading.kind !== 'text';
  if (!isExpected && (await hasManyMisfits(table, reading, text))) return [];
  const [[values, fitting, place, example] = []] = await table.rows(
    'select count(*), count(v), min(r) filter (v is null), arg_min(x, r) filter (v is null) from ' +
      `(select rowid r, ${text} x, ${strictSql(reading, text)} v from ${table.name} where ${text} is not null) ` +
      `where v is not null or not ${isUsualNullSql(reading, 'x')}`,
  );
  if (typeof example !== 'string' || !(isExpected || isNearly(Number(values), Number(fitting)))) return [];
  const counts = { values: Number(values), fitting: Number(fitting), record: Number(place) + 1 };
  const { field, kind } = reading;
  return [{ field, kind, ...counts, text: sampleText(example), became: 'text' as const }];
}

/** Finds out early, because a column of codes has many, and reading all of its values takes long. */
async function hasManyMisfits(table: FilledTable, reading: ColumnReading, text: string): Promise<boolean> {
  const misfits = `select 1 from ${table.name} where ${text} is not null and ${misfitSql(reading, text)}`;
  const most = `greatest(1, floor(${String(MOST_MISFITS)} * (select count(*) from ${table.name})))::bigint`;
  const [row] = await table.rows(`select count(*) > ${most} from (${misfits} limit (select ${most} + 1))`);
  return row?.[0] === true;
}

async function valuesOf(table: FilledTable, column: string, condition: string, limit: number): Promise<string[]> {
  const rows = await table.rows(`select ${column} from ${table.name} where ${condition} limit ${String(limit)}`);
  return rows.map(([text]) => String(text));
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

async function typedColumn(table: FilledTable, field: StoredField, index: number, reading: ColumnReading) {
  const { nullWords } = table;
  const [value, text] = [valueColumn(index), textColumn(index)];
  const sql = sourceTextValueSql(reading, text, nullWords);
  if (field.spelling === undefined) {
    await table.alter(`rename column ${value} to ${text}`);
    await table.add(value, 'varchar', sql);
  } else await table.update(value, sql);
  const [column = field] = typedFields([{ ...field, type: 'text' }], { columns: [reading], nullWords });
  return table.withNewKey(column, index);
}
