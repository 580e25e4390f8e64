import { defined } from '../../base/defined.ts';
import { searchesText } from '../query/apiQuestion.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { RequestWindow } from '../wire/request.ts';
import type { DialectFacts } from './facts.ts';

/** The part of a result that a request after the first one asks for. */
export interface PageWindow {
  readonly offset: number;
  readonly limit: number;
  /** Ids of the fields in the first answer. */
  readonly fields: readonly string[];
  /** The number of matching records, if it's known. It saves a second request at the end of the data. */
  readonly total?: number;
  readonly counts?: boolean;
  /** Whether to count even if the server would estimate. Only for our own servers, together with `counts`. */
  readonly exactTotal?: boolean;
  /** Whether a long answer may come as a page with a `rest`. */
  readonly inSlices?: boolean;
}

/**
 * Returns the parameters for a window. Lists need 0.6 of the bytes of objects. With `q` they need the fields by name,
 * because CKAN 2.11.6 otherwise fails with an SQL error about the rank. With `distinct` they would compare JSON texts.
 */
export function requestWindow(facts: DialectFacts, query: DatastoreQuery, window: PageWindow): RequestWindow {
  // Groups are lists anyway, and our own service counts them all.
  const isOfGroups = query.summary !== undefined;
  const lists = facts.lists === true && facts.listsLoseNulls !== true && query.distinct !== true && !isOfGroups;
  const needsNames = lists && searchesText(query) && query.fields === undefined;
  return defined({
    offset: facts.offsets === false ? undefined : window.offset,
    limit: window.limit,
    fields: needsNames ? window.fields : undefined,
    includeTotal: window.counts !== true && facts.totals === true ? false : undefined,
    recordsFormat: lists ? 'lists' : undefined,
    exactTotal: facts.isOurs === true && window.exactTotal === true && !isOfGroups ? true : undefined,
  });
}

/** Parameters of a request that only needs the fields. */
export function probeWindow({ totals }: DialectFacts): RequestWindow {
  return { limit: 0, ...(totals === true && { includeTotal: false }) };
}
