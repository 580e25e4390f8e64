/** What the tools may cost: 20 requests, 32 MiB and 30 s a call, and 60 requests a minute. */
import { Exchange } from '../http/exchange.ts';
import type { HttpResponse, Transport } from '../http/transport.ts';

const MOST_REQUESTS = 20;
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_MS = 30_000;
const GRACE_MS = 1000;
const MOST_A_MINUTE = 60;
const MINUTE_MS = 60_000;

const LIMIT_TEXTS = {
  requests: `One call sends at most ${String(MOST_REQUESTS)} requests.`,
  bytes: 'One call reads at most 32 MiB.',
  time: 'One call takes at most 30 seconds.',
  values: 'One call keeps at most 2 million values.',
  rate: `At most ${String(MOST_A_MINUTE)} requests are sent in a minute.`,
} as const;

/** A limit that no input can raise. What a tool has read before stays valid. */
export class BudgetUsedUp extends Error {
  override readonly name = 'BudgetUsedUp';
  readonly limit: keyof typeof LIMIT_TEXTS;
  /** Seconds after which another call can go on. */
  readonly waitS: number;
  constructor(limit: keyof typeof LIMIT_TEXTS, waitS = 0) {
    super(LIMIT_TEXTS[limit]);
    this.limit = limit;
    this.waitS = waitS;
  }
}

/** One object lives as long as the session of an agent. */
export class AgentBudget {
  readonly #now: () => number;
  readonly #limits: { readonly mostMs: number; readonly mostBytes: number };
  /** When requests of the last minute were sent, in milliseconds. */
  #sent: number[] = [];

  /** Tests replace the clock, and lower the limits. */
  constructor({ now = () => performance.now(), mostMs = MOST_MS, mostBytes = MOST_BYTES } = {}) {
    this.#now = now;
    this.#limits = { mostMs, mostBytes };
  }

  /** `end` must be called when the call is over. */
  begin(signal: AbortSignal): CallBudget {
    return new CallBudget(() => this.#take(), this.#limits, signal);
  }

  #take(): void {
    const now = this.#now();
    this.#sent = this.#sent.filter((at) => now - at < MINUTE_MS);
    const [first = now] = this.#sent;
    if (this.#sent.length >= MOST_A_MINUTE) throw new BudgetUsedUp('rate', Math.ceil((first + MINUTE_MS - now) / 1000));
    this.#sent.push(now);
  }
}

export class CallBudget {
  /** Aborts with the caller's signal, and with BudgetUsedUp when the time is over. */
  readonly signal: AbortSignal;
  /** Aborts a little later, so that a tool can say what it has read. */
  readonly lastSignal: AbortSignal;
  readonly #take: () => void;
  readonly #timers: readonly ReturnType<typeof setTimeout>[];
  #requests = 0;
  #bytesLeft: number;

  constructor(
    take: () => void,
    { mostMs, mostBytes }: { readonly mostMs: number; readonly mostBytes: number },
    signal: AbortSignal,
  ) {
    this.#take = take;
    this.#bytesLeft = mostBytes;
    const ends = [mostMs, mostMs + GRACE_MS].map((ms) => {
      const late = new AbortController();
      return { late, timer: setTimeout(() => late.abort(new BudgetUsedUp('time')), ms) };
    });
    this.#timers = ends.map(({ timer }) => timer);
    const [first = signal, last = signal] = ends.map(({ late }) => AbortSignal.any([signal, late.signal]));
    [this.signal, this.lastSignal] = [first, last];
  }

  get requestsLeft(): number {
    return MOST_REQUESTS - this.#requests;
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /**
   * An exchange with one portal, whose retries and redirects count as requests. Requests to our own service on this
   * machine are free, but not their bytes. Throws BudgetUsedUp.
   */
  exchange(transport: Transport, isOwn: boolean): Exchange {
    const metered: Transport = {
      send: async (request, signal) => {
        if (!isOwn) {
          if (this.requestsLeft <= 0) throw new BudgetUsedUp('requests');
          this.#take();
          this.#requests += 1;
        }
        return this.#metered(await transport.send(request, signal));
      },
      dispose: () => transport.dispose(),
    };
    return new Exchange({ transport: metered, timeoutMs: () => MOST_MS, maxBytes: MOST_BYTES });
  }

  #metered(response: HttpResponse): HttpResponse {
    const count = (size: number): void => {
      this.#bytesLeft -= size;
      if (this.#bytesLeft < 0) throw new BudgetUsedUp('bytes');
    };
    return { ...response, body: counted(response.body, count) };
  }
}

async function* counted(body: AsyncIterable<Uint8Array>, count: (size: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    count(chunk.length);
    yield chunk;
  }
}
