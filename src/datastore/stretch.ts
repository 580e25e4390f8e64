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
}

export interface Step extends Stretch {
  /** The limit that went with the request. */
  readonly asked: number;
  /** UTF-16 units of the answer. */
  readonly size: number;
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
    fieldsChanged: steps.some(({ fieldsChanged }) => fieldsChanged),
    lossyText: steps.some(({ lossyText }) => lossyText),
    size: steps.reduce((sum, { size }) => sum + size, 0),
  };
}

/** One answer, of fewer records where the server's cap is lower, or where more of them were too much for one. */
export async function readStep(
  client: DatastoreClient,
  query: DatastoreQuery,
  window: StretchWindow,
  signal: AbortSignal,
): Promise<Step> {
  const { offset, total, fields } = window;
  const ids = fields.map(({ id }) => id);
  const asked = Math.min(window.limit, client.dialect.maxLimit ?? Infinity);
  try {
    const known = total === undefined ? {} : { total };
    const page = await client.search(query, { offset, limit: asked, fields: ids, ...known }, signal);
    return {
      rows: alignRows(page, ids).slice(0, asked),
      ended: isEnd(page, asked, offset, total),
      fieldsChanged: !hasFields(page, ids),
      lossyText: page.lossyText,
      asked,
      size: page.size,
    };
  } catch (error) {
    if (!asksForLess(error) || asked <= 1) throw error;
    return readStep(client, query, { ...window, limit: Math.ceil(asked / 2) }, signal);
  }
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
