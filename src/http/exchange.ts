/** One request to one server, made safe and patient by token rules, redirects, retries and limits. */
import { pause } from '../base/untilAborted.ts';
import { answerText } from './answerText.ts';
import { HttpError, type HttpErrorKind } from './errors.ts';
import { type FileAnswer, type FileRequest, requestFile } from './fileRequest.ts';
import { type Clock, type OnWait, OriginGate } from './originGate.ts';
import { followRedirects, nextHop, requireToken, type TokenRequest } from './redirects.ts';
import { backoffMs, retryAfterMs, type RetryRule, ruleForAnswer, ruleForError } from './retry.ts';
import { SleepWatch } from './sleepWatch.ts';
import { readBody, type Transport } from './transport.ts';

export interface ExchangeOptions {
  readonly transport: Transport;
  /** Longest wait for the first byte of an answer. Called for each try, since the setting may change. */
  readonly timeoutMs: () => number;
  /** Longest wait between two bytes. 30 s if absent. */
  readonly silenceMs?: number;
  /** Greatest size of a decoded body. 64 MiB if absent. */
  readonly maxBytes?: number;
  /** The value of the User-Agent header, `datastore-explorer/<version>`. */
  readonly userAgent?: string;
  /** Gets one line for each try and each redirect. A line never contains a query string, a header or a body. */
  readonly log?: (line: string) => void;
  readonly clock?: Clock;
  readonly onWait?: OnWait;
  /**
   * Longest sum of the waits by Retry-After. If absent: no limit if `onWait` shows waits to people, else `timeoutMs`.
   */
  readonly mostWaitMs?: number;
  /** Tests replace this with a shorter watch. */
  readonly sleepWatch?: SleepWatch;
}

/** The header for the token is `Authorization` if absent. */
export interface TextRequest extends Omit<TokenRequest, 'headers'> {
  /** Whether the server belongs to this process, so that concurrent requests aren't limited. */
  readonly isOwnServer?: boolean;
  /** Whether the caller can ask for fewer records, so that a too large request isn't repeated unchanged. */
  readonly canAskForFewer?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly pieces?: readonly string[];
  /** The address after all redirects. */
  readonly url: URL;
  /** Whether the request that got this answer carried the token. */
  readonly tokenSent: boolean;
  readonly lossyUtf8: boolean;
  /** Time from the call to the last byte. */
  readonly elapsedMs: number;
}

type Reader<T> = (answer: Answer) => T | Promise<T>;

/** Greatest size of an error's body. Error bodies are texts for people, seldom longer than a page. */
const MAX_ERROR_BYTES = 4 * 1024 * 1024;

const USER_AGENT = 'datastore-explorer';

/** Pause between two tries while the computer wakes up, and greatest number of such tries per request. */
const WAKING_MS = 2000;
const WAKING_TRIES = 10;

/** Failures that only a server can cause, which prove that the network is back. */
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

  /**
   * Returns what `read` makes of the answer, whatever its status. An HttpError thrown by `read` counts as a failed try
   * and may be retried. Throws HttpError, TokenError for a token that no header can carry, `signal.reason` within 200
   * ms of an abort, or what else `read` throws.
   */
  async fetch<T>(request: TextRequest, read: Reader<T>, signal: AbortSignal): Promise<T> {
    requireToken(request.token);
    signal.throwIfAborted();
    const over = this.#sleepWatch.watch();
    return this.#persist(request, read, signal).finally(over);
  }

  /** Requests a file and resolves when its body begins. Throws HttpError. */
  file(request: FileRequest, signal: AbortSignal): Promise<FileAnswer> {
    const { transport, timeoutMs, silenceMs, userAgent = USER_AGENT, log } = this.#options;
    const options = { transport, userAgent, silenceMs, timeoutMs: timeoutMs() };
    return requestFile(request, { ...options, log: (line) => log?.(line) }, signal);
  }

  async #persist<T>(request: TextRequest, read: Reader<T>, signal: AbortSignal): Promise<T> {
    const start = this.#clock.now();
    const { origin, host } = request.url;
    const gate = request.isOwnServer === true ? undefined : this.#gateTo(origin);
    let acceptEncoding = 'gzip, br';
    let totalRequestedMs = 0;
    let wakingTries = 0;
    for (let tries = 1; ; tries++) {
      const work = () => this.#try(request, read, acceptEncoding, start, signal, gate);
      const outcome = await (gate?.run(host, work, signal) ?? work());
      const elapsedMs = this.#clock.now() - start;
      const isError = outcome instanceof HttpError;
      this.#log(request, isError ? outcome.message : `${outcome.answer.status} (${Math.round(elapsedMs)} ms)`);
      if (!isError && 'value' in outcome) return outcome.value;
      const rule = isError ? ruleForError(outcome) : ruleOf(outcome.answer);
      const mayBeWaking = isError && rule.tries > 1 && !FROM_SERVER.has(outcome.kind);
      if (mayBeWaking && wakingTries < WAKING_TRIES && this.#sleepWatch.hasJustWoken) {
        // This try isn't counted for the retry rule, because the failure says nothing about the server.
        wakingTries += 1;
        tries -= 1;
        await this.#backOff(host, WAKING_MS, outcome, signal);
        continue;
      }
      const requestedMs = isError ? undefined : retryAfterMs(outcome.answer.headers);
      const waitMs = requestedMs ?? backoffMs(rule, tries, this.#clock.random);
      totalRequestedMs += requestedMs ?? 0;
      const mostTries = rule.fewer === true && request.canAskForFewer === true ? 1 : rule.tries;
      if (tries >= mostTries || totalRequestedMs > this.#mostWaitMs) {
        if (isError) throw outcome;
        return await read(outcome.answer);
      }
      if (isError && outcome.kind === 'encoding') acceptEncoding = 'identity';
      if (requestedMs !== undefined && gate !== undefined) gate.hold(requestedMs);
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

  /** Sends the request once. The body of an answer that will be requested again isn't read. */
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

  async #follow(request: TextRequest, acceptEncoding: string, start: number, signal: AbortSignal): Promise<Answer> {
    const { transport, timeoutMs, userAgent = USER_AGENT, maxBytes, silenceMs } = this.#options;
    const headers = { accept: 'application/json', 'accept-encoding': acceptEncoding, 'user-agent': userAgent };
    const answered = (_from: URL, status: number, next?: URL): void => {
      if (next !== undefined) this.#log(request, `${status} to ${next.origin}${next.pathname}`);
    };
    const options = { transport, timeoutMs, nextHop, answered };
    const { response, silence, url, tokenSent } = await followRedirects({ ...request, headers }, options, signal);
    const { status, headers: received, body } = response;
    const most = status < 400 ? maxBytes : Math.min(maxBytes ?? Infinity, MAX_ERROR_BYTES);
    const chunks = await readBody(body, url.host, { silence, silenceMs, maxBytes: most });
    const elapsedMs = this.#clock.now() - start;
    const text = await answerText(chunks, received.get('content-type'), signal);
    return { status, headers: received, ...text, url, tokenSent, elapsedMs };
  }

  #log({ method, url }: TextRequest, what: string): void {
    this.#options.log?.(`${method} ${url.origin}${url.pathname}: ${what}`);
  }
}

function ruleOf({ status, text }: Answer): RetryRule {
  return ruleForAnswer(status, text === '');
}
