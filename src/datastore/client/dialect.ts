/**
 * What is known about a portal's server from its answers. Nothing is asked for this: the first request of a run is
 * the person's own question, and later ones use only parameters that an answer has echoed, because unknown ones are
 * an error (docs/ckan.md 4).
 */
import { type ExactValue, isObject, type RecordRow } from '../../base/cells.ts';
import type { Page } from './model.ts';
import type { Asked } from './searchPage.ts';
import { searchesText } from '../query/apiQuestion.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { RequestWindow } from './request.ts';
import type { SqlDialect } from './sqlQuestion.ts';

/** The part of a result that a request after the first one asks for. */
export interface PageWindow {
  readonly offset: number;
  readonly limit: number;
  /** Ids of the fields that the first answer had. */
  readonly fields: readonly string[];
  /** The matching total as far as it is known: saves asking twice at the end of data. */
  readonly total?: number;
  /** Ask for the total once more. */
  readonly counts?: boolean;
}

export class Dialect {
  /** The embedded datastore: what it can do is known before it is asked. */
  readonly isEmbedded: boolean;
  #echoed: ReadonlySet<string> = new Set();
  #maxLimit: number | undefined;
  #ranks: boolean | undefined;
  #listsAreBroken = false;
  #listsKeepNulls = false;
  #hasSql = true;

  constructor({ isEmbedded = false }: { readonly isEmbedded?: boolean } = {}) {
    this.isEmbedded = isEmbedded;
  }

  /** The server's own highest limit; CKAN 2.9+ lowers a higher one silently. */
  get maxLimit(): number | undefined {
    return this.#maxLimit;
  }

  /** CKAN 2.7+: without `sort` and `q`, records come in `_id` order. Older ones have no order at all. */
  get sortsById(): boolean {
    return this.#echoed.has('include_total') || this.#echoed.has('records_format');
  }

  /** A search comes by rank, which leaves ties in no order. False for the embedded datastore, undefined before a search. */
  get ranksSearches(): boolean | undefined {
    return this.isEmbedded ? false : this.#ranks;
  }

  /** CKAN 2.12+: ranges in filters, and `distinct` taken before `limit`. */
  get hasRanges(): boolean {
    return this.isEmbedded || this.#echoed.has('include_next_page');
  }

  /** False where answers have shown that the server has none. */
  get mayHaveRanges(): boolean {
    return this.hasRanges || this.#echoed.size === 0;
  }

  /** What SQL of this server can say; to be asked after the search that is meant. Undefined where there is none. */
  get sql(): SqlDialect | undefined {
    if (!this.#hasSql) return undefined;
    const { isEmbedded, hasRanges } = this;
    return { searchesByContaining: this.ranksSearches === false, hasRanges, findsNull: isEmbedded };
  }

  get hasLists(): boolean {
    return this.#echoed.has('records_format') && !this.#listsAreBroken;
  }

  /**
   * What to send for a window. Lists are 0.6 of the bytes. With `q` they need the fields by name: the rank that CKAN adds
   * otherwise is an SQL error (seen on 2.11.6). With `distinct` they compare JSON texts, which is another question.
   */
  requestWindow(query: DatastoreQuery, { offset, limit, fields, counts }: PageWindow): RequestWindow {
    const lists = this.hasLists && query.distinct !== true;
    return {
      offset,
      limit,
      ...(lists && searchesText(query) && query.fields === undefined && { fields }),
      ...(counts !== true && this.#echoed.has('include_total') && { includeTotal: false }),
      ...(lists && { recordsFormat: 'lists' }),
    };
  }

  /** For a request that only wants the fields. */
  get probeWindow(): RequestWindow {
    return { limit: 0, ...(this.#echoed.has('include_total') && { includeTotal: false }) };
  }

  learn(result: ExactValue, asked: Asked, askedLimit: number | undefined, page: Page): void {
    if (isObject(result)) this.#echoed = new Set(Object.keys(result));
    this.#learnLimit(askedLimit, page.limit);
    if (asked.searches && asked.fields === undefined && page.rows.length > 0) {
      this.#ranks = page.rank !== undefined;
    }
  }

  /** A server may also lower a limit because the records are large: then a higher one is taken again another time. */
  #learnLimit(asked: number | undefined, used: number | undefined): void {
    if (used === undefined) return;
    if (asked !== undefined && used < asked) this.#maxLimit = used;
    else if (used > (this.#maxLimit ?? Infinity)) this.#maxLimit = undefined;
  }

  /** CKAN before 2.9.10 and 2.10.2 leaves out of a list page every record with a null. */
  mayHaveLostRecords(rows: readonly RecordRow[], expected: number): boolean {
    this.#listsKeepNulls ||= rows.some((row) => row.includes(null));
    return rows.length < expected && !this.#listsKeepNulls;
  }

  /** The portal has no such action. */
  stopSql(): void {
    this.#hasSql = false;
  }

  stopLists(): void {
    this.#listsAreBroken = true;
  }
}
