/** Every record of a query, page after page, with proof that none is missing (docs/network.md, "Policy"). */
import type { DatastoreClient } from '../datastore/client/client.ts';
import { DatastoreError } from '../datastore/client/errors.ts';
import type { Field } from '../base/field.ts';
import type { Page } from '../datastore/client/model.ts';
import { planPages } from '../datastore/result/pagePlan.ts';
import { conditionWith, narrowed } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import {
  isEndOfFirst,
  readStep,
  type Step,
  type Stretch,
  type StretchWindow,
} from '../datastore/result/stretch.ts';
import { pause } from '../base/untilAborted.ts';
import type { CellValue, RecordRow } from '../base/cells.ts';
import { RunLog, type ExportProgress } from './runLog.ts';

export interface RecordBatch {
  /** The same for every batch, without the rank of a search. */
  readonly fields: readonly Field[];
  readonly rows: readonly RecordRow[];
}

export interface RunOptions {
  /** Called before each batch is given out. */
  readonly onProgress?: (progress: ExportProgress) => void;
  /** For tests. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A portal that refills a table has none of its records for a while. */
const SECOND_LOOK_MS = 1500;
/** UTF-16 units of an answer to aim at: large pages make fewer offsets, small ones need less memory. */
const ANSWER_SIZE = 6 * 1024 * 1024;
const MAX_PAGE_RECORDS = 32_000;

/**
 * Gives at least one batch, so that the fields are known even of nothing. One request where the query's limit fits a
 * page; otherwise the records come in `_id` order, or in the query's sort with `_id` behind it. Throws HttpError,
 * DatastoreError (`repeatedPage`, `incomplete` and `fieldsChanged` where these are not all records of one table), or the
 * reason of an abort.
 */
export async function* allRecords(
  client: DatastoreClient,
  query: DatastoreQuery,
  signal: AbortSignal,
  options: RunOptions = {},
): AsyncGenerator<RecordBatch, void, undefined> {
  const first = await client.search(query, undefined, signal);
  const { fields } = first;
  const { limit = Infinity } = query;
  const head = first.rows.slice(0, query.limit);
  const plan = planPages(query, first, client.dialect);
  const log = new RunLog(first, query);
  const take = (stretch: Stretch): RecordBatch => {
    if (stretch.hasNewFields) throw new DatastoreError('fieldsChanged', first.host);
    if (!log.take(stretch)) throw new DatastoreError('repeatedPage', first.host);
    options.onProgress?.(log.progress);
    return { fields, rows: stretch.rows };
  };

  let ended = isEndOfFirst(first, query) && !log.lacksAfter(head.length);
  const isWhole = ended || head.length >= limit || plan.query === undefined;
  if (isWhole && !ended && head.length < limit) log.note({ kind: 'distinctPage', shown: head.length });
  const startsRun = isWhole || plan.relation === 'continues';
  const { leftOutFields, lossyText } = first;
  if (startsRun) yield take({ rows: head, ended, hasNewFields: false, leftOutFields, lossyText });
  if (isWhole) return;

  const walk = new PageWalk(client, plan.query, fields, startsRun ? head : []);
  let most = recordsPerPage(first);
  const next = (): StretchWindow => {
    const { records: offset, promised: total } = log;
    return { offset, limit: Math.min(most, limit - offset), fields, ...(total !== undefined && { total }) };
  };
  /** An end that came too soon, seen again together with the total of now. */
  const lookAgain = async (): Promise<Step> => {
    await (options.pause ?? pause)(SECOND_LOOK_MS, signal);
    const step = await walk.step({ ...next(), counts: true }, signal);
    log.recount(step.total);
    const { records: found, promised } = log;
    if (step.rows.length > 0 || promised === undefined || promised === found) return step;
    throw new DatastoreError('incomplete', first.host, { details: { found, promised } });
  };
  while (!ended && log.records < limit) {
    let step = await walk.step(next(), signal);
    if (step.rows.length === 0 && log.lacksAfter(0)) step = await lookAgain();
    most = Math.min(most, step.asked);
    ended = step.ended;
    yield take(step);
  }
}

function recordsPerPage({ rows, size }: Page): number {
  const recordSize = Math.max(1, size / Math.max(1, rows.length));
  return Math.max(1, Math.min(MAX_PAGE_RECORDS, Math.floor(ANSWER_SIZE / recordSize)));
}

/** The way from one page to the next: behind the last `_id` where the server knows ranges, else by offset. */
class PageWalk {
  readonly #client: DatastoreClient;
  readonly #query: DatastoreQuery;
  readonly #idColumn: number;
  #byId: boolean;
  #last: CellValue | undefined;

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
