/** What a whole CSV file will most likely be, by what its beginning is: so that it can be written while it is looked through. */
import { DECIMAL_DIGITS } from '../../engine/duckdb/decimalOrder.ts';
import type { StoredField } from '../../store/description.ts';
import type { CsvShape } from './csvShape.ts';
import { keyOfFacts, type FieldFacts } from './columnFacts.ts';
import { fieldIds } from '../../resource/fieldNames.ts';

/** Bytes that tell enough. */
export const BEGINNING = 4 << 20;
/** Further numbers may have more digits behind the point, and further records may be longer. */
const MORE_DIGITS = 2;
const LONG_RECORD = 1 << 20;

export function csvFields({ names, fields }: CsvShape): readonly StoredField[] {
  const ids = fieldIds(names);
  return fields.map((facts, index) => {
    const key = keyOfFacts(facts);
    return { id: ids[index] ?? '', type: facts.type, ...(key !== undefined && { key }) };
  });
}

export function expectedShape(beginning: CsvShape): CsvShape {
  const longestRecord = Math.max(LONG_RECORD, 2 * beginning.longestRecord);
  const fields = beginning.fields.map((facts) => {
    const { type, whole, scale } = facts;
    if (type !== 'numeric' || scale === 0) return facts;
    return { ...facts, scale: Math.max(scale, Math.min(scale + MORE_DIGITS, DECIMAL_DIGITS - whole)) };
  });
  return { ...beginning, longestRecord, fields };
}

/** Whether a table of these fields is right, and was read as it should be. */
export function isAsExpected(
  expected: CsvShape,
  fields: readonly StoredField[] = [],
  shape: CsvShape,
): boolean {
  return (
    shape.lineEnd === expected.lineEnd &&
    shape.longestRecord <= expected.longestRecord &&
    shape.fields.every((facts, index) => holds(fields[index], facts))
  );
}

function holds(field: StoredField | undefined, facts: FieldFacts): boolean {
  if (field?.type !== facts.type) return false;
  if (typeof field.key !== 'number') return field.key === keyOfFacts(facts);
  return facts.scale <= field.key && facts.whole + field.key <= DECIMAL_DIGITS;
}
