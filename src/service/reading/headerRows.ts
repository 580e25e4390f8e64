/** Tables whose fields are named by two rows, of which the first one names groups: `2023, , 2024` over `men, women, men`. */

import type { ReadingChoices } from '../resource/reading.ts';
import { reason, type Reason } from '../resource/reasons.ts';

export type NamesRow = readonly (string | null)[];

/** Joins the names of groups with those of fields. The empty text stands for one row, when people choose it. */
export const HEADER_SEPARATOR = ' / ';
/** Beginnings of notes below a table, in UTF-8 that is read as Latin-1, too. A line after an empty one needs none. */
export const NOTE =
  /^(?:[*†‡#]|\u00e2\u0080[\u00a0\u00a1]|(?:source|sources|note|notes|quelle|quellen|fuente|fonte|bron|stand|hinweis|anmerkung)\b|\(c\)|\u00c2?©)/i;
/** Records that show what the fields hold. */
const LEAST_RECORDS = 2;
const LEAST_WIDTH = 3;

/** A group goes on to the right until the next one begins. A column that neither row names has no name. */
export function joinedNames(groups: NamesRow, names: NamesRow, separator: string): NamesRow {
  let group = '';
  return Array.from({ length: Math.max(groups.length, names.length) }, (_, at) => {
    const [own, name] = [textOf(groups[at]), textOf(names[at])];
    if (own === '' && name === '') return null;
    if (own !== '') group = own;
    return [group, name].filter((text) => text !== '').join(separator);
  });
}

/**
 * Whether two rows clearly name the fields: at least two groups, of which those of several columns have a name for each
 * in the second row and figures below, and no two names alike.
 */
export function hasTwoHeaderRows([groups = [], names = [], ...records]: readonly NamesRow[]): boolean {
  if (names.length < LEAST_WIDTH || groups.length > names.length || records.length < LEAST_RECORDS) return false;
  const joined = joinedNames(groups, names, HEADER_SEPARATOR);
  const own = groups.map(textOf).filter((group) => group !== '');
  if (joined.includes(null) || new Set(joined).size < joined.length) return false;
  if (new Set(own).size < 2 || !own.every(isName)) return false;
  const first = groups.findIndex((group) => textOf(group) !== '');
  const seen = new Set<string>();
  const repeated = new Set(own.filter((group) => seen.size === seen.add(group).size));
  const shared = [...names.keys()].slice(first).filter((at) => {
    const group = textOf(groups[at]);
    return group === '' || repeated.has(group);
  });
  return shared.length > 0 && shared.every((at) => isNameOfFigures(textOf(names[at]), records, at));
}

/** Says that two rows were detected, unless people chose how many there are. */
export function headerNotices({ headerSeparator = '' }: ReadingChoices, choices: ReadingChoices): readonly Reason[] {
  if (headerSeparator === '' || choices.headerSeparator !== undefined) return [];
  return [reason('twoHeaderRows', headerSeparator)];
}

function isNameOfFigures(name: string, records: readonly NamesRow[], at: number): boolean {
  const values = records.map((record) => textOf(record[at])).filter((value) => value !== '');
  return name !== '' && isName(name) && values.some((value) => !isYear(value)) && values.every(isFigure);
}

function isName(text: string): boolean {
  return !isFigure(text) || isYear(text);
}

function isYear(text: string): boolean {
  return /^[12]\d{3}$/.test(text);
}

function isFigure(text: string): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}

function textOf(value: string | null | undefined): string {
  return value?.trim() ?? '';
}
