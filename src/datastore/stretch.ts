/** Records of a result from one offset to another, however many answers that takes. */
import { HttpError } from '../http/errors.ts';
import type { RecordRow } from '../shared/cells.ts';
import type { DatastoreClient } from './client.ts';
import { DatastoreError } from './errors.ts';
import type { Field, Page } from './model.ts';
import type { DatastoreQuery } from './query.ts';

export interface StretchWindow {
  readonly offset: number;
  readonly limit: number;
  /** The result's own fields; rows come in their order. */
  readonly fields: readonly Field[];
  /** The matching total as far as the server was right about it. */
  readonly total?: number;
}

export interface Stretch {
  readonly rows: readonly RecordRow[];
  /** Proven: there is nothing behind the last row. */
  readonly ended: boolean;
  /** An answer had other fields than the result. */
  readonly fieldsChanged: boolean;
  readonly lossyText: boolean;
  /** UTF-16 units of all answers. */
  readonly size: number;
}

/** Asks on until the window is full or the end is proven, in smaller steps when an answer was too large. */
export async function readStretch(
  client: DatastoreClient,
  query: DatastoreQuery,
  window: StretchWindow,
  signal: AbortSignal,
): Promise<Stretch> {
  const ids = window.fields.map(({ id }) => id);
  const pages: Page[] = [];
  const rows: RecordRow[] = [];
  let ended = false;
  let step = window.limit;
  while (!ended && rows.length < window.limit) {
    const offset = window.offset + rows.length;
    const asked = Math.min(step, window.limit - rows.length, client.dialect.maxLimit ?? Infinity);
    try {
      const total = window.total === undefined ? {} : { total: window.total };
      const page = await client.search(query, { offset, limit: asked, fields: ids, ...total }, signal);
      pages.push(page);
      rows.push(...alignRows(page, ids).slice(0, asked));
      ended = isEnd(page, asked, offset, window.total);
    } catch (error) {
      if (!asksForLess(error) || asked <= 1) throw error;
      step = Math.ceil(asked / 2);
    }
  }
  return {
    rows,
    ended,
    fieldsChanged: pages.some((page) => !hasFields(page, ids)),
    lossyText: pages.some((page) => page.lossyText),
    size: pages.reduce((size, page) => size + page.size, 0),
  };
}

/**
 * An empty page is the end. A short one is when the server confirms the limit, or speaks of no more records than came;
 * else it may have a lower cap that it keeps to itself (faults 66 and 67), and one more request tells.
 */
export function isEnd(
  page: Page,
  asked: number | undefined,
  offset: number,
  total: number | undefined,
): boolean {
  const count = page.rows.length;
  if (count === 0) return asked !== 0;
  if (asked !== undefined && count >= asked) return false;
  if (total !== undefined) return offset + count >= total;
  return page.limit !== undefined && count < page.limit;
}

/** The same of a run's first answer, whose limit may be the server's own. */
export function isEndOfFirst(page: Page, { limit }: DatastoreQuery): boolean {
  const used = Math.min(limit ?? Infinity, page.limit ?? Infinity);
  return isEnd(page, used === Infinity ? undefined : used, 0, page.total);
}

function hasFields(page: Page, ids: readonly string[]): boolean {
  return page.fields.length === ids.length && page.fields.every(({ id }, index) => id === ids[index]);
}

function alignRows(page: Page, ids: readonly string[]): readonly RecordRow[] {
  if (hasFields(page, ids)) return page.rows;
  const positions = ids.map((id) => page.fields.findIndex((field) => field.id === id));
  return page.rows.map((row) => positions.map((position) => row[position] ?? null));
}

/** The answer was over our cap, or the server or a gateway could not make it (faults 37, 60, 62). */
function asksForLess(error: unknown): boolean {
  if (error instanceof HttpError) return error.kind === 'tooLarge';
  return error instanceof DatastoreError && (error.status === 413 || error.status === 504);
}
