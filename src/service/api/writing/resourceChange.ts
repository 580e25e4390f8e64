/** What every change of a created resource has around it. */
import { mapInSteps } from '../../../base/timeSlice.ts';
import { notAuthorized, notFound } from '../../ckan/actionError.ts';
import type { Datastore, OutputField } from '../../engine/datastore.ts';
import type { StoredRecord, TableChanges } from '../../engine/tableChanges.ts';
import type { CreatedTable, Description, StoredField } from '../../store/description.ts';
import { typeRules } from '../../types/fieldTypes.ts';
import { recordWriter } from '../search/recordsText.ts';
import { readOnly } from './writeParameters.ts';

export interface ChangingResource {
  readonly description: Description;
  readonly created: CreatedTable;
}

/** Throws ActionError where nothing can be changed. */
export async function changesOf(datastore: Datastore): Promise<TableChanges> {
  if (datastore.changes === undefined) throw notAuthorized("The tables of this datastore can't be changed.");
  return datastore.changes();
}

/** By id alone. Throws ActionError for one that is not there, has no records, or comes from a file. */
export async function changingResource(
  changes: TableChanges,
  id: string,
  signal: AbortSignal,
): Promise<ChangingResource> {
  const description = await changes.current(id, signal);
  if (description?.resource.id !== id) throw notFound();
  const { created } = description;
  if (created === undefined) throw readOnly();
  if (!created.isActive) throw notFound(`Resource "${id}" was not found.`);
  return { description, created };
}

/** Goes on where the last record's number was, around those that records brought with them. */
export async function recordNumbers(
  changes: TableChanges,
  { description, created: { nextId } }: ChangingResource,
  signal: AbortSignal,
): Promise<RecordNumbers> {
  return new RecordNumbers(nextId, await changes.idsFrom(description, nextId, signal));
}

/** What is given out of a record: `_id`, then its fields. */
export function outputFields(fields: readonly StoredField[]): readonly OutputField[] {
  const isJson = (type: string): boolean => typeRules(type).wire === 'json';
  return [
    { id: '_id', type: 'int', isJson: true },
    ...fields.map(({ id, type }) => ({ id, type, isJson: isJson(type) })),
  ];
}

/** As `datastore_search` shows them. */
export async function recordsJson(
  fields: readonly StoredField[],
  records: readonly StoredRecord[],
): Promise<string> {
  const write = recordWriter(outputFields(fields), 'objects');
  const texts = await mapInSteps(records, ({ id, values }) =>
    write([BigInt(id), ...values.map(({ value }) => value)]),
  );
  return `[${texts.join(',')}]`;
}

/** `_id`s for new records: like a sequence of PostgreSQL's, they go on even where the record is not kept in the end. */
export class RecordNumbers {
  #next: number;
  readonly #taken: ReadonlySet<number>;

  /** `taken`: numbers that records got by their own `_id`. */
  constructor(next: number, taken: Iterable<number>) {
    this.#next = next;
    this.#taken = new Set(taken);
  }

  get next(): number {
    return this.#next;
  }

  take(): number {
    while (this.#taken.has(this.#next)) this.#next += 1;
    this.#next += 1;
    return this.#next - 1;
  }
}

const turnsOf = new WeakMap<TableChanges, WriteTurns>();

export function writeTurns(changes: TableChanges): WriteTurns {
  const turns = turnsOf.get(changes) ?? new WriteTurns();
  turnsOf.set(changes, turns);
  return turns;
}

/** Changes of one resource come one after the other; those of others go on meanwhile. */
export class WriteTurns {
  /** By resource id: when the last change so far has ended, however it ended. */
  readonly #ends = new Map<string, Promise<void>>();

  /** `work` does not begin when nobody waits for it any more: then this rejects with the reason of the abort. */
  async next<T>(resourceId: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#ends.get(resourceId) ?? Promise.resolve();
    const turn = before.then(() => {
      signal.throwIfAborted();
      return work();
    });
    const end = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#ends.set(resourceId, end);
    try {
      return await turn;
    } finally {
      if (this.#ends.get(resourceId) === end) this.#ends.delete(resourceId);
    }
  }
}
