import type { Dialect } from '../datastore/dialect/dialect.ts';
import { searchesText } from '../datastore/query/apiQuestion.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { asksForIds } from './edition.ts';

/**
 * Each page begins with the record before it. `ranges` filters by `_id` from the last record's on. `keyset` does so by
 * SQL. `idLists` lists the last record's `_id` and the numbers behind it. `idOffset` uses an offset in `_id` order.
 * `offset` uses one in another order.
 */
export type PagingStrategy = 'ranges' | 'keyset' | 'idLists' | 'idOffset' | 'offset';

/** `stream` has no pages: one answer has all records. */
export type ExportWay = PagingStrategy | 'stream';

export const STRATEGY_LINES: Readonly<Record<ExportWay, string>> = {
  stream: 'One answer without pages, so that an export that is resumed starts over.',
  ranges: 'Paging by ranges of _id.',
  keyset: 'Paging after the last _id, with SQL.',
  idLists: 'Paging by lists of _id.',
  idOffset: 'Paging by offset, sorted by _id.',
  offset: 'Paging by offset.',
};

export interface WalkFacts {
  /** The query, which has a total order. */
  readonly query: DatastoreQuery;
  readonly dialect: Dialect;
  readonly hasIds: boolean;
  readonly records: number;
  /** The share of numbers between the last page's first and last `_id` that are in use. */
  readonly filled: number;
}

/** From here on, 2,500 records come sooner by a list: a skipped record takes 0.5 µs, a listed `_id` 30 (CKAN 2.11). */
const FAR = 200_000;
/** Least share of used ids for lists. Below, too many of the listed ids would be unused. */
const FILLED = 0.9;

/** The first way that fits is tried, and the next if the server refuses it. Far offsets cost more (docs/ckan.md 10). */
export const STRATEGIES: readonly { readonly way: PagingStrategy; readonly fits: (facts: WalkFacts) => boolean }[] = [
  { way: 'ranges', fits: (facts) => goesById(facts) && facts.dialect.hasRanges },
  { way: 'keyset', fits: (facts) => goesById(facts) && asksSql(facts) },
  { way: 'idLists', fits: (facts) => goesById(facts) && takesLists(facts) },
  { way: 'idOffset', fits: goesById },
  { way: 'offset', fits: () => true },
];

function goesById({ query: { sort = [], distinct, summary }, hasIds }: WalkFacts): boolean {
  const [first] = sort;
  return (
    hasIds &&
    distinct !== true &&
    summary === undefined &&
    (first === undefined || (first.field === '_id' && !first.descending))
  );
}

/** The server answers SQL, people allow it, and the query has no text search, which SQL can't do like the server. */
function asksSql({ query, dialect }: WalkFacts): boolean {
  return dialect.usesSql && dialect.facts.sql === true && !searchesText(query) && !asksForIds(query);
}

function takesLists({ query, dialect, records, filled }: WalkFacts): boolean {
  return records >= FAR && filled >= FILLED && !asksForIds(query) && dialect.route.method === 'POST';
}
