import type { WireCell } from '../../../base/cells.ts';
import type { GridHost, GridResult } from '../../../messages/gridProtocol.ts';
import type { Remote } from '../../../messages/rpc.ts';
import { MOST_ROWS } from '../../../messages/windowRows.ts';

const MOST_GROUPS = 32_000;
const MOST_RECORDS = 5000;
/** The number of windows of rows requested at the same time. */
const AT_ONCE = 4;

/** The rows of a result from the first on, as many as a chart takes. */
export async function chartRows(
  { generation, rowCount, continuesAt = Infinity, head, question }: GridResult,
  host: Pick<Remote<GridHost>, 'rows'>,
  signal: AbortSignal,
): Promise<readonly (readonly WireCell[])[]> {
  const count = Math.min(rowCount, continuesAt, question?.summary === undefined ? MOST_RECORDS : MOST_GROUPS);
  if (head.length >= count) return head.slice(0, count);
  const windows: (readonly (readonly WireCell[])[])[] = [];
  let next = 0;
  const read = async (): Promise<void> => {
    for (let first = next; first < count; first = next) {
      next = first + MOST_ROWS;
      windows[first / MOST_ROWS] = await host.rows(generation, first, Math.min(next, count), signal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return windows.flat();
}
