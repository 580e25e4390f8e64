/** Records that change those with the same key or `_id`, one after the other; all of them or none. */
import { type ExactObject, type ExactValue, isObject } from '../../../base/cells.ts';
import { typeRules, type StoredValue } from '../../types/fieldTypes.ts';
import { mapInSteps } from '../../../base/timeSlice.ts';
import type { StoredField } from '../../store/description.ts';
import type { ChangingRecords, StoredRecord } from '../../engine/tableChanges.ts';
import { InvalidValue, WrongType } from '../../types/invalidValue.ts';
import { ActionError, validationError } from '../../ckan/actionError.ts';
import { pythonRepr } from '../../ckan/pythonText.ts';
import { alreadyThere } from './recordInsert.ts';
import type { RecordKeys } from './recordKeys.ts';
import type { RecordNumbers } from './resourceChange.ts';
import { RecordRefused, valueReader } from './recordValues.ts';

export interface Upsertion {
  readonly resourceId: string;
  readonly method: 'upsert' | 'update';
  readonly fields: readonly StoredField[];
  readonly primaryKey: readonly string[];
  readonly keys: RecordKeys;
  readonly index: string;
  readonly numbers: RecordNumbers;
  readonly rows: ChangingRecords;
}

/** A record of the request. */
interface Change {
  readonly record: ExactObject;
  readonly row: number;
  /** By place of the field; those that the record has. */
  readonly given: ReadonlyMap<number, StoredValue>;
  readonly id: number | undefined;
  readonly key: string | undefined;
}

/** Throws ActionError. Gives the records that were touched, each once, as they are now. */
export async function upsertRecords(
  records: readonly ExactValue[],
  upsertion: Upsertion,
): Promise<readonly StoredRecord[]> {
  const { keys, rows, primaryKey, index } = upsertion;
  const reader = new ChangeReader(upsertion);
  const { changes, fault } = await reader.readAll(records);
  const known = new KnownRecords(keys);
  const keyed = changes.flatMap(({ key }) => key ?? []);
  const wanted = await mapInSteps(keyed, (key) => JSON.parse(key) as string[]);
  if (primaryKey.length > 0 && wanted.length > 0) await known.add(await rows.withKeys(keys.places, wanted));
  const ids = new Set(changes.flatMap(({ id }) => id ?? []));
  if (ids.size > 0) await known.add(await rows.withIds([...ids]));
  const touched = new Map<number, StoredRecord>();
  const added: StoredRecord[] = [];
  await mapInSteps(changes, (change) => {
    const { record, isNew } = targetOf(change, known, upsertion);
    if (!known.change(record, change.given))
      throw new RecordRefused(change.row, alreadyThere(index)).toActionError(change.row);
    if (isNew) added.push(record);
    touched.set(record.id, record);
  });
  if (fault !== undefined) throw fault;
  const isAdded = new Set(added);
  await rows.update([...touched.values()].filter((record) => !isAdded.has(record)));
  await rows.insert(added);
  const namesIds = changes.some(({ id }) => id !== undefined);
  if (namesIds && primaryKey.length > 0 && (await rows.hasDuplicates(keys.places)))
    throw new RecordRefused(0, alreadyThere(index)).toActionError(records.length - 1);
  return [...touched.values()];
}

/** The record that a change means: one that is there, or a new one. */
function targetOf(
  { record, row, id, key, given }: Change,
  known: KnownRecords,
  { method, fields, numbers, primaryKey, resourceId }: Upsertion,
): { readonly record: StoredRecord; readonly isNew: boolean } {
  const found = id !== undefined ? known.byId.get(id) : key === undefined ? undefined : known.byKey.get(key);
  if (method === 'update' && found === undefined) {
    const values = Object.hasOwn(record, '_id') ? [record['_id']] : primaryKey.map((name) => record[name]);
    const shown = values.map((value, at) => `'val_${String(given.size + at)}': ${pythonRepr(value ?? null)}`);
    throw validationError({ key: [`key "{${shown.join(', ')}}" not found`] });
  }
  if (method === 'update' && found !== undefined) return { record: found, isNew: false };
  if (Object.hasOwn(record, '_id') && id === undefined)
    throw new RecordRefused(
      row,
      `null value in column "_id" of relation "${resourceId}" violates not-null constraint`,
    ).toActionError(row);
  // An insert is tried first, so a number is gone even where there is such a record.
  const next = id ?? numbers.take();
  if (found !== undefined) return { record: found, isNew: false };
  const added = { id: next, values: fields.map((): StoredValue => ({ value: null, key: null })) };
  known.addOne(added);
  return { record: added, isNew: true };
}

class KnownRecords {
  readonly byId = new Map<number, StoredRecord>();
  readonly byKey = new Map<string, StoredRecord>();
  readonly #keys: RecordKeys;

  constructor(keys: RecordKeys) {
    this.#keys = keys;
  }

  async add(records: readonly StoredRecord[]): Promise<void> {
    await mapInSteps(records, (record) => this.addOne(record));
  }

  addOne(record: StoredRecord): void {
    if (this.byId.has(record.id)) return;
    this.byId.set(record.id, record);
    const key = this.#keyOf(record);
    if (key !== undefined) this.byKey.set(key, record);
  }

  /** False where another record has this key. */
  change(record: StoredRecord, given: ReadonlyMap<number, StoredValue>): boolean {
    const before = this.#keyOf(record);
    for (const [place, value] of given) record.values[place] = value;
    const after = this.#keyOf(record);
    if (after === before) return true;
    if (before !== undefined) this.byKey.delete(before);
    if (after === undefined) return true;
    if (this.byKey.has(after)) return false;
    this.byKey.set(after, record);
    return true;
  }

  #keyOf({ values }: StoredRecord): string | undefined {
    const key = this.#keys.of(values);
    return key === undefined ? undefined : JSON.stringify(key);
  }
}

class ChangeReader {
  readonly #upsertion: Upsertion;
  readonly #names: ReadonlySet<string>;
  readonly #readers: readonly ReturnType<typeof valueReader>[];

  constructor(upsertion: Upsertion) {
    this.#upsertion = upsertion;
    this.#names = new Set(['_id', ...upsertion.fields.map(({ id }) => id)]);
    this.#readers = upsertion.fields.map(valueReader);
  }

  /** Up to the first that is wrong: what comes before it may be wrong in a way that shows in the table only. */
  async readAll(records: readonly ExactValue[]): Promise<{ changes: readonly Change[]; fault?: Error }> {
    const changes: Change[] = [];
    try {
      await mapInSteps(records, (record, row) => changes.push(this.#read(record, row)));
      return { changes };
    } catch (error) {
      if (error instanceof ActionError) return { changes, fault: error };
      if (error instanceof RecordRefused) return { changes, fault: error.toActionError(error.index) };
      throw error;
    }
  }

  #read(value: ExactValue, row: number): Change {
    // CKAN looks for its keys first, whatever it is.
    const record = isObject(value) ? value : {};
    const { fields, primaryKey, keys } = this.#upsertion;
    const hasId = Object.hasOwn(record, '_id');
    if (!hasId && primaryKey.length === 0)
      throw validationError({ table: ['unique key must be passed for update/upsert'] });
    const missing = hasId ? [] : primaryKey.filter((name) => !Object.hasOwn(record, name));
    if (missing.length > 0)
      throw validationError({
        // With the blanks of CKAN's source text.
        key: [`fields "${missing.join(', ')}" are missing\n                            but needed as key`],
      });
    const unknown = Object.keys(record).filter((name) => !this.#names.has(name));
    if (unknown.length > 0)
      throw validationError({ fields: [`fields "${unknown.join(', ')}" do not exist`] });
    const given = new Map<number, StoredValue>();
    fields.forEach(({ id }, place) => {
      const read = this.#readers[place];
      if (read !== undefined && Object.hasOwn(record, id)) given.set(place, read(record, row));
    });
    if (given.size === 0) throw this.#nothingToSet(row);
    const id = hasId ? idOf(record['_id'] ?? null, row) : undefined;
    const key = keys.of(fields.map((_, place) => given.get(place)));
    return { record, row, given, id, key: key && JSON.stringify(key) };
  }

  #nothingToSet(row: number): RecordRefused {
    const token = this.#upsertion.method === 'update' ? ',' : ')';
    return new RecordRefused(row, `syntax error at or near "${token}"`);
  }
}

/** Undefined for NULL. */
function idOf(value: ExactValue, row: number): number | undefined {
  try {
    const { value: text } = typeRules('int4').read(value, []);
    return text === null ? undefined : Number(text);
  } catch (error) {
    if (error instanceof InvalidValue) throw new RecordRefused(row, error.message);
    if (!(error instanceof WrongType)) throw error;
    throw new RecordRefused(row, `column "_id" is of type integer but expression is of type ${error.given}`);
  }
}
