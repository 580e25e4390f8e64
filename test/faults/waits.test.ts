/** R10, R11: a server that is busy is left alone, as long as it says. */
import assert from 'node:assert/strict';
import { Exchange, type ExchangeOptions } from '../../src/http/exchange.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../src/http/transport.ts';
import type { Wait } from '../../src/http/originGate.ts';
import { count } from '../support/results/figures.ts';
import { noSignal } from './client.ts';
import { seeded } from './random.ts';
import { VirtualClock } from './virtualClock.ts';

const url = new URL('https://portal.test/api/action/datastore_search');
const ask = { method: 'POST', url, body: '{}' } as const;
const [SECOND, MINUTE] = [1000, 60_000];

type Served = Pick<HttpResponse, 'status'> & { readonly headers?: Readonly<Record<string, string>> };

/** A server without sockets; `answers` gets the time of each request. */
class Busy implements Transport {
  readonly times: number[] = [];
  readonly #clock: VirtualClock;
  readonly #answers: (now: number) => Served;

  constructor(clock: VirtualClock, answers: (now: number) => Served) {
    this.#clock = clock;
    this.#answers = answers;
  }

  send(_request: HttpRequest): Promise<HttpResponse> {
    this.times.push(this.#clock.now());
    const { status, headers = {} } = this.#answers(this.#clock.now());
    const body = (async function* () {
      yield await Promise.resolve(Buffer.from('{"success":true,"result":{}}'));
    })();
    return Promise.resolve({ status, headers: new Map(Object.entries(headers)), body });
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  /** Most requests within one second. */
  get mostInASecond(): number {
    return Math.max(...this.times.map((from) => this.times.filter((at) => at >= from && at < from + SECOND).length));
  }
}

function setUp(
  answers: (now: number) => Served,
  { seed = 1, ...options }: Partial<ExchangeOptions> & { readonly seed?: number } = {},
) {
  const clock = new VirtualClock(seeded(seed));
  const server = new Busy(clock, answers);
  const exchange = new Exchange({ transport: server, clock, timeoutMs: () => 30 * SECOND, ...options });
  return { clock, server, exchange };
}

describe('R10: a server that answers 503 for 10 minutes, asked by 8 views', () => {
  const headers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'without Retry-After': {},
    'with Retry-After: 20': { 'retry-after': '20' },
    'with Retry-After: 0': { 'retry-after': '0' },
  };
  let [right, all, most] = [0, 0, 0];
  for (const [what, given] of Object.entries(headers))
    for (const seed of [1, 2, 3])
      it(`${what}, seed ${String(seed)}`, async () => {
        const { clock, server, exchange } = setUp(
          (now) => (now < 10 * MINUTE ? { status: 503, headers: given } : { status: 200 }),
          { seed, onWait: () => () => undefined },
        );
        const views = Array.from({ length: 8 }, () => exchange.fetch(ask, (answer) => answer, noSignal));
        await clock.pass(Promise.all(views));
        all += 1;
        most = Math.max(most, server.times.length);
        if (server.times.length <= 60 && server.mostInASecond <= 3) right += 1;
        assert.ok(clock.now() < 10 * MINUTE + SECOND);
      });

  it('gets at most 60 requests, and at most 3 in any second', () => {
    const what = `runs of 8 views ask a failing server at most 60 times, and 3 times in any second (most: ${String(most)})`;
    count({ name: 'R10', what, score: right, total: all });
  });
});

describe('R11: Retry-After', () => {
  const promised = [0, 1, 7, 30, 119, 600].map((seconds) => seconds * SECOND);
  /** The server's clock against ours. */
  const skews = [-3 * 3600 * SECOND, -5 * SECOND, 0, 90 * SECOND, 26 * 3600 * SECOND];
  const date = (ms: number): string => new Date(Math.floor(ms / SECOND) * SECOND).toUTCString();
  const cases = promised.flatMap((ms) => [
    { what: `${String(ms)} ms as seconds`, ms, headers: { 'retry-after': String(ms / SECOND) } },
    ...skews.map((skew) => ({
      what: `${String(ms)} ms as a date of a clock that is ${String(skew)} ms off`,
      ms,
      headers: { date: date(Date.now() + skew), 'retry-after': date(Date.now() + skew + ms) },
    })),
  ]);
  let [right, all] = [0, 0];
  for (const status of [429, 503])
    for (const { what, ms, headers } of cases)
      it(`${String(status)}, ${what}: no request comes earlier`, async () => {
        let isFirst = true;
        const { clock, server, exchange } = setUp(
          () => {
            const served = isFirst ? { status, headers } : { status: 200 };
            isFirst = false;
            return served;
          },
          { onWait: () => () => undefined },
        );
        const first = exchange.fetch(ask, (answer) => answer, noSignal);
        await new Promise(setImmediate);
        const second = exchange.fetch(ask, (answer) => answer, noSignal);
        await clock.pass(Promise.all([first, second]));
        all += 1;
        const [, ...later] = server.times;
        if (later.length === 2 && later.every((at) => at >= ms)) right += 1;
      });

  it('is kept in full', () => {
    count({ name: 'R11', what: 'waits that servers asked for are kept in full', score: right, total: all });
  });
});

describe('a wait', () => {
  const busyOnce = () => {
    let requests = 0;
    return (): Served => {
      requests += 1;
      return requests === 1 ? { status: 503, headers: { 'retry-after': '300' } } : { status: 200 };
    };
  };

  it('that a server asks for, longer than the timeout, ends in the server’s answer where no person is told', async () => {
    const { clock, exchange } = setUp(busyOnce());
    assert.equal((await clock.pass(exchange.fetch(ask, (answer) => answer, noSignal))).status, 503);
    assert.equal(clock.now(), 0);
  });

  it('is told with its length, and over when it is', async () => {
    const news: string[] = [];
    const onWait = ({ host, ms }: Wait) => {
      news.push(`${host} ${String(ms)}`);
      return () => void news.push('over');
    };
    const { clock, exchange } = setUp(busyOnce(), { onWait });
    assert.equal((await clock.pass(exchange.fetch(ask, (answer) => answer, noSignal))).status, 200);
    assert.equal(clock.now(), 300 * SECOND);
    assert.deepEqual(news, ['portal.test 300000', 'over']);
  });

  it('is kept also where it is longer than a timer can be', async () => {
    const DAYS_60 = 60 * 24 * 60 * MINUTE;
    const busy = (now: number): Served =>
      now < DAYS_60 ? { status: 503, headers: { 'retry-after': String(DAYS_60 / SECOND) } } : { status: 200 };
    const { clock, server, exchange } = setUp(busy, { onWait: () => () => undefined });
    assert.equal((await clock.pass(exchange.fetch(ask, (answer) => answer, noSignal))).status, 200);
    assert.deepEqual(server.times, [0, DAYS_60]);
    assert.ok(clock.longest < 2 ** 31);
  });

  const failsOnce = () => {
    let requests = 0;
    return (): Served => ({ status: (requests += 1) === 1 ? 503 : 200 });
  };
  for (const [what, answers, reason] of [
    ['that a server asks for', busyOnce, undefined],
    ['before a failed request is repeated', failsOnce, 503],
  ] as const) {
    it(`${what} ends at once for people who want to try now`, async () => {
      let wait: Wait | undefined;
      const { clock, exchange } = setUp(answers(), { onWait: (told) => ((wait = told), () => undefined) });
      const asked = exchange.fetch(ask, (answer) => answer, noSignal);
      for (let turns = 0; turns < 10 && wait === undefined; turns += 1) await new Promise(setImmediate);
      wait?.tryNow();
      assert.equal((await asked).status, 200);
      assert.deepEqual([wait?.reason, clock.now(), clock.sleepers], [reason, 0, 0]);
    });

    it(`${what} ends with the reason of an abort, and is over`, async () => {
      let isOver = false;
      const stop = new AbortController();
      const { clock, exchange } = setUp(answers(), {
        onWait: () => {
          setImmediate(() => stop.abort(new Error('stopped')));
          return () => void (isOver = true);
        },
      });
      await assert.rejects(
        exchange.fetch(ask, (answer) => answer, stop.signal),
        { message: 'stopped' },
      );
      assert.deepEqual([isOver, clock.sleepers], [true, 0]);
    });
  }
});

describe('requests to one origin', () => {
  /** Runs requests that take a second each, and returns how many ran at once. */
  async function mostAtATime(options: { readonly isOwnServer?: boolean }): Promise<number> {
    let [running, most] = [0, 0];
    const clock = new VirtualClock(seeded(1));
    const transport: Transport = {
      send: async (_request, signal) => {
        running += 1;
        most = Math.max(most, running);
        await clock.pause(SECOND, signal);
        running -= 1;
        return { status: 200, headers: new Map(), body: [Buffer.from('{}')] as never };
      },
      dispose: () => Promise.resolve(),
    };
    const exchange = new Exchange({ transport, clock, timeoutMs: () => 30 * SECOND });
    const asked = Array.from({ length: 20 }, () =>
      exchange.fetch({ ...ask, ...options }, (answer) => answer, noSignal),
    );
    await clock.pass(Promise.all(asked));
    return most;
  }

  it('are at most four at a time', async () => {
    assert.equal(await mostAtATime({}), 4);
  });

  it('are as many as there are, where it is our own server', async () => {
    assert.equal(await mostAtATime({ isOwnServer: true }), 20);
  });
});
