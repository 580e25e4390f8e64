/** The ways from one page of records to the next. */
import type { Dialect } from '../datastore/dialect/dialect.ts';
import { searchesText } from '../datastore/query/apiQuestion.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { asksForIds } from './edition.ts';

/**
 * `ranges`: records from the last one's `_id` on. `keyset`: the same by SQL. `idLists`: the last record and those with one
 * of the next `_id`, each named. `idOffset`: by offset in `_id` order, from the last record on. `offset`: the same in another
 * order. By all of them a page begins with the record before it.
 */
export type Way = 'ranges' | 'keyset' | 'idLists' | 'idOffset' | 'offset';

/** What logs say of each. */
export const WAY_LINES: Readonly<Record<Way, string>> = {
  ranges: 'Paging by ranges of _id.',
  keyset: 'Paging after the last _id, with SQL.',
  idLists: 'Paging by lists of _id.',
  idOffset: 'Paging by offset, sorted by _id.',
  offset: 'Paging by offset.',
};

export interface WalkFacts {
  /** Its order is total. */
  readonly query: DatastoreQuery;
  readonly dialect: Dialect;
  /** The records have `_id`, as a number. */
  readonly hasIds: boolean;
  /** Records that have come. */
  readonly records: number;
  /** Of the numbers between the last page's first and last `_id`, the share that records had. */
  readonly filled: number;
}

/**
 * A server passes over every record before an offset, at half a microsecond each, and looks up every `_id` of a list, at 30:
 * from some such offset on, a page of 2,500 comes sooner by its list (CKAN 2.11.6).
 */
const FAR = 200_000;
/** Below, too much of a list would be asked in vain. */
const FILLED = 0.9;

/** The first that fits is taken; where the server refuses it, the next. Offsets cost it more the further they go (docs/ckan.md 10). */
export const STRATEGIES: readonly { readonly way: Way; readonly fits: (facts: WalkFacts) => boolean }[] = [
  { way: 'ranges', fits: (facts) => goesById(facts) && facts.dialect.hasRanges },
  { way: 'keyset', fits: (facts) => goesById(facts) && asksSql(facts) },
  { way: 'idLists', fits: (facts) => goesById(facts) && takesLists(facts) },
  { way: 'idOffset', fits: goesById },
  { way: 'offset', fits: () => true },
];

function goesById({ query: { sort = [], distinct }, hasIds }: WalkFacts): boolean {
  const [first] = sort;
  return hasIds && distinct !== true && (first === undefined || (first.field === '_id' && !first.descending));
}

/** It has answered by SQL, and people let it be asked so; SQL has no way to search as the server does. */
function asksSql({ query, dialect }: WalkFacts): boolean {
  const { answersSql, facts, isEmbedded } = dialect;
  const isKnown = answersSql && facts.sql === true && !isEmbedded;
  return isKnown && !searchesText(query) && !asksForIds(query);
}

function takesLists({ query, dialect, records, filled }: WalkFacts): boolean {
  return records >= FAR && filled >= FILLED && !asksForIds(query) && dialect.way.method === 'POST';
}
