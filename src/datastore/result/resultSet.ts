/** The result of a query: fields, counts, and ranges of rows from a cache of pages. */
import type { RecordRow } from '../../base/cells.ts';
import type { DatastoreClient } from '../client/client.ts';
import { defined } from '../../base/defined.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { Extent, type MatchCount } from './extent.ts';
import type { Field } from '../../base/field.ts';
import type { Page } from '../wire/model.ts';
import type { PlainNotice, ResultNotice } from './notice.ts';
import { PageCache } from './pageCache.ts';
import { PageEdges } from './pageEdges.ts';
import { countsApart } from '../dialect/dialect.ts';
import { planPages, type PagePlan } from './pagePlan.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { SummaryFacts } from '../query/summary.ts';
import { FEWER, isEndOfFirst, readFirst, readStretch, RecordIds, type Stretch } from './stretch.ts';
import { SharedWork } from '../../base/sharedWork.ts';
import { allOrNone } from '../../base/untilAborted.ts';
import { TimeSlice } from '../../base/timeSlice.ts';

/** Size of the parsed answers that are cached, in UTF-16 code units. */
const CACHE_SIZE = 16 * 1024 * 1024;

/** Number of rows that a grid shows first, at most. */
const FIRST_WINDOW = 200;
/** Rows of a screen, unless its size is told. */
const SCREEN = 60;
const LEAST_SCREEN = 20;

export interface LoadedRows {
  readonly first: number;
  readonly rows: readonly RecordRow[];
}

/** One result of a query, shared by all readers of a panel. */
interface ResultSizes {
  /** UTF-16 code units of the records that are kept. */
  readonly cacheSize?: number | undefined;
  readonly rowsInView?: number | undefined;
}

export class ResultSet {
  readonly query: DatastoreQuery;
  /** The shown fields, without the rank of a search. */
  readonly fields: readonly Field[];
  readonly elapsedMs: number;
  readonly firstPageRows: number;
  /** What is said of a summary, whose rows are groups. */
  readonly summary: SummaryFacts | undefined;
  readonly #client: DatastoreClient;
  readonly #plan: PagePlan;
  readonly #extent: Extent;
  readonly #pageSize: number;
  readonly #countsAll: boolean;
  readonly #pages: PageCache<Stretch>;
  readonly #requests = new SharedWork<number, Stretch>();
  readonly #ids: RecordIds;
  /** Undefined if the order isn't total, so that records may move without a change. */
  readonly #edges: PageEdges | undefined;
  readonly #notices = new Map<ResultNotice['kind'], ResultNotice>();
  readonly #listeners = new Set<() => void>();
  /** The first answer's rows within the budget, as long as their positions fit the order of the pages. */
  #head: readonly RecordRow[];
  /** The count that is running, if it has `stop`, or that waits for `resumeCount`. */
  #counting: { readonly stop?: AbortController; readonly edition: string | undefined } | undefined;
  /** Aborted when the result is closed. */
  readonly #end = new AbortController();

  private constructor(
    client: DatastoreClient,
    query: DatastoreQuery,
    {
      first,
      sent,
      isUncounted,
    }: { readonly first: Page; readonly sent: DatastoreQuery; readonly isUncounted: boolean },
    cacheSize: number,
  ) {
    this.query = query;
    this.fields = first.fields;
    this.elapsedMs = first.elapsedMs;
    this.summary = first.summary;
    this.#client = client;
    this.#plan = planPages(query, first, client.dialect);
    // The limit applies even if the server ignores it.
    const rows = first.rows.slice(0, query.limit);
    this.firstPageRows = rows.length;
    this.#pageSize = pageSize(first, client.dialect.facts.maxLimit);
    this.#countsAll = first.countsAll === true;
    this.#extent = new Extent({
      total: first.total,
      limit: query.limit,
      isEstimate: first.totalIsEstimate,
      mayCountPage: this.#plan.query !== undefined && !this.#countsAll && mayBeCap(rows.length),
      step: this.#pageSize,
    });
    this.#extent.update(0, rows.length, isEndOfFirst(first, sent, isUncounted));
    const recordSize = first.size / Math.max(1, first.rows.length);
    this.#head = rows.slice(0, rowsToKeep(rows.length, recordSize, this.#plan, cacheSize));
    this.#pages = new PageCache(Math.max(1, cacheSize - this.#head.length * recordSize));
    // Groups by `_id` aren't records, and need not be unique in it.
    this.#ids = new RecordIds(query.summary === undefined ? first.fields : []);
    const { query: pages, isTotal } = this.#plan;
    this.#edges = pages && isTotal ? new PageEdges(pages, first.fields) : undefined;
    this.#notice(first.leftOutFields, 'fieldsLeftOut');
    this.#notice(first.lossyText, 'lossyText');
    this.#notice(first.mayNotMatch === true, 'filtersUnproven');
    if (first.rank) this.#notices.set('rankHidden', { kind: 'rankHidden', ...first.rank });
    this.#notice(first.isUnsorted === true && this.#extent.rowCount > rows.length, 'unsortedPage');
    if (this.#plan.query === undefined && this.#extent.rowCount > rows.length) {
      this.#notices.set('distinctPage', { kind: 'distinctPage', shown: this.#head.length });
    }
  }

  /**
   * Runs a query with one request, if its limit allows that. A total that has a request of its own waits for
   * `resumeCount`, and the first page then has as many records as there are rows in view, because nearly all of its time
   * goes to finding them.
   */
  static async open(
    client: DatastoreClient,
    query: DatastoreQuery,
    signal: AbortSignal,
    { cacheSize = CACHE_SIZE, rowsInView = SCREEN }: ResultSizes = {},
  ): Promise<ResultSet> {
    const isUncounted = countsApart(query, client.dialect);
    const search = (asking: DatastoreQuery): Promise<Page> =>
      isUncounted ? client.searchUncounted(asking, signal) : client.search(asking, undefined, signal);
    const screen = Math.max(rowsInView, LEAST_SCREEN);
    const first = isUncounted ? { ...query, limit: Math.min(query.limit ?? screen, screen) } : query;
    // A smaller limit can't help here, and people would wait longer for the error.
    const canAskForFewer = (first.limit ?? 0) > FEWER;
    const { page, sent } = canAskForFewer ? await readFirst(search, first) : { page: await search(first), sent: first };
    const result = new ResultSet(client, query, { first: page, sent, isUncounted }, cacheSize);
    await result.#learnIds(signal);
    if (isUncounted && result.count.kind !== 'exact') result.#counting = { edition: page.edition };
    return result;
  }

  /** Whether the total is still being counted. */
  get isCounting(): boolean {
    return this.#counting !== undefined;
  }

  get count(): MatchCount {
    return this.#extent.count;
  }

  get rowCount(): number {
    return this.#plan.query === undefined ? this.#head.length : this.#extent.rowCount;
  }

  get rowCountIsFinal(): boolean {
    return this.#plan.query === undefined || this.#extent.isFinal;
  }

  /** Whether every record has exactly one position. */
  get order(): 'total' | 'unstable' {
    const isWhole = this.rowCount <= this.firstPageRows && this.rowCountIsFinal;
    return isWhole || (this.#plan.isTotal && this.#plan.relation !== 'reorders') ? 'total' : 'unstable';
  }

  /** Number of records in the resource. Undefined if the query excludes some or the portal doesn't count. */
  get resourceCount(): number | undefined {
    const { q, filters, distinct, summary } = this.query;
    const isNarrowed = q !== undefined || filters !== undefined || distinct === true || summary !== undefined;
    return isNarrowed || this.count.kind !== 'exact' ? undefined : this.count.value;
  }

  /** Whether the row is only available through the query of `continuation`. */
  isBehindContinuation(row: number): boolean {
    return this.continuation !== undefined && row >= this.firstPageRows;
  }

  /** The query for all records in `_id` order, if the first page's order can't be continued. */
  get continuation(): DatastoreQuery | undefined {
    return this.order === 'unstable' && this.#plan.relation === 'reorders' ? this.#plan.query : undefined;
  }

  get notices(): readonly ResultNotice[] {
    const { correction } = this.#extent;
    return [...this.#notices.values(), ...(correction ? [correction] : [])];
  }

  /** Calls the listener after counts or notices have changed. Returns a function that removes it. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Returns rows `first` (inclusive) to `last` (exclusive), fewer at the end of the data. With a `continuation`, none
   * after the first page. Throws HttpError, DatastoreError, or the reason of an abort.
   */
  async rows(first: number, last: number, signal: AbortSignal): Promise<readonly RecordRow[]> {
    signal.throwIfAborted();
    if (this.#end.signal.aborted) throw closed();
    const end = Math.min(last, this.rowCount);
    if (end <= first) return [];
    const { query, relation } = this.#plan;
    if (query === undefined || relation === 'reorders' || end <= this.#head.length) {
      return this.#head.slice(first, end);
    }
    if (relation === 'reordersTies') await this.#reorderTies(query, signal);
    const indices: number[] = [];
    for (let index = Math.floor(first / this.#pageSize); index * this.#pageSize < end; index += 1) {
      indices.push(index);
    }
    const pages = await allOrNone<Stretch[]>(
      (common) => indices.map((index) => this.#page(index, query, common)),
      signal,
    );
    // Rows after an incomplete page don't exist, or their positions are unknown.
    const full = pages.findIndex((page) => page.rows.length < this.#pageSize);
    const rows = pages.slice(0, full < 0 ? undefined : full + 1).flatMap((page) => page.rows);
    const offset = (indices[0] ?? 0) * this.#pageSize;
    return rows.slice(first - offset, end - offset);
  }

  /** The loaded rows in the order of the result, without overlaps. Sends no requests. */
  *loadedRows(): Iterable<LoadedRows> {
    if (this.#end.signal.aborted) return;
    let end = this.#head.length;
    if (end > 0) yield { first: 0, rows: this.#head };
    for (const [index, { rows }] of this.#pages.entries()) {
      const offset = index * this.#pageSize;
      const fresh = rows.slice(Math.max(0, end - offset), Math.max(0, this.rowCount - offset));
      if (fresh.length > 0) yield { first: Math.max(end, offset), rows: fresh };
      end = Math.max(end, offset + rows.length);
    }
  }

  dispose(): void {
    this.#end.abort(closed());
    this.#requests.abortAll(closed());
    this.#pages.clear();
    this.#listeners.clear();
  }

  /** Stops the count while a newer question is asked, which would wait for it. */
  pauseCount(): void {
    this.#counting?.stop?.abort();
  }

  /** Counts if the total is unknown: its records are painted, or the newer question was not answered. */
  resumeCount(): void {
    const { stop, edition } = this.#counting ?? {};
    if (this.#counting !== undefined && stop?.signal.aborted !== false) void this.#count(edition);
  }

  /**
   * Counts all records that match. The number stays unknown if the count fails, or if the file was imported again after
   * the page of this `edition`.
   */
  async #count(edition: string | undefined): Promise<void> {
    const stop = new AbortController();
    this.#counting = { stop, edition };
    const signal = AbortSignal.any([this.#end.signal, stop.signal]);
    const total = await this.#client.count(this.query, signal, edition).catch(() => undefined);
    if (stop.signal.aborted) return;
    this.#counting = undefined;
    if (total !== undefined) this.#extent.setTotal(total);
    if (!this.#end.signal.aborted) this.#changed();
  }

  async #learnIds(signal: AbortSignal): Promise<void> {
    if (this.#plan.relation !== 'continues') return;
    const slice = new TimeSlice(signal);
    for (let row = 0; row < this.#head.length; row += this.#pageSize) {
      const rows = this.#head.slice(row, row + this.#pageSize);
      this.#notice(this.#ids.add(rows, row / this.#pageSize) > 0, 'repeatedRecords');
      this.#edges?.add(row, rows, false);
      if (slice.isOver) await slice.next();
    }
  }

  /** Drops the first answer, because the pages sort it differently. Sets a notice if ties have moved. */
  async #reorderTies(query: DatastoreQuery, signal: AbortSignal): Promise<void> {
    if (this.#head.length === 0) return;
    const { rows } = await this.#page(0, query, signal);
    const length = Math.min(rows.length, this.#head.length);
    const hasMoved =
      this.query.sort !== undefined &&
      stringifyExact(rows.slice(0, length)) !== stringifyExact(this.#head.slice(0, length));
    this.#head = [];
    const isSorted = this.#notices.delete('unsortedPage');
    if (this.#notice(hasMoved, 'tiesReordered') || isSorted) this.#changed();
  }

  async #page(index: number, query: DatastoreQuery, signal: AbortSignal): Promise<Stretch> {
    return (
      this.#pages.get(index) ?? (await this.#requests.join(index, (shared) => this.#load(index, query, shared), signal))
    );
  }

  async #load(index: number, query: DatastoreQuery, signal: AbortSignal): Promise<Stretch> {
    const offset = index * this.#pageSize;
    const limit = Math.min(this.#pageSize, (this.query.limit ?? Infinity) - offset);
    const total = this.#countsAll ? this.#extent.counted : undefined;
    const window = defined({ offset, limit, fields: this.fields, total });
    const page = await readStretch(this.#client, query, window, signal);
    // All callers have left, or the result is closed.
    if (signal.aborted) return page;
    const before = this.#facts();
    this.#extent.update(offset, page.rows.length, page.ended);
    for (const dropped of this.#pages.set(index, page, page.size)) this.#ids.forget(dropped.rows);
    this.#notice(this.#ids.add(page.rows, index) > 0, 'repeatedRecords');
    this.#notice(this.#edges?.add(offset, page.rows, page.ended) === true, 'recordsMoved');
    this.#notice(page.hasNewFields, 'fieldsChanged');
    this.#notice(page.leftOutFields, 'fieldsLeftOut');
    this.#notice(page.lossyText, 'lossyText');
    this.#notice(page.mayRepeat === true, 'pagesMayRepeat');
    this.#notice(page.mayNotMatch === true, 'filtersUnproven');
    if (this.#facts() !== before) this.#changed();
    return page;
  }

  #facts(): string {
    return JSON.stringify([this.count, this.rowCount, this.rowCountIsFinal, this.notices]);
  }

  /** Returns whether the notice is new. */
  #notice(holds: boolean, kind: PlainNotice): boolean {
    if (!holds || this.#notices.has(kind)) return false;
    this.#notices.set(kind, { kind });
    return true;
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Servers' caps are 1, 2 or 5 followed by zeros, or powers of two. Other numbers are hardly caps. */
function mayBeCap(count: number): boolean {
  return /^[125]0+$/.test(String(count)) || (count >= 32 && Number.isInteger(Math.log2(count)));
}

/**
 * Number of records per request: 500 to 1,000, about 1.5 MB, and up to 32,000 groups, because each request groups all
 * records again. Fewer if records are huge or the cap is low.
 */
function pageSize({ rows, size, summary }: Page, maxLimit = Infinity): number {
  const recordSize = rows.length === 0 ? 1 : size / rows.length;
  const most = summary === undefined ? 1000 : 32_000;
  const wanted = Math.min(most, Math.max(500, Math.floor(1_500_000 / recordSize)));
  return Math.max(1, Math.min(wanted, Math.floor(CACHE_SIZE / 2 / recordSize), maxLimit));
}

/** Number of records to keep: all if they fit or can't be requested again in this order, else half of the budget. */
function rowsToKeep(count: number, recordSize: number, { query, relation, isTotal }: PagePlan, budget: number): number {
  const canAskAgain = query !== undefined && relation === 'continues' && isTotal;
  if (!canAskAgain || count * recordSize <= budget) return count;
  return Math.max(FIRST_WINDOW, Math.floor(budget / 2 / recordSize));
}

function closed(): DOMException {
  return new DOMException('The result was closed.', 'AbortError');
}
