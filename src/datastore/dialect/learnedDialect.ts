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
import type { DialectFacts, Learned } from './facts.ts';
import { factsOfStatus, type SelfDescription } from './learning.ts';

interface LearnedDialectOptions {
  readonly facts?: DialectFacts;
  /** False for our own servers, which are known: their facts and their route stay. */
  readonly learns?: boolean;
  readonly isOnThisMachine?: boolean;
  readonly allowsSql?: () => boolean;
  readonly onLearn?: (facts: DialectFacts) => void;
}

/** A challenge or a login may end soon. Meanwhile, trying all routes would cost four requests per query. */
const VAIN_MS = 60_000;

export class LearnedDialect {
  /** Whether the records are on this machine. Those of a database aren't, although our own server provides them. */
  readonly isOnThisMachine: boolean;
  readonly #learns: boolean;
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

  constructor(options: LearnedDialectOptions = {}) {
    const { facts = {}, learns = true, isOnThisMachine = false } = options;
    this.isOnThisMachine = isOnThisMachine;
    this.#learns = learns;
    this.#facts = facts;
    this.#allowsSql = options.allowsSql ?? (() => false);
    this.#onLearn = options.onLearn ?? (() => undefined);
  }

  /** What answers have shown. Facts are stored for the next session. */
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

  /** Whether `filters` support every condition, as on our own servers. */
  get takesConditions(): boolean {
    return this.#facts.isOurs === true;
  }

  /** False if the server has refused SQL, if only for this session. */
  get mayHaveSql(): boolean {
    return { ...this.#facts, ...this.#doubtful }.sql !== false;
  }

  /** Whether conditions that `filters` can't express are sent as SQL, which people must have allowed. */
  get usesSql(): boolean {
    return this.mayHaveSql && this.#allowsSql();
  }

  /** The other routes that may work after this failure. They're tried once for each action and status. */
  otherRoutes(action: string, failure: DatastoreError, hasBody: boolean): readonly ApiRoute[] {
    const { route } = this;
    if (!this.#learns || performance.now() < (this.#inVain.get(vainKey(action, failure, hasBody)) ?? 0)) return [];
    if (failure.kind === 'tooLong') return hasBody && route.method === 'GET' ? [{ ...route, method: 'POST' }] : [];
    if (!mayBeWrongRoute(failure)) return [];
    return otherRoutes(route, hasBody ? this.#proved : { ...this.#proved, method: route.method }, failure);
  }

  /** Called after all of them failed. */
  giveUpRoutes(action: string, failure: DatastoreError, hasBody: boolean): void {
    const ms = evidenceOf(failure) === 'firm' ? Infinity : VAIN_MS;
    this.#inVain.set(vainKey(action, failure, hasBody), performance.now() + ms);
  }

  /**
   * Learns from an answer of CKAN itself. `failure` is the error of the route that was tried first. The working route
   * is stored as far as that error is evidence, and GET instead of POST only after two requests.
   */
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

  /** Learns facts from an answer, or from a refusal. Doubtful ones aren't stored after the session. */
  learn(learned: Learned, evidence: Evidence = 'firm'): void {
    if (!this.#learns) return;
    if (evidence === 'doubtful') this.#doubtful = { ...this.#doubtful, ...learned };
    if (evidence !== 'firm') return;
    const doubtful = Object.entries(this.#doubtful).filter(([fact]) => !Object.hasOwn(learned, fact));
    this.#doubtful = Object.fromEntries(doubtful);
    const facts: DialectFacts = defined({ ...this.#facts, ...learned });
    if (isDeepStrictEqual(facts, this.#facts)) return;
    this.#facts = facts;
    this.#onLearn(facts);
  }

  /** `isAnew` discards what was learned before, including the route. */
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
