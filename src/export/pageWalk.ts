/** The way from one page to the next: behind the last `_id` where the server knows ranges, else by offset. */
import type { DatastoreClient } from '../datastore/client/client.ts';
import { DatastoreError } from '../datastore/client/errors.ts';
import type { Field } from '../base/field.ts';
import { conditionWith, narrowed } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { readStep, type Step, type StretchWindow } from '../datastore/result/stretch.ts';
import type { ExactValue, RecordRow } from '../base/cells.ts';

export class PageWalk {
  readonly #client: DatastoreClient;
  readonly #query: DatastoreQuery;
  readonly #idColumn: number;
  #byId: boolean;
  #last: ExactValue | undefined;

  /** `query` must have a total order; `head` are the records that precede the first step. */
  constructor(
    client: DatastoreClient,
    query: DatastoreQuery,
    fields: readonly Field[],
    head: readonly RecordRow[],
  ) {
    this.#client = client;
    this.#query = query;
    this.#idColumn = fields.findIndex(({ id }) => id === '_id');
    this.#byId = client.dialect.hasRanges && isSortedById(query);
    this.#last = head.at(-1)?.[this.#idColumn];
  }

  async step(window: StretchWindow, signal: AbortSignal): Promise<Step> {
    const step =
      (await this.#stepById(window, signal)) ?? (await readStep(this.#client, this.#query, window, signal));
    this.#last = step.rows.at(-1)?.[this.#idColumn] ?? this.#last;
    return step;
  }

  /** Offsets cost the server more the further they go, ranges cost nothing (docs/ckan.md 10). */
  async #stepById(window: StretchWindow, signal: AbortSignal): Promise<Step | undefined> {
    if (!this.#byId || typeof this.#last !== 'number') return undefined;
    const filters = narrowed(this.#query.filters, conditionWith('_id', `{"gt":${this.#last}}`));
    if (filters === undefined) return undefined;
    const query = { ...this.#query, sort: [{ field: '_id', descending: false }], filters };
    const { offset, total, ...rest } = window;
    const left = total === undefined ? {} : { total: total - offset };
    try {
      const step = await readStep(this.#client, query, { ...rest, ...left, offset: 0 }, signal);
      return step.total === undefined ? step : { ...step, total: offset + step.total };
    } catch (error) {
      // A server may speak of ranges and mean something else.
      if (!(error instanceof DatastoreError) || error.kind !== 'validation') throw error;
      this.#byId = false;
      return undefined;
    }
  }
}

function isSortedById({ sort = [], distinct }: DatastoreQuery): boolean {
  const [first] = sort;
  return distinct !== true && (first === undefined || (first.field === '_id' && !first.descending));
}
