import type { DatastoreQuery } from '../query/query.ts';
import { type DialectFacts, USUAL_MAX_LIMIT } from './facts.ts';
import { LearnedDialect } from './learnedDialect.ts';

/** What one portal's server supports. */
export type Dialect = LearnedDialect;

export interface SqlDialect {
  /** Whether filters have ranges, and names that begin with `$` are written with `$$` (CKAN 2.12+). */
  readonly hasRanges: boolean;
  /** Whether people allowed SQL, also where a search has another meaning: NULL, ranges, words of `q`. */
  readonly isAllowed: boolean;
}

/** What the portal's SQL supports. Undefined if it has none or needs none. */
export function sqlOf({ mayHaveSql, usesSql, hasRanges, takesConditions }: Dialect): SqlDialect | undefined {
  return mayHaveSql && !takesConditions ? { hasRanges, isAllowed: usesSql } : undefined;
}

/**
 * Whether a query's first page comes long before its total: the engine on this machine stops at a full page, but a total
 * needs every hit. Sorted and distinct records need them anyway.
 */
export function countsApart(query: DatastoreQuery, { isOnThisMachine }: Dialect): boolean {
  const { q, filters, sort, distinct, limit, summary } = query;
  const isNarrowed = summary === undefined && (q !== undefined || filters !== undefined);
  return isOnThisMachine && isNarrowed && sort === undefined && distinct !== true && limit !== 0;
}

/** The most rows that our own service returns of a summary: each page groups all records again. */
const MOST_GROUPS = 250_000;

/** The most rows of one answer, if that is known. */
export function mostRows({ summary }: DatastoreQuery, { takesConditions, facts }: Dialect): number | undefined {
  return takesConditions && summary !== undefined ? MOST_GROUPS : facts.maxLimit;
}

/** Whether the portal may answer conditions that its filters can't express. */
export function mayTakeConditions({ takesConditions, mayHaveSql }: Dialect): boolean {
  return takesConditions || mayHaveSql;
}

/** Whether a list for a field of lists means its possible values, and not one value (docs/ckan.md 23). */
export function takesListsForChoices({ hasRanges, takesConditions }: Dialect): boolean {
  return hasRanges && !takesConditions;
}

const OUR_FACTS: DialectFacts = {
  isOurs: true,
  totals: true,
  lists: true,
  listsLoseNulls: false,
  ranges: true,
  distinct: true,
  distinctByPage: false,
  numbersAsTexts: false,
  offsets: true,
  sorts: true,
  fields: true,
  sortsNulls: true,
  ranks: false,
  expressions: true,
  sql: false,
  prefixes: true,
  privateDatasets: true,
  titleSort: true,
  maxLimit: USUAL_MAX_LIMIT,
};

/** The files of this machine, served by our own service, whose answers teach nothing new. */
export const OUR_DIALECT: Dialect = new LearnedDialect({ facts: OUR_FACTS, learns: false, isOnThisMachine: true });

/** Databases, whose tables our own service provides. */
export const DATABASE_DIALECT: Dialect = new LearnedDialect({ facts: OUR_FACTS, learns: false });
