/** Records of a result from one offset to another, however many answers that takes. */
import { HttpError } from '../../http/errors.ts';
import { ExactNumber, type RecordRow } from '../../base/cells.ts';
import type { DatastoreClient } from '../client/client.ts';
import type { PageWindow } from '../dialect/dialect.ts';
import { DatastoreError } from '../wire/errors.ts';
import type { Field } from '../../base/field.ts';
import type { Page } from '../wire/model.ts';
import { alignRows } from '../wire/pageColumns.ts';
import type { DatastoreQuery } from '../query/query.ts';

export interface StretchWindow extends Omit<PageWindow, 'fields'> {
  /** The result's own fields; rows come in their order. */
  readonly fields: readonly Field[];
  /** The matching total that the server counted, as far as it was right about it. */
  readonly total?: number;
}

export interface Stretch {
  readonly rows: readonly RecordRow[];
  /** Proven: there is nothing behind the last row. */
  readonly ended: boolean;
  /** An answer had fields that the result has not. */
  readonly hasNewFields: boolean;
  /** Values of fields that nobody described, or that came twice, were left out. */
  readonly leftOutFields: boolean;
  readonly lossyText: boolean;
  readonly mayRepeat?: true;
  readonly mayNotMatch?: true;
}

export interface Step extends Stretch {
  /** Matching records, where the server counted them for this answer. */
  readonly total?: number;
  /** The limit that went with the request. */
  readonly asked: number;
  /** UTF-16 units of the answer. */
  readonly size: number;
  /** From the question to the end of the answer. */
  readonly elapsedMs: number;
  /** Host and port that answered. */
  readonly host: string;
}

/** Asks on until the window is full or the end is proven. `size`: UTF-16 units of all answers. */
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
    most = step.asked;
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
 * One answer, of fewer records where the server's cap is lower, or where more of them were too much for one. Throws
 * DatastoreError `fieldsChanged` where it lacks fields of the result.
 */
export async function readStep(
  client: DatastoreClient,
  query: DatastoreQuery,
  window: StretchWindow,
  signal: AbortSignal,
  failures = 0,
): Promise<Step> {
  const { offset, total } = window;
  const ids = window.fields.map(({ id }) => id);
  const asked = Math.min(window.limit, client.dialect.maxLimit ?? Infinity);
  try {
    const page = await client.search(query, { ...window, limit: asked, fields: ids }, signal);
    const counted = countedTotal(page);
    return {
      rows: alignRows(page, ids).slice(0, asked),
      ended: isEnd(page, asked, offset, total),
      ...(counted !== undefined && { total: counted }),
      hasNewFields: !page.guessesFields && page.fields.length > ids.length,
      leftOutFields: page.leftOutFields || (page.guessesFields && page.fields.length > ids.length),
      lossyText: page.lossyText,
      ...(page.mayRepeat && { mayRepeat: true }),
      ...(page.mayNotMatch && { mayNotMatch: true }),
      asked,
      size: page.size,
      elapsedMs: page.elapsedMs,
      host: page.host,
    };
  } catch (error) {
    const share = shareToAsk(error, failures);
    if (share === undefined || asked <= 1) throw error;
    return readStep(client, query, { ...window, limit: Math.ceil(asked / share) }, signal, failures + 1);
  }
}

/**
 * An empty page is the end. A short one is when the server counted as many records as came; else it may have a lower
 * cap, be it for this page alone, and one more request tells. Where more came than it counted, its count says nothing.
 */
function isEnd(page: Page, asked: number | undefined, offset: number, total: number | undefined): boolean {
  const count = page.rows.length;
  if (count === 0) return asked !== 0;
  if (asked !== undefined && count >= asked) return false;
  // A cap that the answer tells was all that could come.
  if (count === page.limit) return false;
  return total !== undefined && offset + count === total;
}

/**
 * Whether nothing is behind the first answer of a run. Its total proves the end only for a query whose limit the server has used, and only where
 * it counts more than the records of the page.
 */
export function isEndOfFirst(page: Page, { limit }: DatastoreQuery): boolean {
  const isProof = page.countsAll === true && limit !== undefined && limit === page.limit;
  return isEnd(page, limit, 0, isProof ? countedTotal(page) : undefined);
}

/** An estimate promises nothing. */
function countedTotal({ total, totalIsEstimate }: Page): number | undefined {
  return totalIsEstimate ? undefined : total;
}

/** How often fewer records are asked for after a server could not make an answer in time: it may have tried each time. */
const SMALLER_PAGES = 2;

/**
 * By what to divide the records to ask for, where fewer may help: the server or a gateway could not make the answer, or not
 * in time, or it was over our cap, which is many times what pages aim at. Each of those was read up to the cap: a few must be enough.
 */
export function shareToAsk(error: unknown, failures = 0): number | undefined {
  if (error instanceof HttpError && error.kind === 'tooLarge') return 16;
  const isTooMuch =
    error instanceof HttpError
      ? error.kind === 'timeout'
      : error instanceof DatastoreError && (error.status === 413 || error.status === 504);
  return isTooMuch && failures < SMALLER_PAGES ? 4 : undefined;
}

/** Records to ask for where a query's own limit was too much for one answer. */
export const FEWER = 1000;
/** Records that CKAN gives where a query says no limit (docs/ckan.md). */
const CKANS_LIMIT = 100;

/** `asked`: the question, with a lower limit where its own was too much for one answer. */
export async function readFirst(
  client: DatastoreClient,
  query: DatastoreQuery,
  signal: AbortSignal,
  failures = 0,
): Promise<{ readonly page: Page; readonly asked: DatastoreQuery }> {
  try {
    return { page: await client.search(query, undefined, signal), asked: query };
  } catch (error) {
    const { limit = CKANS_LIMIT } = query;
    const share = shareToAsk(error, failures);
    if (share === undefined || limit <= 1) throw error;
    const fewer = limit > FEWER ? FEWER : Math.ceil(limit / share);
    return readFirst(client, { ...query, limit: fewer }, signal, failures + 1);
  }
}

/** Notices a record that stands on two pages: CKAN's `_id` is unique in a resource. */
export class RecordIds {
  readonly #column: number;
  readonly #pages = new Map<number | string, number>();

  constructor(fields: readonly Field[]) {
    this.#column = fields.findIndex(({ id }) => id === '_id');
  }

  /** How many of the records are on another page already, or twice on this one. */
  add(rows: readonly RecordRow[], page: number): number {
    const ids = this.#idsOf(rows);
    const elsewhere = ids.filter((id) => (this.#pages.get(id) ?? page) !== page);
    for (const id of ids) this.#pages.set(id, page);
    return elsewhere.length + ids.length - new Set(ids).size;
  }

  /** Of a page that was dropped. */
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
