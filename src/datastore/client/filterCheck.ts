/** Records of a server that may ignore `filters`, as DKAN does (docs/ckan.md 53): CKAN's answer holds those that it was asked for. */
import { typedValue } from '../../base/cells.ts';
import { decimalText, parseDecimal } from '../../base/exactDecimal.ts';
import { valueText } from '../../base/exactJson.ts';
import { fieldKind } from '../../base/field.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { Page } from './model.ts';

/** A date has many spellings, and a list is compared in more than one way. */
const COMPARED: ReadonlySet<string> = new Set(['text', 'number', 'boolean']);

/** Some record has none of the values that a field was to have. */
export function breaksFilters({ fields, rows }: Page, { filters = [] }: DatastoreQuery): boolean {
  return filters.some((condition) => {
    const place = fields.findIndex(({ id }) => id === condition.field);
    const { type = '' } = fields[place] ?? {};
    if (place < 0 || condition.kind !== 'values' || !COMPARED.has(fieldKind(type))) return false;
    const wanted = new Set(condition.values.map(({ text }) => alike(text)));
    return rows.some((row) => !wanted.has(alike(valueText(typedValue(row[place] ?? null)))));
  });
}

/** Servers may not care for capitals or blanks, and write a number in another way. */
function alike(text: string): string {
  const number = parseDecimal(text);
  return number === undefined ? text.trim().toLowerCase() : decimalText(number, true);
}
