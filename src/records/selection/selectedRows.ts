import type { RecordRow } from '../../base/cells.ts';
import type { ResultSet } from '../../datastore/result/resultSet.ts';
import type { SelectedRange } from '../../messages/gridProtocol.ts';

/** Number of records requested at a time. */
export const SELECTED_AT_ONCE = 1000;

/** The records of a range in steps, fewer if the result ends earlier. Throws like `ResultSet.rows`. */
export async function* selectedRows(
  result: Pick<ResultSet, 'rows'>,
  { firstRow, lastRow }: Pick<SelectedRange, 'firstRow' | 'lastRow'>,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordRow[], void, undefined> {
  for (let row = firstRow; row < lastRow; row += SELECTED_AT_ONCE) {
    const end = Math.min(row + SELECTED_AT_ONCE, lastRow);
    const rows = await result.rows(row, end, signal);
    yield rows;
    if (rows.length < end - row) return;
  }
}
