/**
 * Checks that a table is still the one that an export began with. A portal may reload a table at any time. The new
 * records have the same fields, and `_id` from 1 again, so only whole records and the portal's own dates tell them
 * apart.
 */
import type { RecordRow } from '../base/cells.ts';
import { stringifyExact } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { DatastoreError, type DatastoreErrorKind } from '../datastore/wire/errors.ts';
import { conditionWith } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { hashOfRecord } from '../datastore/result/pageEdges.ts';
import { readStep } from '../datastore/result/stretch.ts';

/** A record that came earlier. Receiving it again unchanged ties later records to earlier ones. */
export interface Seam {
  /** Position among all records of the export, counted from 1. */
  readonly record: number;
  /** The record's `_id` as JSON text. Undefined if records don't have one. */
  readonly id?: string;
  readonly hash: string;
}

export function seamOf(row: RecordRow, fields: readonly Field[], record: number): Seam {
  const column = fields.findIndex(({ id }) => id === '_id');
  const id = column < 0 ? {} : { id: stringifyExact(row[column] ?? null) };
  return { record, ...id, hash: hashOfRecord(row) };
}

/** Number of pages between two seams that are kept. */
const PAGES_APART = 50;
/** Above this number every second seam is dropped, so that a journal stays small after many pages. */
const MOST_SEAMS = 100;

/** Seams of an export: the last records of the first page, of one page in 50, and of the newest page. */
export class Seams {
  #kept: readonly Seam[];
  #newest: Seam | undefined;
  #pagesApart = PAGES_APART;
  #pages = 0;

  constructor(kept: readonly Seam[] = []) {
    this.#kept = kept;
    this.#newest = kept.at(-1);
  }

  get all(): readonly Seam[] {
    const newest = this.#newest;
    return newest === undefined || this.#kept.includes(newest) ? this.#kept : [...this.#kept, newest];
  }

  add(seam: Seam): void {
    this.#newest = seam;
    this.#pages += 1;
    if (this.#kept.length > 0 && this.#pages < this.#pagesApart) return;
    this.#pages = 0;
    this.#kept = [...this.#kept, seam];
    if (this.#kept.length <= MOST_SEAMS) return;
    this.#kept = this.#kept.filter((_, place) => place % 2 === 0);
    this.#pagesApart *= 2;
  }
}

/** Errors of requests that a server can't answer, so that another way is tried. */
export const UNANSWERABLE: ReadonlySet<DatastoreErrorKind> = new Set([
  'validation',
  'noRanges',
  'unsupportedFilter',
  'sqlNotAllowed',
  'tooLong',
  'ignoresFilters',
]);

/**
 * Whether these records still exist unchanged: by `_id` in one request (several if the server's cap is lower), or else
 * each at its position. `query` and `fields` are those of the pages. Throws like a search.
 */
export async function hasSeams(
  client: DatastoreClient,
  query: DatastoreQuery,
  fields: readonly Field[],
  seams: readonly Seam[],
  signal: AbortSignal,
): Promise<boolean> {
  const isByIds = !asksForIds(query) && seams.every(({ id }) => id !== undefined);
  const byIds = isByIds ? await hasSeamsById(client, query, fields, seams, signal) : undefined;
  if (byIds !== undefined) return byIds;
  for (const { record, hash } of seams) {
    const { rows } = await readStep(client, query, { offset: record - 1, limit: 1, fields }, signal);
    if (rows[0] === undefined || hashOfRecord(rows[0]) !== hash) return false;
  }
  return true;
}

/** Checks the seams by lists of `_id`. Undefined if the server doesn't answer such lists properly. */
async function hasSeamsById(
  client: DatastoreClient,
  query: DatastoreQuery,
  fields: readonly Field[],
  seams: readonly Seam[],
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const left = new Map(seams.map(({ id = '', hash }) => [id, hash]));
  try {
    while (left.size > 0) {
      const ids = conditionWith('_id', `[${[...left.keys()].join(',')}]`);
      const narrow = { ...query, filters: [...(query.filters ?? []), ids] };
      const { rows } = await readStep(client, narrow, { offset: 0, limit: left.size, fields }, signal);
      if (rows.length === 0) return false;
      for (const row of rows) {
        const { id = '', hash } = seamOf(row, fields, 0);
        const expected = left.get(id);
        // The server returned a record that isn't in the list, or one of them twice.
        if (expected === undefined) return undefined;
        if (expected !== hash) return false;
        left.delete(id);
      }
    }
    return true;
  } catch (error) {
    if (error instanceof DatastoreError && UNANSWERABLE.has(error.kind)) return undefined;
    throw error;
  }
}

/** Whether the query filters by `_id`, or may do so, or asks for groups. A list of `_id` can't be added then. */
export function asksForIds({ filters = [], summary }: DatastoreQuery): boolean {
  return summary !== undefined || filters.some(({ field }) => field === '_id' || field === null);
}
