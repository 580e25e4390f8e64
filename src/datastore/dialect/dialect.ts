import type { DatastoreQuery } from '../query/query.ts';
import type { DatastoreError } from '../wire/errors.ts';
import { type ApiRoute, type Evidence, USUAL_ROUTE } from '../wire/apiRoute.ts';
import { type DialectFacts, type Learned, USUAL_MAX_LIMIT } from './facts.ts';
import type { SelfDescription } from './learning.ts';

/** One portal's facts, and what its answers add to them. */
export interface Dialect {
  /** What answers have shown. Facts are stored for the next session. */
  readonly facts: DialectFacts;
  /** Whether the records are on this machine. Those of a database aren't, although our own server provides them. */
  readonly isOnThisMachine: boolean;
  readonly route: ApiRoute;
  readonly hasRanges: boolean;
  /** Whether `filters` support every condition, as on our own servers. */
  readonly takesConditions: boolean;
  /** False if the server has refused SQL, if only for this session. */
  readonly mayHaveSql: boolean;
  /** Whether conditions that `filters` can't express are sent as SQL, which people must have allowed. */
  readonly usesSql: boolean;
  /** The other routes that may work after this failure. They're tried once for each action and status. */
  otherRoutes(action: string, failure: DatastoreError, hasBody: boolean): readonly ApiRoute[];
  /** Called after all of them failed. */
  giveUpRoutes(action: string, failure: DatastoreError, hasBody: boolean): void;
  /**
   * Learns from an answer of CKAN itself. `failure` is the error of the route that was tried first. The working route
   * is stored as far as that error is evidence, and GET instead of POST only after two requests.
   */
  learnRoute(route: ApiRoute, hasBody: boolean, failure?: DatastoreError): void;
  /** Learns facts from an answer, or from a refusal. Doubtful ones aren't stored after the session. */
  learn(learned: Learned, evidence?: Evidence): void;
  /** `isAnew` discards what was learned before, including the route. */
  learnStatus(status: SelfDescription, isAnew: boolean): void;
}

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
export const OUR_DIALECT: Dialect = {
  facts: OUR_FACTS,
  isOnThisMachine: true,
  route: USUAL_ROUTE,
  hasRanges: true,
  takesConditions: true,
  mayHaveSql: false,
  usesSql: false,
  otherRoutes: () => [],
  giveUpRoutes: () => undefined,
  learnRoute: () => undefined,
  learn: () => undefined,
  learnStatus: () => undefined,
};

/** Databases, whose tables our own service provides. */
export const DATABASE_DIALECT: Dialect = { ...OUR_DIALECT, isOnThisMachine: false };
