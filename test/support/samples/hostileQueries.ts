/**
 * Names and values that would act as code if they were in a statement without quotes, and queries that find one record
 * by them.
 */
import fc from 'fast-check';

export const ATTACKS = [
  "' or 1=1 --",
  "'; drop table t; --",
  '"; drop table t; --',
  '$1',
  '$$',
  'E\\',
  '\\',
  '%',
  '_%',
  't',
  't.ctid',
  'c0',
  'rowid',
  '/*',
  '--',
  '"',
  '""',
  "'",
  '?',
  '{fn now()}',
  "U&'\\0027'",
  'É\u0301\u202e',
  '\u{1f600}',
];

/**
 * Texts without characters that no name or value can have: CKAN's grammar of a sort ends at the end of a line, and no
 * engine stores a NUL.
 */
const WHOLE_LINE = /^[^\0\n\r\u2028\u2029]+$/;

export const HOSTILE_TEXT = fc
  .oneof(fc.constantFrom(...ATTACKS), fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }))
  .filter((text) => WHOLE_LINE.test(text) && text.trim() !== '' && text !== '_id' && text.isWellFormed());

/** The other record's content in place of the value. */
export const OTHER = '≠';

/** Queries that find the record whose `field` has the value, and not the one with the value in another field. */
export function hostileQueries(field: string, value: string): readonly Readonly<Record<string, unknown>>[] {
  const key = field.startsWith('$') ? `$${field}` : field;
  return [
    { filters: { [key]: value } },
    { filters: { [key]: [value, `${value}${value}`] } },
    { filters: { $or: [{ [key]: { gte: value, lte: value } }, { [key]: `${value}${value}` }] } },
    { q: { [field]: value } },
    { filters: { [key]: value }, full_text: value, sort: [`"${field}" desc`] },
  ];
}
