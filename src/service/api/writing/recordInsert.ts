/** Records that are added, all of them or none. */
import type { ExactValue } from '../../../base/cells.ts';
import type { StoredValue } from '../../types/fieldTypes.ts';
import { mapInSteps } from '../../../base/timeSlice.ts';
import type { StoredField } from '../../store/description.ts';
import type { ChangingRecords, StoredRecord } from '../../engine/tableChanges.ts';
import type { RecordKeys } from './recordKeys.ts';
import type { RecordNumbers } from './resourceChange.ts';
import { readRecords, RecordRefused } from './recordValues.ts';

export interface Insertion {
  readonly fields: readonly StoredField[];
  readonly numbers: RecordNumbers;
  readonly rows: ChangingRecords;
  /** Undefined where records may be alike. */
  readonly unique: { readonly keys: RecordKeys; readonly index: string } | undefined;
}

/** Throws ActionError. */
export async function insertRecords(
  records: readonly ExactValue[],
  { fields, numbers, rows, unique }: Insertion,
): Promise<readonly StoredRecord[]> {
  // PostgreSQL has no such statement, so CKAN adds nothing.
  if (fields.length === 0) return [];
  try {
    const values = await readRecords(records, fields);
    if (unique !== undefined) await checkUnique(values, unique.keys, unique.index, rows);
    const stored = values.map((each) => ({ id: numbers.take(), values: each }));
    await rows.insert(stored);
    return stored;
  } catch (error) {
    if (!(error instanceof RecordRefused)) throw error;
    // Those before it have used up their numbers.
    for (let used = 0; used < error.index; used += 1) numbers.take();
    throw error.toActionError(records.length - 1);
  }
}

async function checkUnique(
  records: readonly (readonly StoredValue[])[],
  keys: RecordKeys,
  index: string,
  rows: ChangingRecords,
): Promise<void> {
  const wanted = await mapInSteps(records, (values) => keys.of(values));
  const there = await rows.withKeys(
    keys.places,
    wanted.filter((key) => key !== undefined),
  );
  const seen = new Set(await mapInSteps(there, ({ values }) => JSON.stringify(keys.of(values))));
  await mapInSteps(wanted, (key, at) => {
    if (key === undefined) return;
    const text = JSON.stringify(key);
    // PostgreSQL finds out when the record has its `_id` already.
    if (seen.has(text)) throw new RecordRefused(at + 1, alreadyThere(index));
    seen.add(text);
  });
}

export function alreadyThere(index: string): string {
  return `duplicate key value violates unique constraint "${index}"`;
}
