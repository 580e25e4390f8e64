/** One question to one server, with everything that makes it safe and patient: token rules, redirects, repeats, limits. */
import { pause } from '../base/untilAborted.ts';
import { answerText } from './answerText.ts';
import { HttpError, type HttpErrorKind } from './errors.ts';
import { type FileAnswer, type FileRequest, leave, requestFile } from './fileRequest.ts';
import { type OnWait, OriginGate } from './originGate.ts';
import { checkToken, mayCarryToken, TOKEN_HEADER, TokenError } from './origin.ts';
import { isRedirect, nextHop } from './redirects.ts';
import type { RetryRule } from './faults/faultRules.ts';
import { backoffMs, retryAfterMs, ruleForAnswer, ruleForError } from './retry.ts';
import { Silence } from './silence.ts';
import { SleepWatch } from './sleepWatch.ts';
import { readBody, type Transport } from './transport.ts';

export interface ExchangeOptions {
  readonly transport: Transport;
  /** To the first byte of an answer; asked for each try. */
  readonly timeoutMs: () => number;
  /** Between two bytes; 30 s when absent. */
  readonly silenceMs?: number;
  /** Of one decoded body; 64 MiB when absent. */
  readonly maxBytes?: number;
  /** `datastore-explorer/<version>`. */
  readonly userAgent?: string;
  /** Gets one line for each try and each redirect: never a query string, a header or a body. */
  readonly log?: (line: string) => void;
  readonly clock?: Clock;
  /** Tells people of a wait. */
  readonly onWait?: OnWait;
  /**
   * Of all waits together that a server asks for before it answers. When absent: any, where people are told of them; else
   * `timeoutMs`.
   */
  readonly mostWaitMs?: number;
  /** For tests. */
  readonly sleepWatch?: SleepWatch;
}

/** For tests. */
export interface Clock {
  /** Milliseconds, never going back. */
  readonly now: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export interface TextRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body?: string;
  /** The raw token for exactly the origin of `url`. Left out where `mayCarryToken` says no. */
  readonly token?: string;
  readonly allowPlainHttp?: boolean;
  /** The header that carries it; `Authorization` when absent. */
  readonly tokenHeader?: string;
  /** A server of this process alone, with records of this machine: no limit of requests at a time. */
  readonly isOwnServer?: boolean;
  /** What was too much for the server isn't repeated as it was: the caller asks for less. */
  readonly canAskForFewer?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** See AnswerText. */
  readonly pieces?: readonly string[];
  /** After redirects. */
  readonly url: URL;
  /** The token went with the request that got this answer. */
  readonly tokenSent: boolean;
  readonly lossyUtf8: boolean;
  /** From the call to the last byte. */
  readonly elapsedMs: number;
}

type Reader<T> = (answer: Answer) => T | Promise<T>;

/** Of what a server says instead of records: words for people, seldom more than a page. */
const MAX_ERROR_BYTES = 4 * 1024 * 1024;

const USER_AGENT = 'datastore-explorer';

/** Between two tries while the computer wakes up, and how many such tries a request has. */
const WAKING_MS = 2000;
const WAKING_TRIES = 10;

/** Failures that only a server causes, so the network is back. */
const FROM_SERVER: ReadonlySet<HttpErrorKind> = new Set(['refused', 'protocol', 'encoding']);

const realClock: Clock = { now: () => performance.now(), pause, random: Math.random };

export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #clock: Clock;
  readonly #gates = new Map<string, OriginGate>();
  readonly #sleepWatch: SleepWatch;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#sleepWatch = options.sleepWatch ?? new SleepWatch();
  }

  /** The answer, whatever its status. Throws like `fetch`. */
  fetchText(request: TextRequest, signal: AbortSignal): Promise<Answer> {
    return this.fetch(request, (answer) => answer, signal);
  }

  /**
   * What `read` makes of the answer, whatever its status; an HttpError that it throws is a failure like any other, and may
   * lead to a repeat. Throws HttpError, TokenError for a token that no header can carry, `signal.reason` within 200 ms of
   * an abort, or what else `read` throws.
   */
  async fetch<T>(request: TextRequest, read: Reader<T>, signal: AbortSignal): Promise<T> {
    const problem = request.token === undefined ? undefined : checkToken(request.token);
    if (problem) throw new TokenError(problem);
    signal.throwIfAborted();
    const over = this.#sleepWatch.watch();
    return this.#persist(request, read, signal).finally(over);
  }

  /** A file, as soon as it begins to come. Throws HttpError. */
  file(request: FileRequest, signal: AbortSignal): Promise<FileAnswer> {
    const { transport, timeoutMs, silenceMs, userAgent = USER_AGENT, log } = this.#options;
    const options = { transport, userAgent, silenceMs, timeoutMs: timeoutMs() };
    return requestFile(request, { ...options, log: (line) => log?.(line) }, signal);
  }

  /** Tries until an answer, a final failure, or a wait that is too long. */
  async #persist<T>(request: TextRequest, read: Reader<T>, signal: AbortSignal): Promise<T> {
    const start = this.#clock.now();
    const { origin, host } = request.url;
    const gate = request.isOwnServer === true ? undefined : this.#gateTo(origin);
    let acceptEncoding = 'gzip, br';
    let askedMs = 0;
    let wakingTries = 0;
    for (let tries = 1; ; tries++) {
      const work = () => this.#try(request, read, acceptEncoding, start, signal, gate);
      const outcome = await (gate?.run(host, work, signal) ?? work());
      const elapsedMs = this.#clock.now() - start;
      const isError = outcome instanceof HttpError;
      this.#log(
        request,
        isError ? outcome.message : `${outcome.answer.status} (${Math.round(elapsedMs)} ms)`,
      );
      if (!isError && 'value' in outcome) return outcome.value;
      const rule = isError ? ruleForError(outcome) : ruleOf(outcome.answer);
      const mayBeWaking = isError && rule.tries > 1 && !FROM_SERVER.has(outcome.kind);
      if (mayBeWaking && wakingTries < WAKING_TRIES && this.#sleepWatch.hasJustWoken) {
        // Not counted among the rule's tries: it says nothing about the server.
        wakingTries += 1;
        tries -= 1;
        await this.#backOff(host, WAKING_MS, outcome, signal);
        continue;
      }
      const asked = isError ? undefined : retryAfterMs(outcome.answer.headers);
      const waitMs = asked ?? backoffMs(rule, tries, this.#clock.random);
      askedMs += asked ?? 0;
      const mostTries = rule.fewer === true && request.canAskForFewer === true ? 1 : rule.tries;
      if (tries >= mostTries || askedMs > this.#mostWaitMs) {
        if (isError) throw outcome;
        return await read(outcome.answer);
      }
      if (isError && outcome.kind === 'encoding') acceptEncoding = 'identity';
      if (asked !== undefined && gate !== undefined) gate.hold(asked);
      else await this.#backOff(host, waitMs, isError ? outcome : outcome.answer.status, signal);
    }
  }

  async #backOff(host: string, ms: number, reason: number | HttpError, signal: AbortSignal): Promise<void> {
    const early = new AbortController();
    const over = this.#options.onWait?.({ host, ms, reason, tryNow: () => early.abort() });
    try {
      await this.#clock.pause(ms, AbortSignal.any([signal, early.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (!early.signal.aborted) throw error;
    } finally {
      over?.();
    }
  }

  get #mostWaitMs(): number {
    const { mostWaitMs, onWait, timeoutMs } = this.#options;
    return mostWaitMs ?? (onWait ? Infinity : timeoutMs());
  }

  #gateTo(origin: string): OriginGate {
    const gate = this.#gates.get(origin) ?? new OriginGate(this.#clock, this.#options.onWait);
    this.#gates.set(origin, gate);
    return gate;
  }

  /** An answer that will be asked for again is not read yet. */
  async #try<T>(
    request: TextRequest,
    read: Reader<T>,
    acceptEncoding: string,
    start: number,
    signal: AbortSignal,
    gate: OriginGate | undefined,
  ): Promise<{ readonly answer: Answer; readonly value?: T } | HttpError> {
    try {
      const answer = await this.#follow(request, acceptEncoding, start, signal);
      gate?.learn(answer.status === 429 || answer.status >= 500);
      return ruleOf(answer).tries > 1 ? { answer } : { answer, value: await read(answer) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof HttpError) return error;
      throw error;
    }
  }

  /** The same question again and again, until an answer is no redirect. */
  async #follow(
    request: TextRequest,
    acceptEncoding: string,
    start: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { tokenHeader = TOKEN_HEADER } = request;
    let url = request.url;
    let token = mayCarryToken(url, request.allowPlainHttp === true) ? request.token : undefined;
    for (let hops = 0; ; hops++) {
      const headers = {
        accept: 'application/json',
        'accept-encoding': acceptEncoding,
        'user-agent': this.#options.userAgent ?? USER_AGENT,
        ...(request.method === 'POST' && { 'content-type': 'application/json' }),
        ...(token !== undefined && { [tokenHeader.toLowerCase()]: token }),
      };
      const body = request.body === undefined ? {} : { body: request.body };
      const silence = new Silence(url.host);
      silence.begin('answer', this.#options.timeoutMs());
      const response = await this.#options.transport
        .send({ method: request.method, url, headers, ...body }, AbortSignal.any([signal, silence.signal]))
        .finally(() => silence.end());
      const { maxBytes, silenceMs } = this.#options;
      const limits = { silence, silenceMs, maxBytes };
      const location = response.headers.get('location');
      if (!isRedirect(response.status) || location === undefined) {
        const most = response.status < 400 ? maxBytes : Math.min(maxBytes ?? Infinity, MAX_ERROR_BYTES);
        const chunks = await readBody(response.body, url.host, { ...limits, maxBytes: most });
        const elapsedMs = this.#clock.now() - start;
        const text = await answerText(chunks, response.headers.get('content-type'), signal);
        const { status, headers: received } = response;
        return { status, headers: received, ...text, url, tokenSent: token !== undefined, elapsedMs };
      }
      await leave(response.body, silence);
      const next = nextHop(url, location, hops);
      this.#log(request, `${response.status} to ${next.origin}${next.pathname}`);
      if (next.origin !== url.origin) token = undefined;
      url = next;
    }
  }

  #log({ method, url }: TextRequest, what: string): void {
    this.#options.log?.(`${method} ${url.origin}${url.pathname}: ${what}`);
  }
}

function ruleOf({ status, text }: Answer): RetryRule {
  return ruleForAnswer(status, text === '');
}
