import { defined } from '../../base/defined.ts';
import {
  MOST_WORDS,
  type ColumnGuess,
  type ColumnInspection,
  type ColumnKind,
  type ColumnReading,
  type MissingCount,
} from '../resource/columnReading.ts';
import {
  SAMPLE_RECORDS,
  sampleText,
  type InspectedRecord,
  type Inspection,
  type Reading,
  type TypedRecords,
} from '../resource/reading.ts';
import { isUsualNullWord, takesUsualWords } from '../resource/usualNullWords.ts';
import { fitsNothing, POINTED_PATTERN } from '../resource/valuePattern.ts';
import { fitReader, isName, valueReader } from './sourceTextValue.ts';
import { dateReadings, FIRST_FEW, LEAST_SHARE, NUMBER_MARKS, numberReadings, shortOrders } from './usualReadings.ts';
import { classesOf, EVERY_CLASS, typeOfClasses } from './valueClasses.ts';

const WORDS = (
  'true/false yes/no y/n t/f on/off ja/nein j/n wahr/falsch oui/non o/n vrai/faux sí/no si/no sì/no verdadero/falso ' +
  'vero/falso sim/não verdadeiro/falso ja/nee ja/nej ja/nei kyllä/ei tak/nie ano/ne да/нет'
)
  .split(' ')
  .map((pair) => pair.split('/') as [yes: string, no: string]);

/** Nearly all guesses are decided after so many values. */
const FEW = 200;

/** Columns come in the order of `fields`. `sample` is the number of records shown; `guess` is for unchosen columns. */
export function inspectColumns(
  fields: readonly string[],
  records: readonly InspectedRecord[],
  sample: number,
  { columns = [], nullWords = [], delimiter }: Choices,
  guess: (field: string, texts: readonly string[], index: number) => ColumnGuess = guessColumn,
): readonly ColumnInspection[] {
  const choices = new Map(columns.map((choice) => [choice.field, choice]));
  const guesses = fields.map((field, index) => {
    const all: string[] = [];
    const choice = choices.get(field);
    const words = new Set([...nullWords, ...(choice?.nullWords ?? [])]);
    const isValue = (text: string | null | undefined): text is string =>
      text !== null && text !== undefined && !words.has(text);
    for (const { values } of records) {
      const text = values[index];
      if (isValue(text)) all.push(text);
    }
    const best = choice === undefined ? guess(field, all, index) : completed(choice, all);
    return { ...best, source: choice === undefined ? 'guess' : 'choice', isValue, all } as const;
  });
  const shown = new Set(guesses.map(({ shownMark: mark }) => mark));
  return guesses.map(({ source, isValue, all, ...best }, index) => {
    const { isPointed: _, ...rest } = withMarks(best, shown, delimiter);
    const { reading, fitting, isPlain } = rest;
    const valueOf = valueReader(reading);
    const missing = missingCount(reading, fitting < all.length ? all : []);
    const count = all.length - (missing?.values ?? 0);
    const isMisfit = ({ values: { [index]: text } }: InspectedRecord): boolean =>
      isValue(text) && valueOf(text) === undefined && !(missing && isUsualNullWord(text));
    const misfit = fitting < count ? records.find(isMisfit) : undefined;
    return {
      ...rest,
      source,
      values: count,
      ...(missing && { missing }),
      ...(misfit && { misfit: defined({ line: misfit.line, text: sampleText(misfit.values[index] ?? '') }) }),
      sample: records.slice(0, sample).map(({ values }) => {
        const text = values[index];
        return isValue(text) ? sampleText(isPlain ? text : (valueOf(text) ?? null)) : null;
      }),
    };
  });
}

type Choices = Pick<Reading, 'columns' | 'nullWords' | 'delimiter'>;

/**
 * Removes the doubt of a guess about `1.234` if other columns show what it means. Commas and tabs delimit numbers with
 * decimal points. `shown` has the decimal marks of all columns.
 */
export function withMarks(
  guess: ColumnGuess,
  shown: ReadonlySet<ColumnGuess['shownMark']>,
  delimiter: string | undefined,
): ColumnGuess {
  const { isPointed, reading, alternative, fitting } = guess;
  const hasPoints = delimiter === ',' || delimiter === '\t' || shown.has('.');
  const decimal = shown.has(',') ? ',' : hasPoints ? '.' : undefined;
  if (isPointed !== true || alternative === undefined || decimal === undefined) return guess;
  if (reading.decimal !== decimal) return { reading: alternative, fitting };
  const { doubt: _, alternative: __, ...decided } = guess;
  return decided;
}

export function inspectTyped(
  { fields, types, records }: TypedRecords,
  choices: Choices,
): Pick<Inspection, 'fields' | 'sample' | 'columns'> {
  const columns = inspectColumns(fields, records, SAMPLE_RECORDS, choices, (field, texts, index) => {
    const type = types[index] ?? '';
    const plain = plainReadingOfType(field, type);
    const text: ColumnGuess = { reading: { field, kind: 'text' }, fitting: texts.length, isPlain: true };
    if (plain !== undefined) {
      const count = type === 'float8' ? 0 : (missingCount(plain, texts)?.values ?? 0);
      return { reading: plain, fitting: texts.length - count, ...(count === 0 && { isPlain: true }) };
    }
    const { isPlain: _, isPointed: __, ...best } = type === 'text' ? guessColumn(field, texts) : text;
    return best.reading.kind === 'text' ? text : { doubt: 'declared', ...best };
  });
  return { fields, sample: samplesOf(records), columns };
}

export function samplesOf(records: readonly InspectedRecord[]): Inspection['sample'] {
  return records.slice(0, SAMPLE_RECORDS).map(({ values }) => values.map(sampleText));
}

const kinds: ReadonlyMap<string, ColumnKind> = new Map([
  ['numeric', 'number'],
  ['float8', 'number'],
  ['bool', 'boolean'],
  ['date', 'date'],
  ['timestamp', 'timestamp'],
]);

/** A type is free of doubt only if every value fits it, and no other. */
export function guessColumn(field: string, texts: readonly string[]): ColumnGuess {
  const guess = guessBesideWords(field, texts);
  const mark = shownMark(guess, texts);
  return mark === undefined ? guess : { ...guess, shownMark: mark };
}

/** Usual words for NULL aren't misfits, except in texts. */
function guessBesideWords(field: string, texts: readonly string[]): ColumnGuess {
  const whole = unmarkedGuess(field, texts);
  if (whole.reading.kind !== 'text' && whole.doubt !== 'misfits') return whole;
  const others = texts.filter((text) => !isUsualNullWord(text));
  if (others.length === texts.length || others.length === 0) return whole;
  const { isPlain: _, ...guess } = unmarkedGuess(field, others);
  if (guess.reading.kind !== 'text') return guess;
  return { ...whole, ...(guess.mayBeWords && { mayBeWords: true }) };
}

function missingCount(reading: ColumnReading, texts: readonly string[]): MissingCount | undefined {
  if (!takesUsualWords(reading)) return undefined;
  const fits = fitReader(reading);
  const words = texts.filter((text) => isUsualNullWord(text) && !fits(text));
  return words.length === 0 ? undefined : { values: words.length, words: [...new Set(words)].slice(0, MOST_WORDS) };
}

function unmarkedGuess(field: string, texts: readonly string[]): ColumnGuess {
  const text: ColumnGuess = { reading: { field, kind: 'text' }, fitting: texts.length, isPlain: true };
  const plain = plainReading(field, texts);
  if (plain !== undefined) {
    const guess: ColumnGuess = { reading: plain, fitting: texts.length, isPlain: true };
    return isPointedColumn(texts) ? ambiguous(guess, { ...plain, decimal: ',', thousands: '.' }, texts) : guess;
  }
  const best = bestOf(candidatesOf(field, texts), texts);
  if (best === undefined || best.fitting <= LEAST_SHARE * texts.length)
    return mayBeWords(texts) ? { ...text, mayBeWords: true } : text;
  const { reading, fitting } = best;
  if (reading.kind === 'number' && texts.filter(isAddress).length > LEAST_SHARE * texts.length) return text;
  // A minus behind digits alone may be part of a grade such as `2-`.
  const isGrade = reading.negative === 'behind' && reading.sign === '';
  if (isGrade && !texts.some((each) => /\d[.,'\s]\d/.test(each))) return text;
  if (fitting < texts.length) return { ...best, doubt: 'misfits' };
  if (reading.kind === 'number' && texts.some(isName)) return { ...best, doubt: 'leadingZeros' };
  if (reading.negative === 'brackets' && !isAmount(reading, texts)) return { ...best, doubt: 'brackets' };
  const other = alternativesOf(reading).find((each) => isOther(each, reading, texts));
  return other === undefined ? best : ambiguous(best, other, texts);
}

/** Offices put uncertain numbers in brackets, and accountants negative amounts, with a currency or decimal points. */
function isAmount({ sign, decimal }: ColumnReading, texts: readonly string[]): boolean {
  return decimal === '.' && ((sign !== '' && sign !== '%') || texts.some((text) => /\d\.\d\d(?!\d)/.test(text)));
}

function ambiguous(guess: ColumnGuess, alternative: ColumnReading, texts: readonly string[]): ColumnGuess {
  if (alternative.kind !== 'number') return { ...guess, doubt: 'dateOrder', alternative };
  const isPointed = !texts.some((text) => text.includes(','));
  return { ...guess, doubt: 'decimalMark', alternative, ...(isPointed && { isPointed }) };
}

/** A column in doubt shows nothing, and a number without a fraction shows no point. */
function shownMark({ reading, doubt }: ColumnGuess, texts: readonly string[]): '.' | ',' | undefined {
  const { kind, decimal } = reading;
  if (kind !== 'number' || decimal === undefined || doubt === 'decimalMark') return undefined;
  const fits = fitReader(reading);
  return texts.some((text) => text.includes(decimal) && fits(text)) ? decimal : undefined;
}

function completed(choice: ColumnReading, texts: readonly string[]): ColumnGuess {
  const { field, kind, misfits } = choice;
  const chosen = Object.entries(choice);
  const plain = plainReading(field, texts);
  const compact = { field, kind, order: 'ymd', separator: '' } as const;
  const others = [...(plain === undefined ? [] : [plain]), ...allReadings(field, texts), compact];
  const candidates = others
    .filter((reading) => reading.kind === kind)
    .map((reading) => ({ ...reading, ...Object.fromEntries(chosen) }))
    .filter((reading) => !fitsNothing(reading));
  const best = bestOf(candidates, texts) ?? { reading: choice, fitting: countFitting(choice, texts) };
  const mark = shownMark(best, texts);
  const missing = missingCount(best.reading, texts)?.values ?? 0;
  const isDoubtful = best.fitting + missing < texts.length && misfits !== 'null';
  return { ...best, ...(mark && { shownMark: mark }), ...(isDoubtful && { doubt: 'misfits' }) };
}

/** The reading of texts that are written as the datastore returns them; undefined for others, and for no texts. */
function plainReading(field: string, texts: readonly string[]): ColumnReading | undefined {
  if (texts.length === 0) return undefined;
  let classes = EVERY_CLASS;
  for (const text of texts) if ((classes &= classesOf(text)) === 0) return undefined;
  return plainReadingOfType(field, typeOfClasses(classes));
}

/** The reading of values that are written as the datastore returns them. Undefined for texts. */
export function plainReadingOfType(field: string, type: string): ColumnReading | undefined {
  const kind = kinds.get(type);
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
  return [...numberReadings(field, texts), ...dateReadings(field, texts), ...wordReadings(field, texts)];
}

/** Both words must occur, because a column of `no` alone may contain countries. `true` and `false` are clear. */
function wordReadings(field: string, texts: readonly string[]): readonly ColumnReading[] {
  const different = new Set<string>();
  for (const text of texts) {
    if (text.length < 16) different.add(text);
    if (different.size > FEW) return [];
  }
  const seen = new Set(Array.from(different, wordOf));
  const isCapital = Array.from(different).every((text) => text === text.toUpperCase());
  const isThere = (word: string): boolean => seen.has(word);
  const isPair = (pair: readonly [string, string]): boolean =>
    pair[0] === 'true' ? pair.some(isThere) : pair.every(isThere);
  const pairs = WORDS.filter((pair) => isPair(pair) && !(isCapital && areCodes(pair) && !asksYesOrNo(field)));
  return pairs.map(([yes, no]) => ({ field, kind: 'boolean', trueWords: [yes], falseWords: [no] }));
}

/** Two capitals are more often a code: `SI` and `NO` of countries, `N` and `O` of directions or elements. */
function areCodes(pair: readonly string[]): boolean {
  return pair.every((word) => /^[a-z]{1,2}$/.test(word));
}

const YES_OR_NO =
  /\?\s*$|^(?:is|has|are|was|can|should|ist|hat|est|es)[ _.-]|(?<!\p{L})(?:aktiv|active|actif|activo|attivo|ativo|valid|enabled|visible|public|flag|bool|boolean)(?!\p{L})/u;

/** Whether the field's name suggests yes and no: `is_open`, `hasTax`, `Active?`, `aktiv`, `J/N`. */
function asksYesOrNo(field: string): boolean {
  const words = field.replace(/([a-z])(?=[A-Z])/g, '$1 ').toLowerCase();
  const names = (pair: readonly string[]) =>
    new RegExp(`(?<!\\p{L})${pair.join(' ?[/|] ?')}(?!\\p{L})`, 'u').test(words);
  return YES_OR_NO.test(words) || WORDS.some(names);
}

const VOCABULARY: ReadonlySet<string> = new Set(WORDS.flat());

/** Only words for true or only for false, or codes in capitals: a later value can show that they are words. */
function mayBeWords(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => VOCABULARY.has(wordOf(text)));
}

function wordOf(text: string): string {
  return text.trim().toLowerCase();
}

function bestOf(readings: readonly ColumnReading[], texts: readonly string[]): ColumnGuess | undefined {
  let best: ColumnGuess | undefined;
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

function alternativesOf(reading: ColumnReading): readonly ColumnReading[] {
  const { kind, decimal, separator, hasMonthNames, pivot } = reading;
  // Texts that fit two thousands marks contain neither.
  if (kind === 'number')
    return NUMBER_MARKS.filter(([mark]) => mark !== decimal).flatMap(([mark, marks]) =>
      marks.map((thousands) => ({ ...reading, decimal: mark, thousands })),
    );
  // With points as separators, the month never comes first.
  if ((kind !== 'date' && kind !== 'timestamp') || separator === '.' || hasMonthNames === true) return [];
  const orders = pivot === undefined ? (['dmy', 'mdy'] as const) : shortOrders(separator);
  return orders.map((order) => ({ ...reading, order }));
}

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

function isPointedColumn(texts: readonly string[]): boolean {
  const fits = new RegExp(`^(?:${POINTED_PATTERN})$`);
  return texts.every((text) => fits.test(text)) && texts.some((text) => text.includes('.'));
}

/** IPv4 addresses such as `192.168.100.200` look like numbers. */
function isAddress(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256);
}
