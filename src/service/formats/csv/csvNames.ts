/** Decides whether records of CSV text name the fields, or are data. */
import { hasTwoHeaderRows } from '../../reading/headerRows.ts';
import { classesOf, DATE, NUMERIC, TIMESTAMP } from '../../reading/valueClasses.ts';
import type { NamesFit } from './csvShape.ts';
import type { CsvRecord } from './csvText.ts';

/** Most lines above a table. */
export const MAX_ABOVE = 60;

/**
 * Whether all records have one value more or fewer than the header has names. R's write.table leaves out the name of
 * the first field, and some programs end each record with a delimiter.
 */
export function namesFit(names: CsvRecord | undefined, records: readonly CsvRecord[]): NamesFit {
  const [first] = records;
  if (names === undefined || first === undefined) return 'even';
  const more = first.values.length - names.values.length;
  if (Math.abs(more) !== 1 || records.some(({ values }) => values.length !== first.values.length)) return 'even';
  if (more === -1) return records.length > 1 ? 'oneMore' : 'even';
  if (records.every(({ values }) => (values.at(-1) ?? '') === '')) return 'withoutLast';
  if (names.values.length === 1 && !looksLikeData(names, first, records)) return 'even';
  // R writes NA for a missing value.
  const isComplete = records.every(({ values }) => values.at(-1) !== null);
  return records.length > 1 && isComplete ? 'withoutFirst' : 'even';
}

/** Whether the record below a single name is one of the data, and no header of its own. */
function looksLikeData(names: CsvRecord, first: CsvRecord, records: readonly CsvRecord[]): boolean {
  const isNumber = ({ values }: CsvRecord): boolean => isData(values.at(-1));
  // Names stand above numbers or dates, even if the last one is a year. Below a quoted title, they are quoted, too.
  const isNamed = hasNames(first, records.slice(1));
  const isQuotedHeader = isNamed && first.quoted === first.values.length;
  return (names.quoted === 1 && !isQuotedHeader) || (!isNamed && isNumber(first) && records.every(isNumber));
}

function isData(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && (classesOf(value) & (NUMERIC | DATE | TIMESTAMP)) !== 0;
}

/**
 * The first record is data if its first value is a number or date like all values below, and no value looks like a name
 * (a text above numbers or dates). A number of four digits may be a year that names a field.
 */
export function isHeaderless(records: readonly Values[]): boolean {
  const [first, ...rest] = records;
  if (first === undefined || rest.length === 0) return false;
  const [start = null] = first.values;
  return isData(start) && !/^[12]\d{3}$/.test(start ?? '') && isDataIn(rest, 0) && !hasNames(first, rest);
}

type Values = Pick<CsvRecord, 'values'>;

function hasNames(first: Values, below: readonly Values[]): boolean {
  // A code such as 00307 has no letter, like a number.
  const isName = (value: string | null): boolean => value !== null && !isData(value) && /\p{L}/u.test(value);
  return first.values.some((value, field) => isName(value) && isDataIn(below, field));
}

function isDataIn(records: readonly Values[], field: number): boolean {
  const values = records.map((record) => record.values[field] ?? null).filter((value) => value !== null);
  return values.length > 0 && values.every(isData);
}

/**
 * The line of the names below lines such as `Source;Office;;` that say something about the table: each has at most two
 * values, at its beginning, and the names are all there, unlike each other, above numbers or dates.
 */
export function namesBelowFacts(
  records: readonly Pick<CsvRecord, 'values' | 'line'>[],
  width: number,
): number | undefined {
  const isFact = ({ values }: Values): boolean =>
    values.length <= width && 2 * presentCount({ values }) < width && values.slice(2).every((value) => !value);
  const at = records.slice(0, MAX_ABOVE).findIndex((record) => !isFact(record));
  const [names, ...others] = records.slice(Math.max(0, at));
  const isFar = (names?.line ?? 0) > (records[at - 1]?.line ?? 0) + 1;
  if (at < 1 || names?.values.length !== width || (at === 1 && !isFar)) return undefined;
  // The last of a line's delimiters may stand behind all values.
  const own = names.values.slice(0, names.values.at(-1) === null ? -1 : width);
  const isName = (value: string | null): boolean => !!value && (!isData(value) || /^[12]\d{3}$/.test(value));
  const areNames = own.every(isName) && new Set(own).size === own.length && own.some((value) => !isData(value));
  const hasData = own.some((_, field) => isDataIn(others.slice(0, MAX_ABOVE), field));
  const isEven = others.length > 1 && others.slice(0, 2).every(({ values }) => values.length === width);
  const isGrouped = hasTwoHeaderRows(records.slice(at - 1).map(({ values }) => values));
  return areNames && hasData && isEven && !isGrouped ? names.line : undefined;
}

export function presentCount({ values }: Pick<CsvRecord, 'values'>): number {
  return values.filter((value) => value !== null).length;
}
