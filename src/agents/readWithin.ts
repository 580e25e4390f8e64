/** Reads the records of a query page by page, as far as the budget of a call goes. */
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import { stringifyExact } from '../base/exactJson.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { BudgetUsedUp } from './agentBudget.ts';
import type { AgentCall, AgentResource } from './agentCall.ts';

/** Records of the first page, from which the size of the next ones is estimated. */
const FIRST_PAGE = 100;
const LARGEST_PAGE = 32_000;
/** Characters of a page, so that the last one that the budget ends costs little. */
const PAGE_SIZE = 4 * 1024 * 1024;
/** Values that a reader may have to keep in memory, all of them different. */
const MOST_VALUES = 2_000_000;
/** Requests that are left for what a catalog says of the resource, and its routes. */
const REQUESTS_LEFT = 4;

export interface ReadRecords {
  readonly records: number;
  /** Absent if the portal doesn't count. */
  readonly total?: number;
  /** Whether these are all records that match. */
  readonly isWhole: boolean;
  /** The limit that ended the reading. */
  readonly usedUp?: BudgetUsedUp;
}

/** Passes on each page as it comes. Throws HttpError or DatastoreError only for the first page. */
export async function readWithin(
  { client, resourceId }: Pick<AgentResource, 'client' | 'resourceId'>,
  query: Omit<DatastoreQuery, 'resourceId'>,
  { budget, signal }: Pick<AgentCall, 'budget' | 'signal'>,
  take: (fields: readonly Field[], rows: readonly RecordRow[]) => void,
): Promise<ReadRecords> {
  const fields = await client.fields(resourceId, signal);
  const hasId = fields.some(({ id }) => id === '_id');
  const order: Pick<DatastoreQuery, 'sort'> = hasId ? { sort: [{ field: '_id', descending: false }] } : {};
  const sorted: DatastoreQuery = { ...query, resourceId, ...order };
  const ids = query.fields ?? fields.map(({ id }) => id);
  let page = await client.search({ ...sorted, limit: FIRST_PAGE }, undefined, signal);
  const total = page.totalIsEstimate ? undefined : page.total;
  const counted = total === undefined ? {} : { total };
  let [records, size, last] = [0, 0, ''];
  for (;;) {
    const first = stringifyExact(page.rows[0] ?? null);
    const isEnd = page.rows.length === 0;
    // A server that repeats its first page ignores offsets.
    if (isEnd || first === last) return { records, isWhole: isEnd && records === (total ?? records), ...counted };
    last = first;
    take(page.fields, page.rows);
    records += page.rows.length;
    size += page.size;
    if (total !== undefined && records >= total) return { records, isWhole: records === total, ...counted };
    const bySize = Math.max(1, Math.floor((PAGE_SIZE * records) / Math.max(1, size)));
    const room = Math.floor(MOST_VALUES / ids.length) - records;
    try {
      if (room <= 0) throw new BudgetUsedUp('values');
      if (budget.requestsLeft <= REQUESTS_LEFT) throw new BudgetUsedUp('requests');
      page = await client.search(
        sorted,
        { offset: records, limit: Math.min(LARGEST_PAGE, bySize, room), fields: ids, ...counted },
        signal,
      );
    } catch (error) {
      if (error instanceof BudgetUsedUp) return { records, isWhole: false, usedUp: error, ...counted };
      signal.throwIfAborted();
      return { records, isWhole: false, ...counted };
    }
  }
}

/** What share of the records was read, in words. */
export function shareOfRead({ records, total, usedUp }: ReadRecords): string {
  const share =
    total === undefined || total === 0
      ? ''
      : ` of ${String(total)} (${String(Math.floor((records / total) * 1000) / 10)} %)`;
  const why = usedUp === undefined ? 'The portal returned no more.' : usedUp.message;
  return `Only the first ${String(records)} records${share} were read. ${why}`;
}
