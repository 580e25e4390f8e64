/** These bounds keep a file from taking more memory than a process may use (docs/security.md 17). */

import { reason, ReasonError } from './reasons.ts';

/** Maximum length of a record, in bytes of its text. */
export const MAX_RECORD = 1 << 27;

/** DuckDB allocates room for 2,048 values of each field several times over. */
export const MAX_FIELDS = 10_000;

const MIB = String(MAX_RECORD / 2 ** 20);
export const RECORD_TOO_LONG = reason('recordLength', MIB);
export const VALUE_TOO_LONG = reason('valueLength', MIB);
export const TOO_MANY_FIELDS = reason('manyFields', MAX_FIELDS.toLocaleString('en'));

/** A file can stand for far more values than it has bytes. The limit is `small`, or `ofFile` times the file's bytes. */
const MAX_UNITS = { small: 2 ** 30, ofFile: 300 };
const MAX_VALUES = { small: 2 ** 24, ofFile: 16 };

/** Throws ReasonError if all values together, in UTF-16 units, are too long for a file of this size. */
export function checkLength(units: number, fileBytes: number): void {
  if (exceeds(units, MAX_UNITS, fileBytes)) throw new ReasonError(reason('textRatio', String(MAX_UNITS.ofFile)));
}

/** Throws ReasonError if there are too many fields, or too many values for a file of this size. */
export function checkFields(fields: number, records = 0, fileBytes = 0): void {
  if (fields > MAX_FIELDS) throw new ReasonError(TOO_MANY_FIELDS);
  if (exceeds(records * fields, MAX_VALUES, fileBytes))
    throw new ReasonError(reason('manyValues', fields.toLocaleString('en')));
}

/** Throws ReasonError if a view stands for too many values for a file of this size. */
export function checkView(fields: number, records: number, fileBytes: number): void {
  if (exceeds(records * fields, MAX_VALUES, fileBytes)) throw new ReasonError(reason('viewSize'));
}

/** A view with so many records has too many values. */
export function mostViewRecords(fileBytes: number): number {
  return Math.max(MAX_VALUES.small, MAX_VALUES.ofFile * fileBytes) + 1;
}

function exceeds(
  count: number,
  { small, ofFile }: { readonly small: number; readonly ofFile: number },
  fileBytes: number,
): boolean {
  return count > small && count > ofFile * fileBytes;
}
