/** A calculation of our own service over all matching records, or over groups of them. */
import { type ExactValue, isList, member } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { searchBody } from '../wire/request.ts';

type SpreadPart = 'median' | 'quartile1' | 'quartile3' | 'deviation';

export interface SummaryPart {
  readonly calculate: 'count' | 'values' | 'empty' | 'distinct' | 'min' | 'max' | 'sum' | SpreadPart;
  /** Every calculation except `count` needs a field. */
  readonly field?: string;
}

export interface SummaryRequest {
  /** Groups by the values of a field, or by the number of `starts` that are less than or equal to the value. */
  readonly groups?: readonly { readonly field: string; readonly starts?: readonly ExactValue[] }[];
  readonly calculations: readonly SummaryPart[];
  /** Number of groups, the largest first. */
  readonly limit?: number;
}

/** A group's values, followed by the results as texts with all digits. Undefined for NULL. */
export type SummaryRow = readonly (string | undefined)[];

/** The request for a summary. The query's order and fields don't matter. */
export function summaryBody(
  { resourceId, q, qMode, qField, filters }: DatastoreQuery,
  { groups, calculations, limit }: SummaryRequest,
): string {
  const matching: DatastoreQuery = defined({ resourceId, q, qMode, qField, filters, limit });
  const body = searchBody(matching, { takesConditions: true });
  const parts = stringifyExact(defined({ groups, calculations }) as unknown as ExactValue);
  return `${body.slice(0, -1)},${parts.slice(1)}`;
}

export function readSummaryRows(result: ExactValue): readonly SummaryRow[] | undefined {
  const rows = member(result, 'records');
  if (!isList(rows)) return undefined;
  return rows.map((row) => (isList(row) ? row.map((value) => (typeof value === 'string' ? value : undefined)) : []));
}
