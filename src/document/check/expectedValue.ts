/** How a record's value compares with what a document expects: by numbers, instants or texts, never rounded. */
import { type ExactValue, ExactNumber } from '../../base/cells.ts';
import { compare, parseDecimal } from '../../base/exactDecimal.ts';
import { valueText } from '../../base/exactJson.ts';
import { type FieldKind, fieldKind } from '../../base/field.ts';
import { type FieldCondition, type FilterValue, typeOfField } from '../../datastore/query/condition.ts';
import type { ExpectedValue } from './expectations.ts';

/** NULL and the empty text: of both, servers and files make the other. */
export function isMissing(value: ExactValue): value is null | '' {
  return value === null || value === '';
}

/** Whether values of a field of this kind can equal the expected value. */
export function canEqual(kind: FieldKind, expected: ExpectedValue): boolean {
  if (isMissing(expected)) return false;
  if (kind === 'number') return parseDecimal(valueText(expected)) !== undefined;
  return kind !== 'boolean' || valueText(expected) === 'true' || valueText(expected) === 'false';
}

/** A value for conditions on a field, for which `canEqual` or `canCompare` holds. */
export function filterValueOf(type: string, expected: ExpectedValue): FilterValue {
  const kind = fieldKind(type);
  const isNumber = typeof expected === 'number' || expected instanceof ExactNumber;
  const valueType = kind === 'boolean' ? 'boolean' : kind === 'number' && isNumber ? 'number' : 'text';
  return { type: valueType, text: valueText(expected) };
}

/** The condition that a field has this value, which every server can answer. */
export function equalsCondition(field: string, type: string, value: ExactValue): FieldCondition {
  const valueType = value === null ? 'null' : typeof value === 'string' ? 'text' : typeOfField(type);
  const text = value === null ? '' : valueText(value);
  return { kind: 'values', field, values: [{ type: valueType, text }], list: false };
}

/** The expected values in a form in which `formOf` finds them. */
export function formsOf(kind: FieldKind, values: readonly ExpectedValue[]): ReadonlySet<string> {
  return new Set(values.map((value) => formOf(kind, value)));
}

/** A text that equal values share: `1.50` and `1.5` are one number, but two texts. */
export function formOf(kind: FieldKind, value: ExactValue): string {
  const text = valueText(value);
  const decimal = kind === 'number' ? parseDecimal(text) : undefined;
  if (decimal === undefined) return kind === 'date' ? dateForm(text) : text;
  let { digits, scale } = decimal;
  for (; scale > 0 && digits % 10n === 0n; scale -= 1) digits /= 10n;
  return `${String(digits)}e-${String(scale)}`;
}

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** Whether an end of a range can be compared with values of a field of this kind. */
export function canCompare(kind: FieldKind, end: ExpectedValue): boolean {
  if (kind === 'number') return parseDecimal(valueText(end)) !== undefined;
  return kind === 'date' && typeof end === 'string' && DATE.test(end);
}

/**
 * Negative, 0 or positive. Undefined for values that can't be compared. NaN is greater than all numbers, as in
 * PostgreSQL.
 */
export function compareValue(kind: FieldKind, value: ExactValue, end: ExpectedValue): number | undefined {
  const [text, endText] = [valueText(value), valueText(end)];
  if (kind === 'date') {
    if (!DATE.test(text)) return undefined;
    const [one, other] = [dateForm(text), dateForm(endText)];
    return one < other ? -1 : one > other ? 1 : 0;
  }
  if (text === 'NaN' || text === 'Infinity') return 1;
  if (text === '-Infinity') return -1;
  const [number, bound] = [parseDecimal(text), parseDecimal(endText)];
  return number && bound && compare(number, bound);
}

/** Texts that sort as their instants do. Without a zone, they are in UTC. */
function dateForm(text: string): string {
  if (!DATE.test(text)) return text;
  const [, day = '', time = '00:00:00', zone = 'Z'] = /^(.{10})(?:[T ]([\d:.]+))?([Z+-].*)?$/.exec(text) ?? [];
  const [whole = '', fraction = ''] = (time.length === 5 ? `${time}:00` : time).split('.');
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone === '' ? 'Z' : zone;
  const instant = new Date(`${day}T${whole}${offset}`);
  const start = Number.isNaN(instant.getTime()) ? `${day}T${whole}` : instant.toISOString().slice(0, 19);
  return `${start}.${fraction.padEnd(9, '0')}`;
}
