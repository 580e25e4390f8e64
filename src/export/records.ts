/** Every record of a query, page by page, with proof that none is missing (docs/network.md, "Policy"). */
import type { DatastoreClient } from '../datastore/client/client.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { defined } from '../base/defined.ts';
import type { Field } from '../base/field.ts';
import { planPages } from '../datastore/result/pagePlan.ts';
import type { Page } from '../datastore/wire/model.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { isEndOfFirst, readFirst, readStep, type StretchWindow } from '../datastore/result/stretch.ts';
import { endsWithin, pause } from '../base/untilAborted.ts';
import type { RecordRow } from '../base/cells.ts';
import { hasSeams, seamOf, Seams } from './edition.ts';
import type { FormatNote } from './formatNote.ts';
import { PAGES_AT_ONCE, PageSize } from './pageSize.ts';
import { PageWalk, type WalkStep } from './pageWalk.ts';
import { type ExportProgress, RunLog, type ResumeState } from './runLog.ts';
import type { PagingStrategy } from './strategy.ts';

export interface RecordBatch {
  /** Fields of every batch. The rank of a search isn't included. */
  readonly fields: readonly Field[];
  readonly rows: readonly RecordRow[];
  /** Records that the server has written in the export's format, instead of rows. */
  readonly text?: readonly Uint8Array[];
  /** The notes of a file that the server has built, so that nothing is built from the records. */
  readonly built?: readonly FormatNote[];
  /** The state for resuming behind these records. Undefined if the run can't be resumed. */
  readonly state?: ResumeState;
}

export interface RunOptions {
  /** Called with the first answer, unless the run is resumed. */
  readonly onFirst?: (page: Page) => void;
  /** Called before each batch is returned. */
  readonly onProgress?: (progress: ExportProgress) => void;
  readonly onWay?: (way: PagingStrategy) => void;
  /** The state to resume from, of the same query. */
  readonly from?: ResumeState;
  /** Whether to resume although the data has changed. The notice `recordsMoved` then says so. */
  readonly acceptsChanges?: boolean;
  /** Most pages that are requested at a time, 1 to 3; 2 if absent. */
  readonly pagesAtOnce?: number;
  /** Tests replace this to save time. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const EDITION_MS = 2000;

/** Time before an empty page is requested again. A portal that reloads a table has none of its records for a while. */
const SECOND_LOOK_MS = 1500;

/** After so many short pages in a row behind all counted records, these are counted again: the table may grow. */
const SHORT_PAGES = 8;

/**
 * Yields at least one batch, so that the fields are known even without records. A query whose limit fits a page takes
 * one request. Otherwise records come in `_id` order, or in the query's sort with `_id` behind it, until a request
 * behind the last one returns none. A table that grows at each request ends at a new count instead. Each page is tied
 * to the one before by a record that both contain. Throws HttpError, DatastoreError (`dataChanged`, `repeatedPage`,
 * `incomplete` and `fieldsChanged` if these aren't all records of one table), or the signal's reason.
 */
export async function* allRecords(
  client: DatastoreClient,
  query: DatastoreQuery,
  signal: AbortSignal,
  options: RunOptions = {},
): AsyncGenerator<RecordBatch, void, undefined> {
  const { from, pagesAtOnce = PAGES_AT_ONCE.usual } = options;
  if (from !== undefined) {
    // This request teaches a new client the server's dialect.
    await client.fields(query.resourceId, signal);
    const run = new Run(client, query, from, RunLog.behind(from, query), options);
    await run.requireSeams(from.seams, signal);
    yield* run.pages(new PageSize(pagesAtOnce), signal);
    return;
  }
  const { page: first, sent } = await readFirst((sent) => client.search(sent, undefined, signal), query);
  options.onFirst?.(first);
  const { fields, leftOutFields, lossyText } = first;
  const { limit = Infinity } = query;
  const head = first.rows.slice(0, query.limit);
  const plan = planPages(query, first, client.dialect);
  const log = new RunLog(first, query);
  const size = new PageSize(pagesAtOnce, first);
  const lacksRecords = log.lacksAfter(head.length);
  const isBestFirst = plan.relation !== 'continues' && head.length > 0;
  const isOnePage = query.limit !== undefined && limit <= (client.dialect.facts.maxLimit ?? Infinity);
  const ended =
    !lacksRecords &&
    head.length < limit &&
    (head.length === 0 ||
      (isOnePage && isEndOfFirst(first, sent)) ||
      (isBestFirst && log.promised !== undefined && (await endsAt(client, query, head.length, fields, signal))));
  const isWhole = ended || head.length >= limit || plan.query === undefined;
  if (isWhole && !ended && head.length < limit) log.note({ kind: 'distinctPage', shown: head.length });
  const startsRun = isWhole || plan.relation === 'continues';
  const taken = { rows: head, ended, hasNewFields: false, leftOutFields, lossyText };
  if (startsRun) {
    log.take(taken);
    options.onProgress?.(log.progress);
  }
  if (plan.query === undefined || isWhole) {
    yield { fields, rows: head };
    return;
  }
  const last = startsRun ? head.at(-1) : undefined;
  const seams = last === undefined ? [] : [seamOf(last, fields, head.length)];
  const begun = { fields, query: plan.query, records: log.records, seams, atOnce: first.rows.length };
  const run = new Run(client, query, begun, log, options);
  yield* run.pages(size, signal, startsRun ? head : []);
}

/** Whether a request behind the first answer's records, in its own order, returns none. */
async function endsAt(
  client: DatastoreClient,
  query: DatastoreQuery,
  offset: number,
  fields: readonly Field[],
  signal: AbortSignal,
): Promise<boolean> {
  const window = { offset, limit: Math.max(1, offset), fields };
  return (await readStep(client, query, window, signal)).rows.length === 0;
}

class Run {
  readonly #client: DatastoreClient;
  readonly #query: DatastoreQuery;
  readonly #pageQuery: DatastoreQuery;
  readonly #fields: readonly Field[];
  readonly #walk: PageWalk;
  readonly #log: RunLog;
  readonly #options: RunOptions;
  #seams: Seams;
  #edition: string | undefined;
  #lastCount = Infinity;
  /** Settles when the portal has returned the edition, or failed to. */
  #firstEdition: Promise<void> | undefined;

  constructor(
    client: DatastoreClient,
    query: DatastoreQuery,
    from: Pick<ResumeState, 'query' | 'fields' | 'records' | 'seams' | 'edition'> & { readonly atOnce?: number },
    log: RunLog,
    options: RunOptions,
  ) {
    this.#client = client;
    this.#query = query;
    this.#pageQuery = from.query;
    this.#fields = from.fields;
    this.#walk = new PageWalk(client, from.query, from.fields, { ...from, last: from.seams.at(-1) });
    this.#log = log;
    this.#options = options;
    this.#seams = new Seams(from.seams);
    this.#edition = from.edition;
  }

  #batch(rows: readonly RecordRow[]): RecordBatch {
    const fields = this.#fields;
    const { records, counted: total, noted: notices } = this.#log;
    const seams = this.#seams.all;
    if (seams.length === 0) return { fields, rows };
    const run = { query: this.#pageQuery, records, seams, notices, total, edition: this.#edition };
    return { fields, rows, state: defined({ fields, ...run }) };
  }

  /** Throws DatastoreError `dataChanged` unless the earlier records are still in this table. */
  async requireSeams(seams: ResumeState['seams'], signal: AbortSignal): Promise<void> {
    const isSame =
      (await this.#hasEdition(signal)) && (await hasSeams(this.#client, this.#pageQuery, this.#fields, seams, signal));
    if (isSame) return;
    this.#acceptChange(await this.#client.host(signal));
    this.#seams = new Seams();
  }

  /** Requests the next page as soon as one is complete, so that the server works while records are written. */
  async *pages(
    size: PageSize,
    signal: AbortSignal,
    head: readonly RecordRow[] = [],
  ): AsyncGenerator<RecordBatch, void, undefined> {
    const log = this.#log;
    let { limit: end = Infinity } = this.#query;
    const { onWay, onProgress, pause: wait = pause, pagesAtOnce = PAGES_AT_ONCE.usual } = this.#options;
    const stop = new AbortController();
    const whileTaken = AbortSignal.any([signal, stop.signal]);
    let [ended, way, shortPages, requested] = [false, this.#walk.way, 0, 0];
    onWay?.(way);
    const ask = (): Promise<WalkStep> | undefined => {
      if (ended || log.records >= end) return undefined;
      if (way !== this.#walk.way) onWay?.((way = this.#walk.way));
      const [window, ...after] = this.#plan(size, pagesAtOnce, end);
      if (this.#walk.left === 0) requested = window.limit;
      const step = this.#walk.step(window, whileTaken, after);
      // A failure after the reader has left must not become an unhandled rejection.
      step.catch(() => undefined);
      return step;
    };
    const beginEdition = () => (this.#firstEdition ??= this.#readEdition(whileTaken));
    // Only an export of several pages can meet two editions.
    if (log.lacksAfter(0) || log.promised === undefined) void beginEdition();
    let ahead: ReturnType<typeof ask>;
    let host = '';
    try {
      ahead = ask();
      if (head.length > 0) {
        // The state of the first page should include the edition, unless the portal takes long to return it.
        await endsWithin(EDITION_MS, this.#firstEdition ?? Promise.resolve());
        yield this.#batch(head);
      }
      while (ahead !== undefined) {
        signal.throwIfAborted();
        let step = await ahead;
        if (step.rows.length === 0 && log.lacksAfter(0)) {
          await wait(SECOND_LOOK_MS, signal);
          step = await this.#lookAgain(size, signal);
        }
        ({ host, ended } = step);
        const { answer } = step;
        size.learn(answer, way, requested);
        if (step.hasNewFields) throw new DatastoreError('fieldsChanged', host);
        const isShort = answer.records < Math.min(answer.limit, this.#walk.mostAtOnce);
        if (answer.isWhole) shortPages = isShort && !log.lacksAfter(0) ? shortPages + 1 : 0;
        if (!log.take(step)) throw new DatastoreError('repeatedPage', host);
        if (step.isTorn === true) this.#acceptChange(host);
        const { last } = this.#walk;
        if (step.rows.length > 0 && last !== undefined) this.#seams.add(last);
        if (shortPages === SHORT_PAGES) {
          shortPages = 0;
          end = Math.min(end, await this.#endOfGrowth(whileTaken));
        }
        onProgress?.(log.progress);
        ahead = ask();
        if (step.rows.length > 0) void beginEdition();
        yield this.#batch(step.rows);
      }
      await this.#firstEdition;
      if (!(await this.#hasEdition(signal))) this.#acceptChange(host);
      onProgress?.(log.progress);
    } finally {
      stop.abort();
    }
  }

  async #readEdition(signal: AbortSignal): Promise<void> {
    const edition = await this.#client.edition(this.#query.resourceId, signal).catch(() => undefined);
    this.#edition ??= edition;
  }

  /** Throws DatastoreError `dataChanged` unless people accept changes. */
  #acceptChange(host: string): void {
    if (this.#options.acceptsChanges !== true) throw new DatastoreError('dataChanged', host);
    this.#log.note({ kind: 'recordsMoved' });
  }

  /** Whether the portal reports the edition that it reported before. A portal that reports none contradicts nothing. */
  async #hasEdition(signal: AbortSignal): Promise<boolean> {
    const before = this.#edition;
    if (before === undefined) return true;
    this.#edition = (await this.#client.edition(this.#query.resourceId, signal)) ?? before;
    return this.#edition === before;
  }

  /** The next pages, or the rest of one and those behind it, up to `end`; at most one behind all promised records. */
  #plan(size: PageSize, most: number, end: number): readonly [StretchWindow, ...StretchWindow[]] {
    const { records } = this.#log;
    const { left } = this.#walk;
    const first = left > 0 ? { ...this.#next(size), limit: left } : this.#next(size);
    const after: StretchWindow[] = [];
    for (let last = first; after.length < (left > 0 ? most : most - 1); after.push(last)) {
      const next = last.offset + last.limit;
      if (!this.#log.lacksAfter(last.offset - records) || next >= end) break;
      last = this.#next(size, next - records);
    }
    return [first, ...after];
  }

  /** The next page, `ahead` records on; never beyond the total, because only full pages show where the next begins. */
  #next(size: PageSize, ahead = 0): StretchWindow {
    const { records, promised: total } = this.#log;
    const offset = records + ahead;
    const left = (this.#query.limit ?? Infinity) - offset;
    const promised = total === undefined || total <= offset ? Infinity : total - offset;
    // Each page of a summary groups all records again, however few groups it has.
    const { way, isSliced } = this.#walk;
    const most = this.#query.summary === undefined ? size.records(way, isSliced) : Infinity;
    const limit = Math.min(this.#walk.begunLimit(offset) ?? most, left, promised, this.#walk.most);
    return defined({ offset, limit, fields: this.#fields, total, inSlices: way !== 'offset' });
  }

  /** Counts the records again. Returns Infinity unless the count keeps growing, because an old count proves nothing. */
  async #endOfGrowth(signal: AbortSignal): Promise<number> {
    const fields = this.#fields.map(({ id }) => id);
    const window = { offset: 0, limit: 0, fields, counts: true, exactTotal: true };
    const page = await this.#client.search(this.#query, window, signal).catch(() => undefined);
    const count = page?.totalIsEstimate === false ? (page.total ?? 0) : 0;
    const grows = count > this.#lastCount && count >= this.#log.records;
    this.#lastCount = count;
    if (!grows) return Infinity;
    this.#log.recount(count);
    return count;
  }

  async #lookAgain(size: PageSize, signal: AbortSignal): Promise<WalkStep> {
    const step = await this.#walk.step({ ...this.#next(size), counts: true }, signal);
    this.#log.recount(step.total);
    const { records: count, promised } = this.#log;
    if (step.rows.length > 0 || promised === undefined || promised === count) return step;
    // Records that came were deleted meanwhile, or the table is another one.
    if (promised < count && (promised > 0 || step.isTorn === true)) return step;
    throw new DatastoreError('incomplete', step.host, { details: { found: count, promised } });
  }
}
