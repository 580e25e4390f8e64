/**
 * What a portal's server supports, learned from its answers. There are no requests to find out: the first one is the
 * user's own query, and later ones use only parameters that an answer has repeated, because CKAN refuses unknown ones
 * (docs/ckan.md 4).
 */
import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../base/defined.ts';
import {
  type ApiRoute,
  type Evidence,
  evidenceOf,
  mayBeWrongRoute,
  otherRoutes,
  USUAL_ROUTE,
} from '../wire/apiRoute.ts';
import type { DatastoreError } from '../wire/errors.ts';
import type { Dialect } from './dialect.ts';
import type { DialectFacts, Learned } from './facts.ts';
import { factsOfStatus, type SelfDescription } from './learning.ts';

interface LearnedDialectOptions {
  readonly facts?: DialectFacts;
  readonly allowsSql?: () => boolean;
  readonly onLearn?: (facts: DialectFacts) => void;
}

/** A challenge or a login may end soon. Meanwhile, trying all routes would cost four requests per query. */
const VAIN_MS = 60_000;

export class LearnedDialect implements Dialect {
  readonly isOnThisMachine = false;
  readonly #allowsSql: () => boolean;
  readonly #onLearn: (facts: DialectFacts) => void;
  #facts: DialectFacts;
  /** Facts from doubtful evidence, which aren't stored after the session. */
  #doubtful: Learned = {};
  /** The route that has worked in this session. */
  #proved: Partial<ApiRoute> = {};
  /** Requests since the last answer by POST in which POST failed and GET was answered. */
  #getProofs: Evidence[] = [];
  /** Time until which no other route is tried after a failure, by vainKey, in milliseconds of performance.now(). */
  readonly #inVain = new Map<string, number>();

  constructor({ facts = {}, allowsSql = () => false, onLearn = () => undefined }: LearnedDialectOptions = {}) {
    this.#allowsSql = allowsSql;
    this.#facts = facts;
    this.#onLearn = onLearn;
  }

  get facts(): DialectFacts {
    return this.#facts;
  }

  get route(): ApiRoute {
    const { path = USUAL_ROUTE.path, method = USUAL_ROUTE.method } = { ...this.#facts, ...this.#doubtful };
    return { path, method };
  }

  get hasRanges(): boolean {
    return this.#facts.ranges === true;
  }

  get takesConditions(): boolean {
    return this.#facts.isOurs === true;
  }

  get mayHaveSql(): boolean {
    return { ...this.#facts, ...this.#doubtful }.sql !== false;
  }

  get usesSql(): boolean {
    return this.mayHaveSql && this.#allowsSql();
  }

  otherRoutes(action: string, failure: DatastoreError, hasBody: boolean): readonly ApiRoute[] {
    const { route } = this;
    if (performance.now() < (this.#inVain.get(vainKey(action, failure, hasBody)) ?? 0)) return [];
    if (failure.kind === 'tooLong') return hasBody && route.method === 'GET' ? [{ ...route, method: 'POST' }] : [];
    if (!mayBeWrongRoute(failure)) return [];
    return otherRoutes(route, hasBody ? this.#proved : { ...this.#proved, method: route.method }, failure);
  }

  giveUpRoutes(action: string, failure: DatastoreError, hasBody: boolean): void {
    const ms = evidenceOf(failure) === 'firm' ? Infinity : VAIN_MS;
    this.#inVain.set(vainKey(action, failure, hasBody), performance.now() + ms);
  }

  learnRoute({ path, method }: ApiRoute, hasBody: boolean, failure?: DatastoreError): void {
    this.#inVain.clear();
    const before = this.route;
    const evidence = failure && evidenceOf(failure);
    const isTrial = evidence !== undefined && hasBody && method === 'GET' && before.method === 'POST';
    if (hasBody && method === 'POST') this.#getProofs = [];
    if (isTrial && evidence !== 'none') this.#getProofs.push(evidence);
    const isProved = !isTrial || (evidence !== 'none' && this.#getProofs.length >= 2);
    const learn = (part: Partial<ApiRoute>, isKept: boolean): void => {
      if (isKept) this.#proved = { ...this.#proved, ...part };
      this.learn(part, isKept ? 'firm' : 'doubtful');
    };
    if (evidence !== 'none')
      learn({ path }, path === before.path ? !('path' in this.#doubtful) : evidence !== 'doubtful');
    if (hasBody && isProved)
      learn(
        { method },
        isTrial ? !this.#getProofs.includes('doubtful') : !('method' in this.#doubtful) || method === 'POST',
      );
  }

  learn(learned: Learned, evidence: Evidence = 'firm'): void {
    if (evidence === 'doubtful') this.#doubtful = { ...this.#doubtful, ...learned };
    if (evidence !== 'firm') return;
    const doubtful = Object.entries(this.#doubtful).filter(([fact]) => !Object.hasOwn(learned, fact));
    this.#doubtful = Object.fromEntries(doubtful);
    const facts: DialectFacts = defined({ ...this.#facts, ...learned });
    if (isDeepStrictEqual(facts, this.#facts)) return;
    this.#facts = facts;
    this.#onLearn(facts);
  }

  learnStatus(status: SelfDescription, isAnew: boolean): void {
    if (isAnew) {
      [this.#doubtful, this.#proved, this.#getProofs] = [{}, {}, []];
      this.#inVain.clear();
      this.learn({ path: undefined, method: undefined });
    }
    this.learn(factsOfStatus(status, isAnew, this.#facts));
  }
}

/** A look-alike may have only one action, so failures are recorded for each action, with and without a body. */
function vainKey(action: string, { status = 0 }: DatastoreError, hasBody: boolean): string {
  return `${action} ${String(hasBody)} ${String(status)}`;
}
