/** Goes from one page of records to the next, by the best way that the server supports (strategy.ts). */
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { mostRows } from '../datastore/dialect/dialect.ts';
import { USUAL_MAX_LIMIT } from '../datastore/dialect/facts.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { hashOfRecord } from '../datastore/result/pageEdges.ts';
import { type Step, type StretchWindow, wholeStep } from '../datastore/result/stretch.ts';
import { type BehindIdWay, requestBehind, tellsRest } from './behindId.ts';
import { type Seam, seamOf, UNANSWERABLE } from './edition.ts';
import { type PageFacts, LONG_MS } from './pageSize.ts';
import { type PageRequest, ReadAhead } from './readAhead.ts';
import { STRATEGIES, type PagingStrategy } from './strategy.ts';

/** A page without repeated records. `ended`: a request behind the last one returned none; a total proves nothing. */
export interface WalkStep extends Step {
  /** Whether the record before these is gone or changed, so that the table may be another one. */
  readonly isTorn?: boolean;
  readonly answer: PageFacts;
}

type WalkStepPart = Omit<WalkStep, 'answer'>;

/** Number of records searched at a time for the position where the next ones begin. */
const LOOKED_AT = 1000;
/** Most searches for that position. Each goes twice as far back as the one before. */
const MOST_LOOKS = 60;

export class PageWalk {
  readonly #client: DatastoreClient;
  readonly #ahead: ReadAhead;
  readonly #query: DatastoreQuery;
  readonly #fields: readonly Field[];
  readonly #idColumn: number;
  readonly #refused = new Set<PagingStrategy>();
  #last: Seam | undefined;
  /** The offset at which the next record was expected last. */
  #place: number;
  #filled = 0;
  #mostAtOnce: number;
  #isQuick = false;
  /** What the newest answer shows so far, and the records that follow in it. */
  #answer: PageFacts | undefined;
  #rest: Step['rest'];
  #left = 0;

  /** `query` has a total order, `records` is the position of `last`, `atOnce` the most records of an earlier answer. */
  constructor(
    client: DatastoreClient,
    query: DatastoreQuery,
    fields: readonly Field[],
    {
      records,
      last,
      atOnce = 0,
    }: { readonly records: number; readonly last?: Seam | undefined; readonly atOnce?: number },
  ) {
    this.#client = client;
    this.#ahead = new ReadAhead(client);
    this.#query = query;
    this.#fields = fields;
    this.#idColumn = fields.findIndex(({ id }) => id === '_id');
    this.#last = last;
    this.#place = records;
    this.#mostAtOnce = atOnce;
  }

  get way(): PagingStrategy {
    const hasIds = this.#idColumn >= 0 && (this.#last === undefined || isNumber(this.#last.id));
    const [records, filled] = [this.#place, this.#filled];
    const facts = { query: this.#query, dialect: this.#client.dialect, hasIds, records, filled };
    const open = STRATEGIES.find(({ way, fits }) => !this.#refused.has(way) && fits(facts));
    return open?.way ?? 'offset';
  }

  get last(): Seam | undefined {
    return this.#last;
  }

  get mostAtOnce(): number {
    return this.#mostAtOnce;
  }

  /** The limit of the page that was requested early for this offset. */
  begunLimit(offset: number): number | undefined {
    return this.#ahead.limitAt(offset);
  }

  get isSliced(): boolean {
    return this.#answer?.isSliced === true;
  }

  /** Number of records in the rest of the newest answer if it is full. The next step is the beginning of this rest. */
  get left(): number {
    return this.#left;
  }

  /** Most records of a step. The last record is requested again, so this is one less than the server returns. */
  get most(): number {
    return Math.max(1, (mostRows(this.#query, this.#client.dialect) ?? USUAL_MAX_LIMIT) - 1);
  }

  /**
   * The next records, behind the `window.offset` that came before. `after` are the likely next windows; a quick server
   * is asked for them at once if the order of `_id` shows where they begin. Each begins with the record before it.
   * Throws like a search, and `repeatedPage` if no record is new.
   */
  async step(window: StretchWindow, signal: AbortSignal, after: readonly StretchWindow[] = []): Promise<WalkStep> {
    const behind = this.#rest && (await this.#continue(this.#rest, window, signal, after));
    if (behind === undefined) this.#answer = undefined;
    const step = behind ?? (await this.#step(window, signal, after));
    const left = step.limit - step.rows.length;
    this.#rest = left > 0 ? step.rest : undefined;
    this.#left = this.#rest === undefined ? 0 : left;
    this.#isQuick = step.elapsedMs < LONG_MS;
    const answer = (this.#answer = this.#answerWith(step));
    const row = step.rows.at(-1);
    if (row === undefined) return { ...step, answer, ended: true };
    this.#mostAtOnce = Math.max(this.#mostAtOnce, answer.records);
    const before = Number(this.#last?.id);
    this.#last = seamOf(row, this.#fields, window.offset + step.rows.length);
    this.#filled = step.rows.length / (Number(this.#last.id) - before);
    return { ...step, answer, ended: false };
  }

  #answerWith({ rows, limit, size, elapsedMs, rest }: Step): PageFacts {
    const isSliced = rest !== undefined;
    const before = this.#answer ?? { records: 0, limit, size: 0, isSliced };
    const sums = { records: before.records + rows.length, size: before.size + size };
    return { ...before, ...sums, elapsedMs, isWhole: this.#rest === undefined };
  }

  /** The next records of an answer. Undefined if they aren't those behind the last one. */
  async #continue(
    rest: NonNullable<Step['rest']>,
    window: StretchWindow,
    signal: AbortSignal,
    after: readonly StretchWindow[],
  ): Promise<WalkStepPart | undefined> {
    const { way } = this;
    const { limit = Infinity } = this.#answer ?? {};
    const likely = this.#likely(way, window, after);
    if (this.#mayBeFull(limit)) this.#ahead.begin(this.#isQuick ? likely : likely.slice(0, 1), signal);
    const step = await rest();
    if ((this.#risingIds(step.rows)?.[0] ?? -Infinity) <= Number(this.#last?.id)) {
      this.#refused.add(way);
      return undefined;
    }
    this.#place += step.rows.length;
    return step;
  }

  async #step(window: StretchWindow, signal: AbortSignal, after: readonly StretchWindow[]): Promise<WalkStepPart> {
    const { way } = this;
    const last = this.#last;
    if (last === undefined || way === 'offset') return this.#stepByOffset(window, signal);
    const step =
      way === 'idOffset'
        ? await this.#stepByIdOffset(last, window, signal, after)
        : await this.#stepById(way, last, window, signal, after);
    if (step !== undefined) return step;
    this.#refused.add(way);
    return this.#step(window, signal, after);
  }

  /** A page behind the last `_id` has a constant cost, and earlier changes don't move it. Undefined if that fails. */
  async #stepById(
    way: BehindIdWay,
    seam: Seam,
    window: StretchWindow,
    signal: AbortSignal,
    after: readonly StretchWindow[],
  ): Promise<WalkStepPart | undefined> {
    const last = Number(seam.id);
    const request = requestBehind(way, this.#query, last, window);
    if (request === undefined) return undefined;
    try {
      const answer = this.#ahead.read(request, signal);
      const end = last + window.limit;
      this.#readAhead(answer, this.#likely(way, window, after), request, signal);
      const step = await this.#wholeUnlessBehind(last, answer);
      const ids = this.#risingIds(step.rows);
      if (ids === undefined || (ids[0] ?? last) < last) return undefined;
      const hasLast = ids[0] === last;
      let rows = hasLast ? step.rows.slice(1) : step.rows;
      // The next records may lie behind a gap wider than the list.
      if (!tellsRest(way) && (rows.length === 0 || (ids.at(-1) ?? 0) > end)) return undefined;
      if (hasLast && rows.length === 0 && this.#mayBeCut(window)) {
        const without = requestBehind(way, this.#query, last, window, 'gt');
        if (without === undefined) return undefined;
        ({ rows } = await wholeStep(await this.#ahead.read(without, signal)));
        if ((this.#risingIds(rows)?.[0] ?? Infinity) <= last) return undefined;
      }
      this.#place = window.offset + rows.length;
      const before = window.offset - (hasLast ? 1 : 0);
      const counted = step.total === undefined ? {} : { total: before + step.total };
      return { ...step, rows, ...counted, ...this.#tie(step, hasLast ? step.rows[0] : undefined) };
    } catch (error) {
      if (!(error instanceof DatastoreError) || !UNANSWERABLE.has(error.kind)) throw error;
      return undefined;
    }
  }

  /** Checks that the page begins with the record that came last, and leaves it out. */
  #tie({ limit }: Step, again: RecordRow | undefined): Pick<WalkStep, 'limit' | 'isTorn'> {
    const isTorn = again === undefined || hashOfRecord(again) !== this.#last?.hash;
    return { limit: Math.max(1, limit - 1), ...(isTorn && { isTorn }) };
  }

  /** The next record may be lacking if the server returns one record at a time, or if no total proves the end. */
  #mayBeCut({ offset, total }: StretchWindow): boolean {
    return this.#mostAtOnce < 2 || total === undefined || offset < total;
  }

  /** The requests for `after` if no records come or go. None if their places can't be told. */
  #likely(way: PagingStrategy, window: StretchWindow, after: readonly StretchWindow[]): readonly PageRequest[] {
    const ahead = (next: StretchWindow): number => next.offset - window.offset;
    if (way === 'offset') return [];
    if (way === 'idOffset') return after.map((next) => this.#at(Math.max(0, this.#place - 1) + ahead(next), next));
    const last = Number(this.#last?.id);
    const behind = this.#filled === 1 ? after : [];
    return behind.flatMap((next) => requestBehind(way, this.#query, last + ahead(next), next) ?? []);
  }

  #at(offset: number, window: StretchWindow): PageRequest {
    return { query: this.#query, window: { ...window, offset, limit: window.limit + 1 }, part: window };
  }

  /** The first slice of an answer that begins with the last record and has others, and every other answer whole. */
  async #wholeUnlessBehind(last: number, answer: Promise<Step>): Promise<Step> {
    const step = await answer;
    const ids = this.#risingIds(step.rows);
    return ids?.[0] === last && ids.length > 1 ? step : wholeStep(step);
  }

  /** Whether the server isn't expected to cut a page of this limit, because one of half the size came. */
  #mayBeFull(limit: number): boolean {
    return limit <= 2 * this.#mostAtOnce;
  }

  /** Requests the next pages beside `answer`, or after it: a slow server isn't given two requests at once. */
  #readAhead(
    answer: Promise<Step>,
    likely: readonly PageRequest[],
    { window: { limit } }: PageRequest,
    signal: AbortSignal,
  ): void {
    if (this.#isQuick && this.#mayBeFull(limit - 1)) this.#ahead.begin(likely, signal);
    else
      answer.then(
        ({ rows, elapsedMs, rest }) => {
          // The next slice begins them otherwise, when the size of sliced pages is certain.
          if (rest === undefined && elapsedMs < LONG_MS && rows.length === limit) this.#ahead.begin(likely, signal);
        },
        () => undefined,
      );
  }

  async #stepByOffset(window: StretchWindow, signal: AbortSignal): Promise<WalkStepPart> {
    const read = (from: StretchWindow) => this.#ahead.read({ query: this.#query, window: from, part: from }, signal);
    const { offset, limit } = window;
    if (this.#last === undefined || offset === 0) return read(window);
    const step = await read({ ...window, offset: offset - 1, limit: limit + 1 });
    const [again, ...rows] = step.rows;
    const tie = this.#tie(step, again);
    if (rows.length > 0 || !this.#mayBeCut(window)) return { ...step, rows, ...tie };
    return { ...(await read(window)), ...tie };
  }

  /** A page by offset in `_id` order, from the last record or before: deletions lower offsets. Undefined if not so. */
  async #stepByIdOffset(
    seam: Seam,
    window: StretchWindow,
    signal: AbortSignal,
    after: readonly StretchWindow[],
  ): Promise<WalkStepPart | undefined> {
    const last = Number(seam.id);
    // A small page could miss the place if many records have moved.
    const looked = { ...window, limit: Math.max(window.limit, Math.min(this.most, LOOKED_AT)) };
    let start = Math.max(0, this.#place - 1);
    const request = this.#at(start, window);
    const first = this.#ahead.read(request, signal);
    this.#readAhead(first, this.#likely('idOffset', window, after), request, signal);
    let answer = this.#wholeUnlessBehind(last, first);
    const read = async (offset: number) => wholeStep(await this.#ahead.read(this.#at(offset, looked), signal));
    // A short step back, so that most of the page is still new.
    let back = Math.ceil((looked.limit + 1) / 16);
    let again: RecordRow | undefined;
    for (let [looks, highest] = [0, -1]; ; looks += 1, answer = read(start)) {
      let step = await answer;
      let ids = this.#risingIds(step.rows);
      if (ids === undefined) return undefined;
      again ??= step.rows[ids.indexOf(last)];
      const [first = Infinity] = ids;
      // A server that returned nothing behind a record won't return more if asked again.
      const isNothingBehind = ids.length === 0 && highest >= 0;
      if (start > 0 && first > last && !isNothingBehind) {
        start = Math.max(0, start - back);
        [back, highest] = [back * 2, -1];
        continue;
      }
      if (ids.length === 1 && first <= last && this.#mayBeCut(window)) {
        step = await read((start += 1));
        ids = this.#risingIds(step.rows);
        if (ids === undefined) return undefined;
      }
      const seen = ids.filter((id) => id <= last).length;
      const rows = step.rows.slice(seen, seen + window.limit);
      this.#place = start + seen + rows.length;
      const newest = ids.at(-1);
      // No record follows the last one, or, if that is gone, the one before it.
      const isEnd = newest === undefined || (ids.length === 1 && (newest === last || newest === highest));
      if (rows.length > 0 || isEnd) return { ...step, rows, ...this.#tie(step, again) };
      // The server ignores the offset.
      if (newest <= highest || looks > MOST_LOOKS) throw new DatastoreError('repeatedPage', step.host);
      [highest, start] = [newest, this.#place - 1];
    }
  }

  #risingIds(rows: readonly RecordRow[]): readonly number[] | undefined {
    const ids = rows.map((row) => row[this.#idColumn]).filter((id) => typeof id === 'number');
    const isRising = ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0));
    return isRising && ids.length === rows.length ? ids : undefined;
  }
}

function isNumber(json: string | undefined): boolean {
  return json !== undefined && /^\d+$/.test(json) && Number.isSafeInteger(Number(json));
}
