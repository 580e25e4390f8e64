/** What the texts of a column most likely stand for, and how many of them fit that. */
import type { ColumnDoubt, ColumnInspection, ColumnKind, ColumnReading } from '../resource/columnReading.ts';
import { DATE_ORDERS, DATE_SEPARATORS } from '../resource/columnReading.ts';
import type { SourceBeginning } from '../engine/duckdb/table/engineInspection.ts';
import { SAMPLE_RECORDS, sampleText, type Inspection, type Reading } from '../resource/reading.ts';
import { fitsNothing } from '../resource/valuePattern.ts';
import { fitReader, valueReader } from './spelledValue.ts';
import { classesOf, EVERY_CLASS, typeOfClasses } from './valueClasses.ts';

export interface LookedAt {
  readonly values: readonly (string | null)[];
  /** Where the record begins, in files with lines. */
  readonly line?: number;
}

/** Words for true, and for false. */
const WORDS: readonly (readonly [string, string])[] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['t', 'f'],
  ['on', 'off'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['wahr', 'falsch'],
  ['oui', 'non'],
  ['o', 'n'],
  ['vrai', 'faux'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sì', 'no'],
  ['verdadero', 'falso'],
  ['vero', 'falso'],
  ['sim', 'não'],
  ['verdadeiro', 'falso'],
  ['ja', 'nee'],
  ['ja', 'nej'],
  ['ja', 'nei'],
  ['kyllä', 'ei'],
  ['tak', 'nie'],
  ['ano', 'ne'],
  ['да', 'нет'],
];

const SIGNS = ['%', '€', '$', '£', '¥', '₹', '₽', 'CHF', 'EUR', 'USD', 'GBP', 'Fr.', 'kr', 'zł', 'Kč', 'Ft'];

/** So many values show what to count in more of them, and so many more what to count in all. */
const FIRST_FEW = 20;
const FEW = 200;
/** A larger share of the values must fit, or it is no guess. */
const LEAST_SHARE = 0.5;

interface Guess {
  readonly reading: ColumnReading;
  readonly doubt?: ColumnDoubt;
  readonly fitting: number;
  readonly isPlain?: true;
}

/** In the order of `fields`; `sample`: how many of the first records are shown. */
export function inspectColumns(
  fields: readonly string[],
  records: readonly LookedAt[],
  sample: number,
  { columns = [], nullWords = [] }: Choices,
  guess: (field: string, texts: readonly string[], index: number) => Guess = guessColumn,
): readonly ColumnInspection[] {
  const choices = new Map(columns.map((choice) => [choice.field, choice]));
  const isValue = (text: string | null | undefined): text is string =>
    text !== null && text !== undefined && !nullWords.includes(text);
  return fields.map((field, index) => {
    const all: string[] = [];
    for (const { values } of records) {
      const text = values[index];
      if (isValue(text)) all.push(text);
    }
    const choice = choices.get(field);
    const { reading, doubt, fitting, isPlain } =
      choice === undefined ? guess(field, all, index) : completed(choice, all);
    const valueOf = valueReader(reading);
    const isMisfit = ({ values }: LookedAt): boolean =>
      isValue(values[index]) && valueOf(values[index]) === undefined;
    const misfit = fitting < all.length ? records.find(isMisfit) : undefined;
    return {
      reading,
      source: choice === undefined ? 'guess' : 'choice',
      ...(doubt && { doubt }),
      ...(isPlain && { isPlain }),
      values: all.length,
      fitting,
      ...(misfit && {
        misfit: {
          ...(misfit.line !== undefined && { line: misfit.line }),
          text: sampleText(misfit.values[index] ?? ''),
        },
      }),
      sample: records.slice(0, sample).map(({ values }) => {
        const text = values[index];
        return isValue(text) ? sampleText(isPlain ? text : (valueOf(text) ?? null)) : null;
      }),
    };
  });
}

type Choices = Pick<Reading, 'columns' | 'nullWords'>;

/** Of a source that says the types of its fields; `texts`: its first records. */
export function inspectedSource(
  { fields, types, texts }: SourceBeginning,
  choices: Choices,
): Pick<Inspection, 'fields' | 'sample' | 'columns'> {
  const records = texts.map((values) => ({ values }));
  const sample = texts.slice(0, SAMPLE_RECORDS);
  return { fields, sample, columns: typedColumns(fields, types, records, choices) };
}

/** In files that say themselves which values are texts. `types` are those of the fields. */
export function typedColumns(
  fields: readonly string[],
  types: readonly string[],
  records: readonly LookedAt[],
  choices: Choices,
): readonly ColumnInspection[] {
  return inspectColumns(fields, records, SAMPLE_RECORDS, choices, (field, texts, index) => {
    const type = types[index] ?? '';
    const kind = kinds.get(type);
    const text: Guess = { reading: { field, kind: 'text' }, fitting: texts.length, isPlain: true };
    if (kind !== undefined) return { ...text, reading: plainReadingOf(field, kind) };
    const { isPlain: _, ...found } = type === 'text' ? guessColumn(field, texts) : text;
    return found.reading.kind === 'text' ? text : { doubt: 'declared', ...found };
  });
}

const kinds: ReadonlyMap<string, ColumnKind> = new Map([
  ['numeric', 'number'],
  ['float8', 'number'],
  ['bool', 'boolean'],
  ['date', 'date'],
  ['timestamp', 'timestamp'],
]);

/** Typed without doubt only where every value fits, and fits in no other way. */
export function guessColumn(field: string, texts: readonly string[]): Guess {
  const text: Guess = { reading: { field, kind: 'text' }, fitting: texts.length, isPlain: true };
  const plain = plainReading(field, texts);
  if (plain !== undefined) return { reading: plain, fitting: texts.length, isPlain: true };
  const found = bestOf(candidatesOf(field, texts), texts);
  if (found === undefined || found.fitting <= LEAST_SHARE * texts.length) return text;
  if (found.reading.kind === 'number' && texts.every(isAddress)) return text;
  const doubt = found.fitting < texts.length ? 'misfits' : doubtOf(found.reading, texts);
  return { ...found, ...(doubt && { doubt }) };
}

/** A choice, with what it leaves open. */
function completed(choice: ColumnReading, texts: readonly string[]): Guess {
  const { field, kind, misfits } = choice;
  const given = Object.entries(choice);
  const plain = plainReading(field, texts);
  const others = [...(plain === undefined ? [] : [plain]), ...allReadings(field, texts)];
  const candidates = others
    .filter((reading) => reading.kind === kind)
    .map((reading) => ({ ...reading, ...Object.fromEntries(given) }))
    .filter((reading) => !fitsNothing(reading));
  const found = bestOf(candidates, texts) ?? { reading: choice, fitting: countFitting(choice, texts) };
  return found.fitting < texts.length && misfits !== 'null' ? { ...found, doubt: 'misfits' } : found;
}

/** Of texts that are spelled as the datastore gives them out; undefined for others, and for no texts. */
function plainReading(field: string, texts: readonly string[]): ColumnReading | undefined {
  if (texts.length === 0) return undefined;
  let classes = EVERY_CLASS;
  for (const text of texts) if ((classes &= classesOf(text)) === 0) return undefined;
  const kind = kinds.get(typeOfClasses(classes));
  return kind && plainReadingOf(field, kind);
}

function plainReadingOf(field: string, kind: ColumnKind): ColumnReading {
  switch (kind) {
    case 'number':
      return { field, kind, decimal: '.', thousands: '', sign: '' };
    case 'boolean':
      return { field, kind, trueWords: ['true'], falseWords: ['false'] };
    case 'date':
    case 'timestamp':
      return { field, kind, order: 'ymd', separator: '-' };
    case 'text':
      return { field, kind };
  }
}

/** Those that most of the first values fit. */
function candidatesOf(field: string, texts: readonly string[]): readonly ColumnReading[] {
  return [FIRST_FEW, FEW].reduce(
    (readings, count) => {
      const few = texts.slice(0, count);
      return readings.filter((reading) => countFitting(reading, few) > LEAST_SHARE * few.length);
    },
    allReadings(field, texts),
  );
}

function allReadings(field: string, texts: readonly string[]): readonly ColumnReading[] {
  return [...numberReadings(field, texts), ...dateReadings(field), ...wordReadings(field, texts)];
}

/** Those with the usual marks come first: further values may have them. */
const MARKS = [
  ['.', [',', "'", ' ', '']],
  [',', ['.', ' ', "'", '']],
] as const;

function numberReadings(field: string, texts: readonly string[]): readonly ColumnReading[] {
  const few = texts.slice(0, FIRST_FEW).filter((text) => /\d/.test(text));
  if (few.length === 0) return [];
  const isUsual = (sign: string): boolean =>
    few.filter((text) => text.includes(sign)).length > LEAST_SHARE * few.length;
  const sign = SIGNS.find(isUsual) ?? '';
  return MARKS.flatMap(([decimal, marks]) =>
    marks.map((thousands): ColumnReading => ({ field, kind: 'number', decimal, thousands, sign })),
  );
}

function dateReadings(field: string): readonly ColumnReading[] {
  return (['date', 'timestamp'] as const).flatMap((kind) =>
    DATE_SEPARATORS.flatMap((separator) =>
      DATE_ORDERS.map((order): ColumnReading => ({ field, kind, order, separator })),
    ),
  );
}

/** Both words must be there: a column of `no` alone may be a column of countries. */
function wordReadings(field: string, texts: readonly string[]): readonly ColumnReading[] {
  const different = new Set<string>();
  for (const text of texts) {
    if (text.length < 16) different.add(text);
    if (different.size > FEW) return [];
  }
  const seen = new Set(Array.from(different, (text) => text.trim().toLowerCase()));
  const pairs = WORDS.filter((pair) => pair.every((word) => seen.has(word)));
  return pairs.map(([yes, no]) => ({ field, kind: 'boolean', trueWords: [yes], falseWords: [no] }));
}

function bestOf(readings: readonly ColumnReading[], texts: readonly string[]): Guess | undefined {
  let best: Guess | undefined;
  for (const reading of readings) {
    const fitting = countFitting(reading, texts);
    if (best === undefined || fitting > best.fitting) best = { reading, fitting };
    if (fitting === texts.length) break;
  }
  return best;
}

function countFitting(reading: ColumnReading, texts: readonly string[]): number {
  const fits = fitReader(reading);
  let fitting = 0;
  for (const text of texts) if (fits(text)) fitting += 1;
  return fitting;
}

function doubtOf(reading: ColumnReading, texts: readonly string[]): ColumnDoubt | undefined {
  if (reading.kind === 'number') {
    if (texts.some(isName)) return 'leadingZeros';
    // What fits two marks for thousands has neither.
    const others = numberReadings(reading.field, texts).filter(({ decimal }) => decimal !== reading.decimal);
    return others.some((other) => isOther(other, reading, texts)) ? 'decimalMark' : undefined;
  }
  // With points, the month never comes first.
  if ((reading.kind !== 'date' && reading.kind !== 'timestamp') || reading.separator === '.')
    return undefined;
  const orders = (['dmy', 'mdy'] as const).map((order): ColumnReading => ({ ...reading, order }));
  return orders.some((other) => isOther(other, reading, texts)) ? 'dateOrder' : undefined;
}

/** All values fit this reading too, and some of them are other values by it. */
function isOther(other: ColumnReading, reading: ColumnReading, texts: readonly string[]): boolean {
  const [one, two] = [valueReader(other), valueReader(reading)];
  let differs = false;
  for (const text of texts) {
    const value = one(text);
    if (value === undefined) return false;
    differs ||= value !== two(text);
  }
  return differs;
}

/** Zeros in front stand in article numbers and postcodes, a plus in phone numbers. */
function isName(text: string): boolean {
  return /^ *(0\d|\+[\d ]+$)/.test(text);
}

/** `192.168.100.200` */
function isAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text);
}
