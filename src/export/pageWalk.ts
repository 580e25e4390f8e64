/** From one page of records to the next, however this server lets it be done (strategy.ts). */
import type { RecordRow } from '../base/cells.ts';
import { stringifyExact } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { DatastoreError, type DatastoreErrorKind } from '../datastore/client/errors.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { Step, StretchWindow } from '../datastore/result/stretch.ts';
import { type BehindIdWay, looksBack, requestBehind, tellsRest } from './behindId.ts';
import { type PageRequest, ReadAhead } from './readAhead.ts';
import { STRATEGIES, type Way } from './strategy.ts';

export interface WalkStep extends Step {
  /** The order has changed since the last page: records may be missing, or come twice. */
  readonly hasMoved?: boolean;
  /** The last record that came is still there: it was seen again. */
  readonly hasLast?: boolean;
}

/** A server may speak of ranges or SQL and mean something else, or know no lists, or none so long. */
const REFUSALS: ReadonlySet<DatastoreErrorKind> = new Set([
  'validation',
  'noRanges',
  'unsayable',
  'needsLeave',
  'tooLong',
  'ignoresFilters',
]);

/** Of a page. With a server that needs longer, reading and writing the records is a small part of the time. */
const QUICK_MS = 1000;

/** Records at once, where nobody has said anything else. */
const CKANS_MOST = 32_000;

/** For the place where the next records begin; each goes twice as far back as the one before. */
const MOST_LOOKS = 60;

export class PageWalk {
  readonly #client: DatastoreClient;
  readonly #ahead: ReadAhead;
  readonly #query: DatastoreQuery;
  readonly #fields: readonly Field[];
  readonly #idColumn: number;
  readonly #refused = new Set<Way>();
  /** What a record is known by: its `_id`, or all of it where it has none. As JSON. */
  #last: string | undefined;
  /** Where the next record was last, by offset. */
  #place: number;
  /** Of the last page; see WalkFacts. */
  #filled = 0;
  /** Records that have come in one answer. */
  #proven = 0;
  #isQuick = false;

  /** `query` must have a total order; `last`: what the record before the first step is known by, behind `records` of them. */
  constructor(
    client: DatastoreClient,
    query: DatastoreQuery,
    fields: readonly Field[],
    { records, last }: { readonly records: number; readonly last?: string },
  ) {
    this.#client = client;
    this.#ahead = new ReadAhead(client);
    this.#query = query;
    this.#fields = fields;
    this.#idColumn = fields.findIndex(({ id }) => id === '_id');
    this.#last = last;
    this.#place = records;
  }

  get way(): Way {
    const hasIds = this.#idColumn >= 0 && (this.#last === undefined || isNumber(this.#last));
    const [records, filled] = [this.#place, this.#filled];
    const facts = { query: this.#query, dialect: this.#client.dialect, hasIds, records, filled };
    const open = STRATEGIES.find(({ way, fits }) => !this.#refused.has(way) && fits(facts));
    return open?.way ?? 'offset';
  }

  get last(): string | undefined {
    return this.#last;
  }

  /** Records of a step: by offset one less than the server gives, because the last record is seen again, too. */
  get most(): number {
    const { way } = this;
    const { maxLimit = CKANS_MOST } = this.#client.dialect;
    return way === 'idOffset' || way === 'offset' ? Math.max(1, maxLimit - 1) : maxLimit;
  }

  /**
   * The next records; `window.offset` of them came before. `after`: what comes behind them, if they are as many as asked
   * for; a quick server begins it at once where the order of `_id` tells where that is. Throws like a search, and
   * `repeatedPage` where none is new.
   */
  async step(window: StretchWindow, signal: AbortSignal, after?: StretchWindow): Promise<WalkStep> {
    const step = await this.#step(window, signal, after);
    this.#isQuick = step.elapsedMs < QUICK_MS;
    const row = step.rows.at(-1);
    if (row === undefined) return step;
    this.#proven = Math.max(this.#proven, step.rows.length);
    const before = Number(this.#last);
    this.#last = nameOf(row, this.#fields);
    this.#filled = step.rows.length / (Number(this.#last) - before);
    return step;
  }

  async #step(
    window: StretchWindow,
    signal: AbortSignal,
    after: StretchWindow | undefined,
  ): Promise<WalkStep> {
    const { way } = this;
    if (this.#last === undefined || way === 'offset') return this.#stepByOffset(window, signal);
    // An end that came too soon is looked at by offset: a list says nothing of the rest.
    const step =
      way === 'idOffset' || (looksBack(window) && !tellsRest(way))
        ? await this.#stepByIdOffset(window, signal, after)
        : await this.#stepById(way, window, signal, after);
    if (step !== undefined) return step;
    this.#refused.add(way);
    return this.#step(window, signal, after);
  }

  /**
   * Costs the server nothing, however far it is, and what comes and goes before it moves nothing. Undefined where this
   * can't be asked, or other records come.
   */
  async #stepById(
    way: BehindIdWay,
    window: StretchWindow,
    signal: AbortSignal,
    after: StretchWindow | undefined,
  ): Promise<WalkStep | undefined> {
    const last = Number(this.#last ?? 0);
    const request = requestBehind(way, this.#query, last, window);
    if (request === undefined) return undefined;
    const isBack = looksBack(window);
    const before = window.offset - (isBack ? 1 : 0);
    try {
      const answer = this.#ahead.read(request, signal);
      const end = last + window.limit;
      const likely = this.#filled === 1 && after ? requestBehind(way, this.#query, end, after) : undefined;
      if (likely !== undefined) this.#readAhead(answer, likely, request, signal);
      const step = await answer;
      const ids = this.#risingIds(step.rows);
      const hasLast = isBack && ids?.[0] === last;
      const rows = hasLast ? step.rows.slice(1) : step.rows;
      if (ids === undefined || (ids[hasLast ? 1 : 0] ?? Infinity) <= last) return undefined;
      if (!tellsRest(way) && (rows.length === 0 || (ids.at(-1) ?? 0) > end)) return undefined;
      this.#place = window.offset + rows.length;
      const counted = step.total === undefined ? {} : { total: before + step.total };
      const hasAll = this.#place >= (window.total ?? Infinity) && rows.length < window.limit;
      const ended = step.ended || (!tellsRest(way) && hasAll);
      return { ...step, rows, ended, ...counted, ...(isBack && { hasLast }) };
    } catch (error) {
      if (!(error instanceof DatastoreError) || !REFUSALS.has(error.kind)) throw error;
      return undefined;
    }
  }

  /**
   * Beside `answer`, or as soon as that has come whole, where it may be too much for the server. A slow one has no time for
   * two pages at once.
   */
  #readAhead(
    answer: Promise<Step>,
    likely: PageRequest,
    { window: { limit } }: PageRequest,
    signal: AbortSignal,
  ): void {
    if (this.#isQuick && limit <= 2 * this.#proven) this.#ahead.begin(likely, signal);
    else
      answer.then(
        ({ rows, elapsedMs }) => {
          if (elapsedMs < QUICK_MS && rows.length === limit) this.#ahead.begin(likely, signal);
        },
        () => undefined,
      );
  }

  /** Together with the last record that came, which shows whether the next ones are still where they were. */
  async #stepByOffset(window: StretchWindow, signal: AbortSignal): Promise<WalkStep> {
    const read = (from: StretchWindow) => this.#ahead.read({ query: this.#query, window: from }, signal);
    const { offset, limit } = window;
    if (this.#last === undefined || offset === 0) return read(window);
    const step = await read({ ...window, offset: offset - 1, limit: limit + 1 });
    const [first, ...rows] = step.rows;
    // A server may give no more than one record at once.
    if (first === undefined || rows.length === 0) return read(window);
    const hasMoved = nameOf(first, this.#fields) !== this.#last;
    return { ...step, rows, asked: step.asked - 1, ...(hasMoved && { hasMoved }) };
  }

  /**
   * From the last record on, or from further before: those that were deleted make the next ones move to lower offsets.
   * Undefined where the records don't come in the order of their `_id`.
   */
  async #stepByIdOffset(
    window: StretchWindow,
    signal: AbortSignal,
    after: StretchWindow | undefined,
  ): Promise<WalkStep | undefined> {
    const last = Number(this.#last);
    const limit = window.limit + 1;
    const at = (offset: number, from = window): PageRequest => ({
      query: this.#query,
      window: { ...from, offset, limit: from.limit + 1 },
    });
    let start = Math.max(0, this.#place - 1);
    let answer = this.#ahead.read(at(start), signal);
    if (after !== undefined) this.#readAhead(answer, at(start + window.limit, after), at(start), signal);
    const read = (offset: number) => this.#ahead.read(at(offset), signal);
    // Not far, so that most of the page is new all the same.
    let back = Math.ceil(Math.min(limit, this.#client.dialect.maxLimit ?? limit) / 16);
    let [hasLast, highest] = [false, -1];
    for (let looks = 0; ; looks += 1, answer = read(start)) {
      let step = await answer;
      let ids = this.#risingIds(step.rows);
      if (ids === undefined) return undefined;
      hasLast ||= ids.includes(last);
      const [first = Infinity] = ids;
      // A server that has nothing behind a record which it has just given says no more by being asked again.
      const isNothingBehind = ids.length === 0 && highest >= 0;
      if (start > 0 && first > last && !isNothingBehind) {
        start = Math.max(0, start - back);
        [back, highest] = [back * 2, -1];
        continue;
      }
      // Nothing is behind it; but a server may give no more than one record at once.
      if (ids.length === 1 && first <= last && !step.ended) {
        step = await read((start += 1));
        ids = this.#risingIds(step.rows);
        if (ids === undefined) return undefined;
      }
      const rows = step.rows.slice(ids.filter((id) => id <= last).length);
      this.#place = start + ids.length;
      // By what came, of which some may be gone: a table that grows all the time has an end, too.
      const hasAll = window.offset + rows.length >= (window.total ?? Infinity);
      const ended = step.ended || (hasAll && ids.length < step.asked);
      if (rows.length > 0 || ids.length === 0 || ended)
        return { ...step, rows, ended, hasLast, asked: Math.max(1, step.asked - 1) };
      const newest = ids.at(-1) ?? 0;
      // The offset changes nothing.
      if (newest <= highest || looks > MOST_LOOKS) throw new DatastoreError('repeatedPage', step.host);
      [highest, start] = [newest, this.#place - 1];
    }
  }

  /** Undefined where they are no numbers, or come in another order. */
  #risingIds(rows: readonly RecordRow[]): readonly number[] | undefined {
    const ids = rows.map((row) => row[this.#idColumn]).filter((id) => typeof id === 'number');
    const isRising = ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0));
    return isRising && ids.length === rows.length ? ids : undefined;
  }
}

/** What tells a record from others: its `_id`, or all of it where it has none. As JSON. */
export function nameOf(row: RecordRow, fields: readonly Field[]): string {
  const column = fields.findIndex(({ id }) => id === '_id');
  return stringifyExact(column < 0 ? row : (row[column] ?? null));
}

function isNumber(json: string): boolean {
  return /^\d+$/.test(json) && Number.isSafeInteger(Number(json));
}
