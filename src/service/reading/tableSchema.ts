/** Reads and writes `<file>.schema.json`, a Table Schema (Frictionless Data) of the file's columns. */
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { writeWhole } from '../../disk/wholeFile.ts';
import {
  DATE_ORDERS,
  DATE_SEPARATORS,
  NEGATIVE_FORMS,
  THOUSANDS_MARKS,
  USUAL_PIVOT,
  type ColumnInspection,
  type ColumnReading,
} from '../resource/columnReading.ts';
import type { LocalResource } from '../resource/localResource.ts';
import type { Inspection, Reading, ReadingChoices } from '../resource/reading.ts';
import { dateFormat, fitsNothing } from '../resource/valuePattern.ts';

type Columns = Pick<Reading, 'columns' | 'nullWords'>;

/** The schema is shared as the file is, within the system's umask. */
const FOR_OTHERS = 0o666;

/** A longer text (in UTF-16 units) isn't a schema. */
const MAX_LENGTH = 1 << 24;

const words = v.exactOptional(v.array(v.string()));
const text = v.exactOptional(v.string());
const field = v.looseObject({
  name: v.string(),
  pivot: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
  ...{ type: text, format: text, decimalChar: text, groupChar: text, sign: text, negative: text, misfits: text },
  ...{ bareNumber: v.exactOptional(v.boolean()), trueValues: words, falseValues: words, missingValues: words },
});
const schema = v.looseObject({
  fields: v.array(v.looseObject({ name: v.string() })),
  missingValues: v.exactOptional(v.array(v.unknown())),
});

type SchemaField = v.InferOutput<typeof field>;

export function schemaFileOf(file: string): string {
  return `${file}.schema.json`;
}

/** Completes the choices by the schema beside the file, if there is a valid one. */
export function withSchema(file: string, reading: Reading): Promise<Reading>;
export function withSchema(file: string, choices: ReadingChoices): Promise<ReadingChoices>;
export async function withSchema(file: string, choices: ReadingChoices): Promise<ReadingChoices> {
  const chosen = withoutSchema(choices);
  const written = await readFile(schemaFileOf(file), 'utf8').then(parseSchema, () => undefined);
  const { columns = [], nullWords } = chosen;
  const fields = new Set(columns.map((column) => column.field));
  const others = (written?.columns ?? [])
    .filter((column) => !fields.has(column.field))
    .map((column) => ({ ...column, isFromSchema: true as const }));
  return {
    ...chosen,
    ...(others.length > 0 && { columns: [...columns, ...others] }),
    ...(nullWords === undefined &&
      written?.nullWords && { nullWords: written.nullWords, hasSchemaNullWords: true as const }),
  };
}

function withoutSchema(choices: ReadingChoices): ReadingChoices {
  const { columns = [], nullWords, hasSchemaNullWords, ...others } = choices;
  const chosen = columns.filter(({ isFromSchema }) => isFromSchema !== true);
  const isKept = chosen.length > 0 || choices.columns?.length === 0;
  return {
    ...others,
    ...(isKept && { columns: chosen }),
    ...(nullWords && hasSchemaNullWords !== true && { nullWords }),
  };
}

export async function isSchemaAsRead({ file, reading }: Pick<LocalResource, 'file' | 'reading'>): Promise<boolean> {
  return reading === undefined || isDeepStrictEqual(await withSchema(file, reading), reading);
}

/** Columns without values get no type. Throws errors of the file system. */
export async function writeSchema(file: string, inspection: Inspection): Promise<void> {
  const text = `${JSON.stringify(tableSchema(inspection), null, 2)}\n`;
  await writeWhole(schemaFileOf(file), text, FOR_OTHERS);
}

export function parseSchema(json: string): Columns | undefined {
  if (json.length > MAX_LENGTH) return undefined;
  try {
    const parsed = v.safeParse(schema, JSON.parse(json.replace(/^\ufeff/, '')));
    if (!parsed.success) return undefined;
    const { fields, missingValues = [] } = parsed.output;
    const nullWords = missingValues.filter(isStorable).filter((word) => word !== '');
    return { columns: fields.flatMap((each) => columnOf(each) ?? []), ...(nullWords.length > 0 && { nullWords }) };
  } catch {
    return undefined;
  }
}

/** Undefined for an unsupported type. A column with members of wrong types stays text. */
function columnOf(source: v.InferOutput<typeof schema>['fields'][number]): ColumnReading | undefined {
  const { success, output } = v.safeParse(field, source);
  if (!success) {
    const column = kindOf({ name: source.name, type: String(source['type']) });
    return column && { ...column, fitsNothing: true };
  }
  const column = kindOf(output);
  if (column === undefined) return undefined;
  const nullWords = output.missingValues?.filter(isStorable).filter((word) => word !== '') ?? [];
  return {
    ...column,
    ...(nullWords.length > 0 && { nullWords }),
    // If nothing fits, the whole column would become NULL.
    ...(output.misfits === 'null' && !fitsNothing(column) && { misfits: 'null' }),
  };
}

function kindOf(source: SchemaField): ColumnReading | undefined {
  const { name, type } = source;
  switch (type) {
    case 'string':
      return { field: name, kind: 'text' };
    case 'number':
    case 'integer':
      return { field: name, kind: 'number', ...marksOf(source) };
    case 'date':
      return { field: name, kind: 'date', ...orderOf(source) };
    case 'datetime':
      return { field: name, kind: 'timestamp', ...orderOf(source) };
    case 'boolean':
      return { field: name, kind: 'boolean', ...truthWordsOf(source) };
    default:
      return undefined;
  }
}

/** A word for both true and false means neither. */
function truthWordsOf({
  trueValues = ['true', '1'],
  falseValues = ['false', '0'],
}: SchemaField): Partial<ColumnReading> {
  const lower = (list: readonly string[]) => new Set(list.filter(isStorable).map((word) => word.toLowerCase()));
  const [yes, no] = [lower(trueValues), lower(falseValues)];
  return { trueWords: [...yes].filter((word) => !no.has(word)), falseWords: [...no].filter((word) => !yes.has(word)) };
}

/** Files contain no NUL and no half surrogate pairs, and SQL can't express them. */
function isStorable(word: unknown): word is string {
  return typeof word === 'string' && !word.includes('\0') && word.isWellFormed();
}

function marksOf({
  decimalChar = '.',
  groupChar = '',
  bareNumber = true,
  ...own
}: SchemaField): Partial<ColumnReading> {
  if (decimalChar !== '.' && decimalChar !== ',') return { fitsNothing: true };
  const { sign } = own;
  const negative = NEGATIVE_FORMS.find((form) => form === own.negative);
  const group = groupChar.replace(/[\u00a0\u2009\u202f]/, ' ').replace('\u2019', "'");
  return {
    decimal: decimalChar,
    // Numbers with another mark don't fit, those without a mark do.
    thousands: THOUSANDS_MARKS.find((mark) => mark === group) ?? '',
    // Table Schema has no words for these, so they are our own.
    ...(negative && { negative }),
    ...(bareNumber ? { sign: '' } : sign !== undefined && { sign }),
  };
}

/** Reads `%d.%m.%Y`, `%m/%d/%y` or `%d %B %Y`, with or without a time after it. */
function orderOf({ format = 'default', pivot = USUAL_PIVOT }: SchemaField): Partial<ColumnReading> {
  if (format === 'default') return { order: 'ymd', separator: '-' };
  if (format === 'any') return {};
  const [, one = '', mark, two = '', three = ''] = /^%-?([YymdBb])(.?)%-?([YymdBb])\2%-?([Yymd])/.exec(format) ?? [];
  const letters = one + two + three;
  const order = DATE_ORDERS.find((each) => each === letters.toLowerCase().replace('b', 'm'));
  const separator = mark === '' ? '' : DATE_SEPARATORS.find((each) => each === mark);
  const years = letters.includes('y') && { pivot };
  const zone = /%z$/i.test(format) && { hasZone: true as const };
  if (order !== undefined && /b/i.test(letters)) return { order, hasMonthNames: true, ...years };
  return order === undefined || separator === undefined
    ? { fitsNothing: true }
    : { order, separator, ...years, ...zone };
}

function tableSchema({ columns, reading }: Inspection): object {
  const missing = reading.nullWords ?? [];
  return { fields: columns.map(fieldOf), ...(missing.length > 0 && { missingValues: ['', ...missing] }) };
}

function fieldOf({ reading, source, doubt, values, missing }: ColumnInspection): SchemaField {
  const { field, misfits, nullWords = missing?.words } = reading;
  // A column without values may get any, so the next import guesses again.
  if (source === 'guess' && values === 0) return { name: field, type: 'any' };
  if (doubt !== undefined) return { name: field, type: 'string' };
  return {
    ...schemaField(reading),
    ...(nullWords && { missingValues: ['', ...nullWords] }),
    ...(misfits && { misfits }),
  };
}

function schemaField(column: ColumnReading): SchemaField {
  const { field: name, kind, decimal = '.', thousands = '', sign = '', trueWords = [], falseWords = [] } = column;
  switch (kind) {
    case 'text':
      return { name, type: 'string' };
    case 'number':
      return {
        ...{ name, type: 'number' },
        ...(decimal !== '.' && { decimalChar: decimal }),
        ...(thousands !== '' && { groupChar: thousands }),
        ...(sign !== '' && { bareNumber: false, sign }),
        ...(column.negative && { negative: column.negative }),
      };
    case 'date':
    case 'timestamp':
      return {
        ...{ name, type: kind === 'date' ? 'date' : 'datetime', ...formatOf(column) },
        ...(column.pivot !== undefined && column.pivot !== USUAL_PIVOT && { pivot: column.pivot }),
      };
    case 'boolean':
      return { name, type: 'boolean', trueValues: spellings(trueWords), falseValues: spellings(falseWords) };
  }
}

/** Other programs compare words with their case. */
function spellings(words: readonly string[]): string[] {
  return [
    ...new Set(words.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()])),
  ];
}

function formatOf(column: ColumnReading): Pick<SchemaField, 'format'> {
  const date = dateFormat(column);
  if (column.hasZone === true) return { format: `${date}T%H:%M:%S%z` };
  if (date === '%Y-%m-%d') return {};
  return { format: column.kind === 'date' ? date : `${date} %H:%M:%S` };
}
