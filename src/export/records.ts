/** Every record of a query, page after page, with proof that none is missing (docs/network.md, "Policy"). */
import type { DatastoreClient } from '../datastore/client/client.ts';
import { DatastoreError } from '../datastore/client/errors.ts';
import type { Field } from '../base/field.ts';
import { planPages } from '../datastore/result/pagePlan.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { isEndOfFirst, readFirst, type StretchWindow } from '../datastore/result/stretch.ts';
import { pause } from '../base/untilAborted.ts';
import type { RecordRow } from '../base/cells.ts';
import { PageSize } from './pageSize.ts';
import { nameOf, PageWalk, type WalkStep } from './pageWalk.ts';
import { RunLog, type ExportProgress } from './runLog.ts';
import type { RunState } from './runState.ts';
import type { Way } from './strategy.ts';

export interface RecordBatch {
  /** The same for every batch, without the rank of a search. */
  readonly fields: readonly Field[];
  readonly rows: readonly RecordRow[];
  /** What goes on behind these records; absent where nothing can. */
  readonly state?: RunState;
}

export interface RunOptions {
  /** Called before each batch is given out. */
  readonly onProgress?: (progress: ExportProgress) => void;
  /** Called with the way to the next page, when it is known and when it changes. */
  readonly onWay?: (way: Way) => void;
  /** Goes on behind these records, of the same query. */
  readonly from?: RunState;
  /** For tests. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A portal that refills a table has none of its records for a while. */
const SECOND_LOOK_MS = 1500;

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
  if (options.from !== undefined) {
    // Teaches the dialect of a client that is new, too.
    await client.fields(query.resourceId, signal);
    const run = new Run(client, query, options.from, RunLog.behind(options.from, query));
    yield* run.pages(new PageSize(), signal, options);
    return;
  }
  const { page: first, asked } = await readFirst(client, query, signal);
  const { fields, leftOutFields, lossyText } = first;
  const { limit = Infinity } = query;
  const head = first.rows.slice(0, query.limit);
  const plan = planPages(query, first, client.dialect);
  const log = new RunLog(first, query);
  const ended = isEndOfFirst(first, asked) && !log.lacksAfter(head.length);
  const isWhole = ended || head.length >= limit || plan.query === undefined;
  if (isWhole && !ended && head.length < limit) log.note({ kind: 'distinctPage', shown: head.length });
  const startsRun = isWhole || plan.relation === 'continues';
  const taken = { rows: head, ended, hasNewFields: false, leftOutFields, lossyText };
  if (startsRun) {
    log.take(taken);
    options.onProgress?.(log.progress);
  }
  const last = startsRun ? head.at(-1) : undefined;
  if (plan.query === undefined || isWhole) {
    yield { fields, rows: head };
    return;
  }
  const begun = { fields, asked: plan.query, records: log.records };
  const run = new Run(client, query, { ...begun, ...(last && { last: nameOf(last, fields) }) }, log);
  if (startsRun) yield run.batch(head);
  yield* run.pages(new PageSize(first), signal, options);
}

/** A run behind its first answer. */
class Run {
  readonly #query: DatastoreQuery;
  readonly #asked: DatastoreQuery;
  readonly #fields: readonly Field[];
  readonly #walk: PageWalk;
  readonly #log: RunLog;

  constructor(
    client: DatastoreClient,
    query: DatastoreQuery,
    from: Pick<RunState, 'asked' | 'fields' | 'records'> & { readonly last?: string },
    log: RunLog,
  ) {
    this.#query = query;
    this.#asked = from.asked;
    this.#fields = from.fields;
    this.#walk = new PageWalk(client, from.asked, from.fields, from);
    this.#log = log;
  }

  batch(rows: readonly RecordRow[]): RecordBatch {
    const fields = this.#fields;
    const { records, counted: total, noted: notices } = this.#log;
    const { last } = this.#walk;
    if (last === undefined) return { fields, rows };
    const state = { fields, asked: this.#asked, records, last, notices };
    return { fields, rows, state: { ...state, ...(total !== undefined && { total }) } };
  }

  /** A page is asked for as soon as the one before it is known to be whole: the server works while that one is written. */
  async *pages(
    size: PageSize,
    signal: AbortSignal,
    options: RunOptions,
  ): AsyncGenerator<RecordBatch, void, undefined> {
    const log = this.#log;
    const { limit = Infinity } = this.#query;
    const stop = new AbortController();
    const whileTaken = AbortSignal.any([signal, stop.signal]);
    let [ended, way] = [false, this.#walk.way];
    options.onWay?.(way);
    const ask = (): Promise<WalkStep> | undefined => {
      if (ended || log.records >= limit) return undefined;
      if (way !== this.#walk.way) options.onWay?.((way = this.#walk.way));
      const window = this.#next(size);
      const after = log.lacksAfter(window.limit) ? this.#next(size, window.limit) : undefined;
      const step = this.#walk.step(window, whileTaken, after);
      // Whoever takes no more doesn't hear of it.
      step.catch(() => undefined);
      return step;
    };
    let ahead = ask();
    try {
      while (ahead !== undefined) {
        let step = await ahead;
        if (step.rows.length === 0 && log.lacksAfter(0)) {
          await (options.pause ?? pause)(SECOND_LOOK_MS, signal);
          step = await this.#lookAgain(size, signal);
        }
        size.learn(step, way);
        ended = step.ended;
        if (step.hasNewFields) throw new DatastoreError('fieldsChanged', step.host);
        if (!log.take(step)) throw new DatastoreError('repeatedPage', step.host);
        options.onProgress?.(log.progress);
        const batch = this.batch(step.rows);
        ahead = ask();
        yield batch;
      }
    } finally {
      stop.abort();
    }
  }

  /** `ahead`: behind so many records that have not come yet. */
  #next(size: PageSize, ahead = 0): StretchWindow {
    const { records, promised: total } = this.#log;
    const offset = records + ahead;
    const left = (this.#query.limit ?? Infinity) - offset;
    const limit = Math.min(size.records(this.#walk.way), left, this.#walk.most);
    return { offset, limit, fields: this.#fields, ...(total !== undefined && { total }) };
  }

  /** An end that came too soon, seen again together with the total of now. */
  async #lookAgain(size: PageSize, signal: AbortSignal): Promise<WalkStep> {
    const step = await this.#walk.step({ ...this.#next(size), counts: true }, signal);
    this.#log.recount(step.total);
    const { records: found, promised } = this.#log;
    if (step.rows.length > 0 || promised === undefined || promised === found) return step;
    // Some that came were deleted since.
    if (step.hasLast === true && promised > 0 && promised < found) return step;
    throw new DatastoreError('incomplete', step.host, { details: { found, promised } });
  }
}
