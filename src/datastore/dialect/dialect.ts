/**
 * What a portal's server understands, and which requests follow from it. Nothing is asked for this: the first request of a
 * run is the person's own question, and later ones use only parameters that an answer has echoed, because unknown ones are
 * an error (docs/ckan.md 4).
 */
import { isDeepStrictEqual } from 'node:util';
import type { RecordRow } from '../../base/cells.ts';
import type { RequestWindow } from '../wire/request.ts';
import type { DatastoreError } from '../wire/errors.ts';
import { searchesText } from '../query/apiQuestion.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { CatalogOption, DialectFacts, Learned } from './facts.ts';
import { type Evidence, evidenceOf, mayBeWrongWay, otherWays, USUAL_WAY, type Way } from '../wire/way.ts';
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
  /** Ids of the fields that the first answer had. */
  readonly fields: readonly string[];
  /** The matching total as far as it is known: saves asking twice at the end of data. */
  readonly total?: number;
  /** Ask for the total once more. */
  readonly counts?: boolean;
  /** Count the matching records even if the server would estimate them. For servers of ours; with `counts`. */
  readonly exactTotal?: boolean;
}

/** What a portal's SQL can say. */
export interface SqlDialect {
  /** Ranges in filters, and names that begin with `$` written with two (CKAN 2.12+). */
  readonly hasRanges: boolean;
  /** People let the question be asked by SQL, also what a search would answer in another way: NULL, ranges, words of `q`. */
  readonly isAllowed: boolean;
}

export interface DialectOptions {
  readonly isEmbedded?: boolean;
  /** When absent, the same as `isEmbedded`. */
  readonly isOnThisMachine?: boolean;
  /** From an earlier session. */
  readonly facts?: DialectFacts;
  /** Whether a person lets what `filters` can't say be asked by SQL. */
  readonly allowsSql?: () => boolean;
  /** Gets all facts whenever one has changed. */
  readonly onLearn?: (facts: DialectFacts) => void;
}

/** A challenge or a login may soon be over. Until then, each question would cost four requests. */
const VAIN_MS = 60_000;

export class Dialect {
  /** A server of ours: what it can do is known before it is asked. */
  readonly isEmbedded: boolean;
  /** The records are on this machine too. Those of a database aren't, although a server of ours stands in front of it. */
  readonly isOnThisMachine: boolean;
  readonly #allowsSql: () => boolean;
  readonly #onLearn: (facts: DialectFacts) => void;
  #facts: DialectFacts;
  /** What doubtful evidence has shown. It counts for this session and isn't kept. */
  #doubtful: Learned = {};
  /** What has proved right since this session began. */
  #proved: Partial<Way> = {};
  /** Requests since the last answer by POST in which POST failed and GET was answered. */
  #getProofs: Evidence[] = [];
  /** Until when no other way is tried after a failure, by vainKey. In milliseconds of performance.now(). */
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

  get way(): Way {
    const { path = USUAL_WAY.path, method = USUAL_WAY.method } = { ...this.#facts, ...this.#doubtful };
    return { path, method };
  }

  /** The other ways that may answer an action after this failure. They are tried once for each action and status. */
  waysAfter(action: string, failure: DatastoreError, hasBody: boolean): readonly Way[] {
    const { way } = this;
    const vainUntil = this.#inVain.get(vainKey(action, failure, hasBody)) ?? 0;
    if (this.isEmbedded || performance.now() < vainUntil) return [];
    if (failure.kind === 'tooLong')
      return hasBody && way.method === 'GET' ? [{ ...way, method: 'POST' }] : [];
    if (!mayBeWrongWay(failure)) return [];
    return otherWays(way, hasBody ? this.#proved : { ...this.#proved, method: way.method }, failure);
  }

  noWayFound(action: string, failure: DatastoreError, hasBody: boolean): void {
    const ms = evidenceOf(failure) === 'firm' ? Infinity : VAIN_MS;
    this.#inVain.set(vainKey(action, failure, hasBody), performance.now() + ms);
  }

  /**
   * CKAN itself has answered. `failure`: how the way that was tried first failed. The way of the answer is remembered as far
   * as that failure is evidence, and GET in place of POST only after two requests.
   */
  learnWay({ path, method }: Way, hasBody: boolean, failure?: DatastoreError): void {
    this.#inVain.clear();
    const { way } = this;
    const evidence = failure && evidenceOf(failure);
    const isTrial = evidence !== undefined && hasBody && method === 'GET' && way.method === 'POST';
    if (hasBody && method === 'POST') this.#getProofs = [];
    if (isTrial && evidence !== 'none') this.#getProofs.push(evidence);
    const isProved = !isTrial || (evidence !== 'none' && this.#getProofs.length >= 2);
    const learn = (part: Partial<Way>, isKept: boolean): void => {
      if (isKept) this.#proved = { ...this.#proved, ...part };
      if (isKept) this.#learn(part);
      else this.#doubtful = { ...this.#doubtful, ...part };
    };
    if (evidence !== 'none')
      learn({ path }, path === way.path ? !('path' in this.#doubtful) : evidence !== 'doubtful');
    if (hasBody && isProved)
      learn(
        { method },
        isTrial ? !this.#getProofs.includes('doubtful') : !('method' in this.#doubtful) || method === 'POST',
      );
  }

  get maxLimit(): number | undefined {
    return this.#facts.maxLimit;
  }

  /** CKAN 2.7+: without `sort` and `q`, records come in `_id` order. Older ones have no order at all. */
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

  /** False where answers have shown that the server has none. */
  get mayHaveRanges(): boolean {
    return this.isEmbedded || this.#facts.ranges !== false;
  }

  /** A list for a field of lists names what it may equal, as for any other field, and not what it equals (docs/ckan.md 23). */
  get takesListsForChoices(): boolean {
    return !this.isEmbedded && this.#facts.ranges === true;
  }

  /** False where the server has refused to read `q` as an expression. */
  get mayHaveExpressions(): boolean {
    return this.isEmbedded || this.#facts.expressions !== false;
  }

  /** Undefined before records behind the first ones were needed. */
  get hasOffsets(): boolean | undefined {
    return this.isEmbedded || this.#facts.offsets;
  }

  /** False where the server has refused `sort`. */
  get mayHaveSort(): boolean {
    return this.isEmbedded || this.#facts.sorts !== false;
  }

  /** False where the server has refused `fields`. */
  get mayHaveFields(): boolean {
    return this.isEmbedded || this.#facts.fields !== false;
  }

  /** False where the server has refused `nulls last`. */
  get mayPlaceNulls(): boolean {
    return this.isEmbedded || this.#facts.sortsNulls !== false;
  }

  /** False where the server has refused `distinct`, or is of a version without it. */
  get mayHaveDistinct(): boolean {
    const { distinct, version } = this.#facts;
    return this.isEmbedded || (distinct ?? expectedFacts(version).distinct) !== false;
  }

  /** A server of ours reads every condition from `filters`. */
  get takesConditions(): boolean {
    return this.isEmbedded || this.#facts.isOurs === true;
  }

  /** Conditions that CKAN's filters can't say are answered, or may be by SQL. */
  get mayTakeConditions(): boolean {
    return this.takesConditions || this.mayAnswerSql;
  }

  /** Conditions that `filters` can't say are asked by SQL. */
  get answersSql(): boolean {
    return this.mayAnswerSql && this.#allowsSql();
  }

  /** False where the server has refused SQL. */
  get mayAnswerSql(): boolean {
    return { ...this.#facts, ...this.#doubtful }.sql !== false;
  }

  /** What SQL of this portal can say; to be asked after the search that is meant. Undefined where there is none, or none is needed. */
  get sql(): SqlDialect | undefined {
    if (!this.mayAnswerSql || this.takesConditions) return undefined;
    return { hasRanges: this.hasRanges, isAllowed: this.answersSql };
  }

  /** The same of a question that only SQL can say, once people let it be asked so. */
  get sqlOfSearch(): SqlDialect {
    return { hasRanges: this.hasRanges, isAllowed: true };
  }

  get hasLists(): boolean {
    return this.#facts.lists === true && this.#facts.listsLoseNulls !== true;
  }

  /**
   * What to send for a window. Lists are 0.6 of the bytes. With `q` they need the fields by name: the rank that CKAN adds
   * otherwise is an SQL error (seen on 2.11.6). With `distinct` they compare JSON texts, which is another question.
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

  /** For a request that only wants the fields. */
  get probeWindow(): RequestWindow {
    return { limit: 0, ...(this.#facts.totals === true && { includeTotal: false }) };
  }

  learnFromSearch(answer: SearchAnswer): void {
    this.#learn(factsOfSearch(answer, this.#facts));
  }

  /** Records from an offset on were no others than the first ones, or they were. */
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

  /** `isAnew`: what was learned before is forgotten, the way too. */
  learnFromStatus(status: SelfDescription, isAnew: boolean): void {
    if (isAnew) {
      [this.#doubtful, this.#proved, this.#getProofs] = [{}, {}, []];
      this.#inVain.clear();
      this.#learn({ path: undefined, method: undefined });
    }
    this.#learn(factsOfStatus(status, isAnew, this.#facts));
  }

  /** People have another token now, or none. */
  forgetPerson(): void {
    this.#learn({ privateDatasets: undefined });
  }

  /** A search of datasets was answered with what it used, and without what was refused before. */
  learnFromCatalog(used: readonly CatalogOption[], refused: CatalogOption | undefined): void {
    const taken = used.map((option) => [option, true] as const);
    const learned = refused === undefined ? taken : [...taken, [refused, false] as const];
    this.#learn(Object.fromEntries<boolean>(learned));
  }

  mayHaveLostRecords(rows: readonly RecordRow[], expected: number): boolean {
    this.#learn(factsOfLists(rows, this.#facts));
    return rows.length < expected && this.#facts.listsLoseNulls !== false;
  }

  /** A page of objects had more records than the one of lists. */
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

/** A look-alike may have one action alone, so a failure counts only for its own action, with or without a body. */
function vainKey(action: string, { status = 0 }: DatastoreError, hasBody: boolean): string {
  return `${action} ${String(hasBody)} ${String(status)}`;
}
