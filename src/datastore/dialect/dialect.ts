/**
 * What a portal's server supports, and how requests follow from it. There are no requests to find out: the first one is
 * the user's own query, and later ones use only parameters that an answer has repeated, because CKAN refuses unknown
 * ones (docs/ckan.md 4).
 */
import { isDeepStrictEqual } from 'node:util';
import type { RecordRow } from '../../base/cells.ts';
import type { RequestWindow } from '../wire/request.ts';
import type { DatastoreError } from '../wire/errors.ts';
import { searchesText } from '../query/apiQuestion.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { CatalogOption, DialectFacts, Learned } from './facts.ts';
import { type Evidence, evidenceOf, mayBeWrongWay, otherWays, USUAL_WAY, type ApiRoute } from '../wire/apiRoute.ts';
import { expectedFacts } from './expectation.ts';
import {
  factsOfAnswer,
  factsOfLists,
  factsOfRefusal,
  factsOfSearch,
  factsOfStatus,
  type Refusal,
  type SearchAnswer,
  type SelfDescription,
} from './learning.ts';

/** The part of a result that a request after the first one asks for. */
export interface PageWindow {
  readonly offset: number;
  readonly limit: number;
  /** Ids of the fields in the first answer. */
  readonly fields: readonly string[];
  /** The number of matching records, if it's known. It saves a second request at the end of the data. */
  readonly total?: number;
  /** Whether to request the total again. */
  readonly counts?: boolean;
  /** Whether to count even if the server would estimate. Only for our own servers, together with `counts`. */
  readonly exactTotal?: boolean;
}

/** What a portal's SQL supports. */
export interface SqlDialect {
  /** Whether filters have ranges, and names that begin with `$` are written with `$$` (CKAN 2.12+). */
  readonly hasRanges: boolean;
  /** Whether people allowed SQL, also where a search has another meaning: NULL, ranges, words of `q`. */
  readonly isAllowed: boolean;
}

export interface DialectOptions {
  readonly isEmbedded?: boolean;
  /** The default is the value of `isEmbedded`. */
  readonly isOnThisMachine?: boolean;
  /** The facts stored by an earlier session. */
  readonly facts?: DialectFacts;
  /** Whether people allowed SQL for conditions that `filters` can't express. */
  readonly allowsSql?: () => boolean;
  /** Called with all facts after a change. */
  readonly onLearn?: (facts: DialectFacts) => void;
}

/** A challenge or a login may end soon. Meanwhile, trying all ways would cost four requests per query. */
const VAIN_MS = 60_000;

/** One portal's facts, and the requests that they allow. */
export class Dialect {
  /** Whether this is our own server, whose capabilities are known in advance. */
  readonly isEmbedded: boolean;
  /** Whether the records are on this machine. Those of a database aren't, although our own server provides them. */
  readonly isOnThisMachine: boolean;
  readonly #allowsSql: () => boolean;
  readonly #onLearn: (facts: DialectFacts) => void;
  #facts: DialectFacts;
  /** Facts from doubtful evidence, which aren't stored after the session. */
  #doubtful: Learned = {};
  /** The way that has worked in this session. */
  #proved: Partial<ApiRoute> = {};
  /** Requests since the last answer by POST in which POST failed and GET was answered. */
  #getProofs: Evidence[] = [];
  /** Time until which no other way is tried after a failure, by vainKey, in milliseconds of performance.now(). */
  readonly #inVain = new Map<string, number>();

  constructor(options: DialectOptions = {}) {
    const { isEmbedded = false, facts = {}, allowsSql = () => false, onLearn = () => undefined } = options;
    this.isEmbedded = isEmbedded;
    this.isOnThisMachine = options.isOnThisMachine ?? isEmbedded;
    this.#allowsSql = allowsSql;
    this.#facts = facts;
    this.#onLearn = onLearn;
  }

  get facts(): DialectFacts {
    return this.#facts;
  }

  get way(): ApiRoute {
    const { path = USUAL_WAY.path, method = USUAL_WAY.method } = { ...this.#facts, ...this.#doubtful };
    return { path, method };
  }

  /** The other ways that may work after this failure. They're tried once for each action and status. */
  otherRoutes(action: string, failure: DatastoreError, hasBody: boolean): readonly ApiRoute[] {
    const { way } = this;
    const vainUntil = this.#inVain.get(vainKey(action, failure, hasBody)) ?? 0;
    if (this.isEmbedded || performance.now() < vainUntil) return [];
    if (failure.kind === 'tooLong') return hasBody && way.method === 'GET' ? [{ ...way, method: 'POST' }] : [];
    if (!mayBeWrongWay(failure)) return [];
    return otherWays(way, hasBody ? this.#proved : { ...this.#proved, method: way.method }, failure);
  }

  noWayFound(action: string, failure: DatastoreError, hasBody: boolean): void {
    const ms = evidenceOf(failure) === 'firm' ? Infinity : VAIN_MS;
    this.#inVain.set(vainKey(action, failure, hasBody), performance.now() + ms);
  }

  /**
   * Learns from an answer of CKAN itself. `failure` is the error of the way that was tried first. The working way is
   * stored as far as that error is evidence, and GET instead of POST only after two requests.
   */
  learnWay({ path, method }: ApiRoute, hasBody: boolean, failure?: DatastoreError): void {
    this.#inVain.clear();
    const { way } = this;
    const evidence = failure && evidenceOf(failure);
    const isTrial = evidence !== undefined && hasBody && method === 'GET' && way.method === 'POST';
    if (hasBody && method === 'POST') this.#getProofs = [];
    if (isTrial && evidence !== 'none') this.#getProofs.push(evidence);
    const isProved = !isTrial || (evidence !== 'none' && this.#getProofs.length >= 2);
    const learn = (part: Partial<ApiRoute>, isKept: boolean): void => {
      if (isKept) this.#proved = { ...this.#proved, ...part };
      if (isKept) this.#learn(part);
      else this.#doubtful = { ...this.#doubtful, ...part };
    };
    if (evidence !== 'none') learn({ path }, path === way.path ? !('path' in this.#doubtful) : evidence !== 'doubtful');
    if (hasBody && isProved)
      learn(
        { method },
        isTrial ? !this.#getProofs.includes('doubtful') : !('method' in this.#doubtful) || method === 'POST',
      );
  }

  get maxLimit(): number | undefined {
    return this.#facts.maxLimit;
  }

  /** Since CKAN 2.7, records without `sort` and `q` come in `_id` order. Older versions don't sort them. */
  get sortsById(): boolean {
    return this.#facts.totals === true || this.#facts.lists === true;
  }

  /** False for the embedded datastore, undefined before a search. */
  get ranksSearches(): boolean | undefined {
    return this.isEmbedded ? false : this.#facts.ranks;
  }

  get hasRanges(): boolean {
    return this.isEmbedded || this.#facts.ranges === true;
  }

  /** False if answers have shown that the server has no ranges. */
  get mayHaveRanges(): boolean {
    return this.isEmbedded || this.#facts.ranges !== false;
  }

  /** Whether a list for a field of lists means its possible values, and not one value (docs/ckan.md 23). */
  get takesListsForChoices(): boolean {
    return !this.isEmbedded && this.#facts.ranges === true;
  }

  /** False if the server has refused `q` as an expression. */
  get mayHaveExpressions(): boolean {
    return this.isEmbedded || this.#facts.expressions !== false;
  }

  /** Undefined until later records were needed. */
  get hasOffsets(): boolean | undefined {
    return this.isEmbedded || this.#facts.offsets;
  }

  /** False if the server has refused `sort`. */
  get mayHaveSort(): boolean {
    return this.isEmbedded || this.#facts.sorts !== false;
  }

  /** False if the server has refused `fields`. */
  get mayHaveFields(): boolean {
    return this.isEmbedded || this.#facts.fields !== false;
  }

  /** False if the server has refused `nulls last`. */
  get mayPlaceNulls(): boolean {
    return this.isEmbedded || this.#facts.sortsNulls !== false;
  }

  /** False if the server has refused `distinct`, or its version lacks it. */
  get mayHaveDistinct(): boolean {
    const { distinct, version } = this.#facts;
    return this.isEmbedded || (distinct ?? expectedFacts(version).distinct) !== false;
  }

  /** Whether `filters` support every condition, as on our own servers. */
  get takesConditions(): boolean {
    return this.isEmbedded || this.#facts.isOurs === true;
  }

  /** Whether conditions that CKAN's filters can't express are answered, perhaps after people allow SQL. */
  get mayTakeConditions(): boolean {
    return this.takesConditions || this.mayAnswerSql;
  }

  /** Whether SQL is used for conditions that `filters` can't express. */
  get answersSql(): boolean {
    return this.mayAnswerSql && this.#allowsSql();
  }

  /** False if the server has refused SQL. */
  get mayAnswerSql(): boolean {
    return { ...this.#facts, ...this.#doubtful }.sql !== false;
  }

  /** What the portal's SQL supports, once a search was answered. Undefined if it has none or needs none. */
  get sql(): SqlDialect | undefined {
    if (!this.mayAnswerSql || this.takesConditions) return undefined;
    return { hasRanges: this.hasRanges, isAllowed: this.answersSql };
  }

  /** What SQL supports after people have allowed it for queries that need it. */
  get sqlOfSearch(): SqlDialect {
    return { hasRanges: this.hasRanges, isAllowed: true };
  }

  get hasLists(): boolean {
    return this.#facts.lists === true && this.#facts.listsLoseNulls !== true;
  }

  /**
   * Returns the parameters for a window. Lists need 0.6 of the bytes of objects. With `q` they need the fields by name,
   * because CKAN 2.11.6 otherwise fails with an SQL error about the rank. With `distinct` they would compare JSON
   * texts.
   */
  requestWindow(query: DatastoreQuery, window: PageWindow): RequestWindow {
    const { offset, limit, fields, counts, exactTotal } = window;
    const lists = this.hasLists && query.distinct !== true;
    return {
      ...(this.hasOffsets !== false && { offset }),
      limit,
      ...(lists && searchesText(query) && query.fields === undefined && { fields }),
      ...(counts !== true && this.#facts.totals === true && { includeTotal: false }),
      ...(lists && { recordsFormat: 'lists' }),
      ...(exactTotal === true && this.isEmbedded && { exactTotal }),
    };
  }

  /** Parameters of a request that only needs the fields. */
  get probeWindow(): RequestWindow {
    return { limit: 0, ...(this.#facts.totals === true && { includeTotal: false }) };
  }

  learnFromSearch(answer: SearchAnswer): void {
    this.#learn(factsOfSearch(answer, this.#facts));
  }

  /** `offsets` is false if an offset returned the first records again. */
  learnOffsets(offsets: boolean): void {
    this.#learn({ offsets });
  }

  learnFromAnswer(action: string, headers: ReadonlyMap<string, string>): void {
    this.#learn(factsOfAnswer(action, headers));
  }

  learnFromRefusal(refusal: Refusal): void {
    const [evidence, learned] = [evidenceOf(refusal.error), factsOfRefusal(refusal, this.#facts)];
    if (evidence === 'firm') this.#learn(learned);
    else if (evidence === 'doubtful') this.#doubtful = { ...this.#doubtful, ...learned };
  }

  /** `isAnew` discards what was learned before, including the way. */
  learnFromStatus(status: SelfDescription, isAnew: boolean): void {
    if (isAnew) {
      [this.#doubtful, this.#proved, this.#getProofs] = [{}, {}, []];
      this.#inVain.clear();
      this.#learn({ path: undefined, method: undefined });
    }
    this.#learn(factsOfStatus(status, isAnew, this.#facts));
  }

  /** Discards what depended on the user, after a change of the token. */
  forgetPerson(): void {
    this.#learn({ privateDatasets: undefined });
  }

  /** `used` are the options of a successful search of datasets; `refused` is one that had to be left out. */
  learnFromCatalog(used: readonly CatalogOption[], refused: CatalogOption | undefined): void {
    const taken = used.map((option) => [option, true] as const);
    const learned = refused === undefined ? taken : [...taken, [refused, false] as const];
    this.#learn(Object.fromEntries<boolean>(learned));
  }

  mayHaveLostRecords(rows: readonly RecordRow[], expected: number): boolean {
    this.#learn(factsOfLists(rows, this.#facts));
    return rows.length < expected && this.#facts.listsLoseNulls !== false;
  }

  /** Called after a page of objects had more records than the same page of lists. */
  stopLists(): void {
    this.#learn({ listsLoseNulls: true });
  }

  #learn(learned: Learned): void {
    const doubtful = Object.entries(this.#doubtful).filter(([fact]) => !Object.hasOwn(learned, fact));
    this.#doubtful = Object.fromEntries(doubtful);
    const known = Object.entries({ ...this.#facts, ...learned }).filter(([, fact]) => fact !== undefined);
    const facts: DialectFacts = Object.fromEntries(known);
    if (isDeepStrictEqual(facts, this.#facts)) return;
    this.#facts = facts;
    this.#onLearn(facts);
  }
}

/** A look-alike may have only one action, so failures are recorded for each action, with and without a body. */
function vainKey(action: string, { status = 0 }: DatastoreError, hasBody: boolean): string {
  return `${action} ${String(hasBody)} ${String(status)}`;
}
