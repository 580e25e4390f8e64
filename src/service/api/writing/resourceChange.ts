/** What every change of a created resource has around it. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { CreatedTable, Description, StoredField } from '../../store/description.ts';
import { columnsOf } from '../../engine/duckdb/columns.ts';
import { mapInSteps } from '../../../base/timeSlice.ts';
import type { ServedFolder } from '../../engine/duckdb/servedFolder.ts';
import { idsFrom, type StoredRecord } from '../../engine/duckdb/tableRows.ts';
import { notFound } from '../../ckan/actionError.ts';
import { recordWriter } from '../search/recordsText.ts';
import { readOnly } from './writeParameters.ts';

export interface ChangingResource {
  readonly description: Description;
  readonly created: CreatedTable;
}

/** By id alone. Throws ActionError for one that is not there, has no records, or comes from a file. */
export async function changingResource(
  folder: ServedFolder,
  id: string,
  signal: AbortSignal,
): Promise<ChangingResource> {
  const description = await folder.current(id, signal);
  if (description?.resource.id !== id) throw notFound();
  const { created } = description;
  if (created === undefined) throw readOnly();
  if (!created.isActive) throw notFound(`Resource "${id}" was not found.`);
  return { description, created };
}

export function newDataFile(id: string): string {
  return `${id}.${randomUUID().slice(0, 8)}.duckdb`;
}

export async function dropDataFile(folder: ServedFolder, data: string): Promise<void> {
  await folder.engine.detach(data).catch(() => undefined);
  for (const name of [data, `${data}.wal`])
    await rm(join(folder.catalogue.directory, name), { force: true }).catch(() => undefined);
}

/** From here on the change counts for the next request. */
export async function describe(
  folder: ServedFolder,
  { resource, ...description }: Description,
): Promise<void> {
  const { size } = await stat(join(folder.catalogue.directory, description.data));
  await folder.catalogue.replace({
    ...description,
    // Whoever asks counts them, because data and description can't change in one step.
    resource: { ...resource, records: 0, modified: Date.now(), stored: size },
  });
}

/** Goes on where the last record's number was, around those that records brought with them. */
export async function recordNumbers(
  folder: ServedFolder,
  database: string,
  nextId: number,
  signal: AbortSignal,
): Promise<RecordNumbers> {
  return new RecordNumbers(nextId, await idsFrom(nextId, folder.engine, database, signal));
}

/** As `datastore_search` shows them. */
export async function recordsJson(
  fields: readonly StoredField[],
  records: readonly StoredRecord[],
): Promise<string> {
  const write = recordWriter([...columnsOf(fields, 'stored').values()], 'objects');
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

const turnsOf = new WeakMap<ServedFolder, WriteTurns>();

export function writeTurns(folder: ServedFolder): WriteTurns {
  const turns = turnsOf.get(folder) ?? new WriteTurns();
  turnsOf.set(folder, turns);
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
