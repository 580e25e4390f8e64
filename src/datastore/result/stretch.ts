/** Reads the records of a result from one offset to another with as many requests as necessary. */
import { HttpError } from '../../http/errors.ts';
import { ExactNumber, type RecordRow } from '../../base/cells.ts';
import type { DatastoreClient } from '../client/client.ts';
import { mostRows } from '../dialect/dialect.ts';
import { DEFAULT_LIMIT } from '../dialect/facts.ts';
import type { PageWindow } from '../dialect/pageWindow.ts';
import { DatastoreError } from '../wire/errors.ts';
import { defined } from '../../base/defined.ts';
import type { Field } from '../../base/field.ts';
import type { Page } from '../wire/model.ts';
import { alignRows } from '../wire/pageColumns.ts';
import type { DatastoreQuery } from '../query/query.ts';

export interface StretchWindow extends Omit<PageWindow, 'fields'> {
  readonly fields: readonly Field[];
  /** The total that the server counted, if it wasn't wrong. */
  readonly total?: number;
}

export interface Stretch {
  readonly rows: readonly RecordRow[];
  /** Whether it's proven that no rows follow. */
  readonly ended: boolean;
  readonly hasNewFields: boolean;
  readonly leftOutFields: boolean;
  readonly lossyText: boolean;
  readonly mayRepeat?: true;
  readonly mayNotMatch?: true;
}

export interface Step extends Stretch {
  readonly total?: number;
  readonly limit: number;
  /** Size of the answer in UTF-16 code units. */
  readonly size: number;
  readonly elapsedMs: number;
  readonly host: string;
  /** Reads the next records of the same answer, which belong to the same window (`PageWindow.inSlices`). */
  readonly rest?: () => Promise<Step>;
}

/** Requests records until the window is full or the end is proven. `size`: UTF-16 code units of all answers. */
export async function readStretch(
  client: DatastoreClient,
  query: DatastoreQuery,
  window: StretchWindow,
  signal: AbortSignal,
): Promise<Stretch & { readonly size: number }> {
  const steps: Step[] = [];
  let left = window.limit;
  let most = window.limit;
  let ended = false;
  while (!ended && left > 0) {
    const offset = window.offset + window.limit - left;
    const step = await readStep(client, query, { ...window, offset, limit: Math.min(left, most) }, signal);
    steps.push(step);
    left -= step.rows.length;
    most = step.limit;
    ended = step.ended;
  }
  return {
    rows: steps.flatMap(({ rows }) => rows),
    ended,
    hasNewFields: steps.some(({ hasNewFields }) => hasNewFields),
    leftOutFields: steps.some(({ leftOutFields }) => leftOutFields),
    lossyText: steps.some(({ lossyText }) => lossyText),
    ...(steps.some(({ mayRepeat }) => mayRepeat) && { mayRepeat: true }),
    ...(steps.some(({ mayNotMatch }) => mayNotMatch) && { mayNotMatch: true }),
    size: steps.reduce((sum, { size }) => sum + size, 0),
  };
}

/**
 * Reads one answer. It has fewer records if the server's cap is lower, or if more were too much for one answer. Throws
 * DatastoreError `fieldsChanged` if it lacks fields of the result.
 */
export async function readStep(
  client: DatastoreClient,
  query: DatastoreQuery,
  window: StretchWindow,
  signal: AbortSignal,
  failures = 0,
): Promise<Step> {
  const ids = window.fields.map(({ id }) => id);
  const limit = Math.min(window.limit, mostRows(query, client.dialect) ?? Infinity);
  try {
    const page = await client.search(query, { ...window, limit, fields: ids }, signal);
    return stepOf(page, { ...window, limit }, ids);
  } catch (error) {
    const share = shareToAsk(error, failures);
    if (share === undefined || limit <= 1) throw error;
    return readStep(client, query, { ...window, limit: Math.ceil(limit / share) }, signal, failures + 1);
  }
}

/** `before` is the number of records in the slices before this one. */
function stepOf(page: Page, window: StretchWindow, ids: readonly string[], before = 0): Step {
  const limit = window.limit - before;
  const rows = alignRows(page, ids).slice(0, limit);
  const { rest } = page;
  return defined({
    rows,
    ended: rest === undefined && isEnd(page, window.limit, window.offset, window.total, before),
    total: countedTotal(page),
    hasNewFields: !page.guessesFields && page.fields.length > ids.length,
    leftOutFields: page.leftOutFields || (page.guessesFields && page.fields.length > ids.length),
    lossyText: page.lossyText,
    mayRepeat: page.mayRepeat,
    mayNotMatch: page.mayNotMatch,
    limit,
    size: page.size,
    elapsedMs: page.elapsedMs,
    host: page.host,
    rest: rest && (async () => stepOf(await rest(), window, ids, before + rows.length)),
  });
}

/** The step with all records of its answer. */
export async function wholeStep({ rest, ...step }: Step): Promise<Step> {
  if (rest === undefined) return step;
  const behind = await wholeStep(await rest());
  return {
    ...behind,
    limit: step.limit,
    rows: [...step.rows, ...behind.rows],
    size: step.size + behind.size,
    leftOutFields: step.leftOutFields || behind.leftOutFields,
    lossyText: step.lossyText || behind.lossyText,
    ...(step.mayNotMatch && { mayNotMatch: true }),
  };
}

/**
 * An empty page is the end. A short one is the end if its records complete the server's total. Otherwise the server may
 * have a lower cap, perhaps only for this page, and another request decides. A total below the number of records means
 * nothing.
 */
function isEnd(page: Page, limit: number | undefined, offset: number, total: number | undefined, before = 0): boolean {
  const count = before + page.rows.length;
  if (count === 0) return limit !== 0;
  if (limit !== undefined && count >= limit) return false;
  // The page is as long as the cap that the answer reports.
  if (count === page.limit) return false;
  return total !== undefined && offset + count === total;
}

/**
 * Whether no records follow the first answer. The total only proves the end if the server used the query's limit, and
 * if it counts more than the page. A page of our own server, which lowers the limit of one that it cuts, needs no total
 * (`isUncounted`).
 */
export function isEndOfFirst(page: Page, { limit }: DatastoreQuery, isUncounted = false): boolean {
  if (isUncounted) return page.rows.length < (page.limit ?? 0);
  const isProof = page.countsAll === true && limit !== undefined && limit === page.limit;
  return isEnd(page, limit, 0, isProof ? countedTotal(page) : undefined);
}

/** An estimated total proves nothing. */
function countedTotal({ total, totalIsEstimate }: Page): number | undefined {
  return totalIsEstimate ? undefined : total;
}

/** Number of attempts with fewer records after a timeout, because each one may burden the server. */
const SMALLER_PAGES = 2;

/**
 * The divisor for the number of records, if fewer may help: the server or a gateway failed or timed out, or the answer
 * exceeded our limit, which is many times the size of pages. Each such answer was read up to the limit, so few steps
 * must be enough. Undefined otherwise.
 */
export function shareToAsk(error: unknown, failures = 0): number | undefined {
  if (error instanceof HttpError && error.kind === 'tooLarge') return 16;
  const isTooMuch =
    error instanceof HttpError
      ? error.kind === 'timeout'
      : error instanceof DatastoreError && (error.status === 413 || error.status === 504);
  return isTooMuch && failures < SMALLER_PAGES ? 4 : undefined;
}

/** Number of records to request if a query's limit was too high for one answer. */
export const FEWER = 1000;

/**
 * Reads the first answer, which `search` asks for. `sent` is the query, with a lower limit if its own was too high for
 * one answer.
 */
export async function readFirst(
  search: (query: DatastoreQuery) => Promise<Page>,
  query: DatastoreQuery,
  failures = 0,
): Promise<{ readonly page: Page; readonly sent: DatastoreQuery }> {
  try {
    return { page: await search(query), sent: query };
  } catch (error) {
    const { limit = DEFAULT_LIMIT } = query;
    const share = shareToAsk(error, failures);
    if (share === undefined || limit <= 1) throw error;
    const fewer = limit > FEWER ? FEWER : Math.ceil(limit / share);
    return readFirst(search, { ...query, limit: fewer }, failures + 1);
  }
}

/** Finds records that appear on two pages, by CKAN's `_id`, which is unique in a resource. */
export class RecordIds {
  readonly #column: number;
  readonly #pages = new Map<number | string, number>();

  constructor(fields: readonly Field[]) {
    this.#column = fields.findIndex(({ id }) => id === '_id');
  }

  /** Returns how many records are already on another page, or twice on this one. */
  add(rows: readonly RecordRow[], page: number): number {
    const ids = this.#idsOf(rows);
    const elsewhere = ids.filter((id) => (this.#pages.get(id) ?? page) !== page);
    for (const id of ids) this.#pages.set(id, page);
    return elsewhere.length + ids.length - new Set(ids).size;
  }

  forget(rows: readonly RecordRow[]): void {
    for (const id of this.#idsOf(rows)) this.#pages.delete(id);
  }

  #idsOf(rows: readonly RecordRow[]): readonly (number | string)[] {
    const ids: (number | string)[] = [];
    for (const row of rows) {
      const id = row[this.#column];
      if (typeof id === 'number' || typeof id === 'string') ids.push(id);
      else if (id instanceof ExactNumber) ids.push(id.text);
    }
    return ids;
  }
}
