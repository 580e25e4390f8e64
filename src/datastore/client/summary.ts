/** A summary as our own service is asked for it: what is calculated of all records that match, or of groups of them. */
import { type ExactValue, isList, member } from '../../base/cells.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { searchBody } from '../wire/request.ts';

export interface SummaryPart {
  readonly calculate: 'count' | 'values' | 'empty' | 'distinct' | 'min' | 'max' | 'sum';
  /** Of each calculation but `count`. */
  readonly field?: string;
}

export interface SummaryRequest {
  /** By the values of a field, or by the number of `starts` that they reach. */
  readonly groups?: readonly { readonly field: string; readonly starts?: readonly ExactValue[] }[];
  readonly calculations: readonly SummaryPart[];
  /** Of groups, the largest first. */
  readonly limit?: number;
}

/** Each group's values, then what is calculated of it, as texts with all their digits. Undefined for NULL. */
export type SummaryRow = readonly (string | undefined)[];

/** The conditions of `query` are asked for, not its order and its fields. */
export function summaryBody(
  { resourceId, q, qMode, qField, filters }: DatastoreQuery,
  { groups, calculations, limit }: SummaryRequest,
): string {
  const matching: DatastoreQuery = {
    resourceId,
    ...(q !== undefined && { q }),
    ...(qMode && { qMode }),
    ...(qField !== undefined && { qField }),
    ...(filters && { filters }),
    ...(limit !== undefined && { limit }),
  };
  const body = searchBody(matching, { takesConditions: true });
  const parts = stringifyExact({ ...(groups && { groups }), calculations } as unknown as ExactValue);
  return `${body.slice(0, -1)},${parts.slice(1)}`;
}

export function readSummary(result: ExactValue): readonly SummaryRow[] | undefined {
  const rows = member(result, 'records');
  if (!isList(rows)) return undefined;
  return rows.map((row) =>
    isList(row) ? row.map((value) => (typeof value === 'string' ? value : undefined)) : [],
  );
}
