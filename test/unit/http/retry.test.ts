import assert from 'node:assert/strict';
import { HttpError, type HttpErrorKind } from '../../../src/http/errors.ts';
import { backoffMs, retryAfterMs, ruleForAnswer, ruleForError } from '../../../src/http/retry.ts';
import { ask, releaseAll, InstantClock } from '../../faults/client.ts';
import { message, RawServer } from '../../faults/rawServer.ts';

/** Kind, number of tries, and the longest wait before each retry in milliseconds. */
const kinds: readonly [HttpErrorKind, number, number[]][] = [
  ['dns', 2, [500]],
  ['refused', 3, [500, 1000]],
  ['connectTimeout', 2, [500]],
  ['timeout', 2, [500]],
  ['stalled', 2, [500]],
  ['closed', 5, [0, 1000, 2000, 4000]],
  ['tls', 1, []],
  ['tlsExpired', 1, []],
  ['tlsName', 1, []],
  ['tlsIssuer', 1, []],
  ['tlsVersion', 1, []],
  ['tlsOnPlainPort', 1, []],
  ['plainOnTlsPort', 1, []],
  ['proxy', 1, []],
  ['proxyLogin', 1, []],
  ['proxyAddress', 1, []],
  ['protocol', 2, [500]],
  ['tooLarge', 1, []],
  ['truncated', 5, [500, 1000, 2000, 4000]],
  ['encoding', 2, [0]],
  ['redirect', 1, []],
  ['redirectLoop', 1, []],
  ['offline', 3, [500, 1000]],
  ['network', 3, [500, 1000]],
];

describe('retry policy', () => {
  for (const [kind, tries, waits] of kinds) {
    it(`${kind}: ${tries} tries, waits up to ${waits.join(', ') || 'none'} ms`, () => {
      const rule = ruleForError(new HttpError(kind, 'portal.test'));
      assert.equal(rule.tries, tries);
      assert.deepEqual(
        waits.map((_, index) => backoffMs(rule, index + 1, () => 1)),
        waits,
      );
    });
  }

  const patient = [408, 425, 429, 499, 502, 503, 520, 525, 530];
  const once = [500, 504];
  it('statuses: which are asked again, and how often', () => {
    for (let status = 200; status < 600; status++) {
      const tries = patient.includes(status) || (status >= 520 && status <= 530) ? 5 : once.includes(status) ? 2 : 1;
      assert.equal(ruleForAnswer(status, false).tries, tries, String(status));
    }
  });

  it('an empty answer is asked for once more, an empty error is not', () => {
    assert.deepEqual(
      [200, 204, 404].map((status) => ruleForAnswer(status, true).tries),
      [2, 2, 1],
    );
  });

  it('full jitter: anything from nothing up to 0.5 s x 2^n, never above 20 s', () => {
    const rule = { tries: 99 };
    assert.deepEqual(
      [1, 2, 3, 6, 7, 50].map((tries) => backoffMs(rule, tries, () => 1)),
      [500, 1000, 2000, 16_000, 20_000, 20_000],
    );
    assert.equal(
      backoffMs(rule, 3, () => 0),
      0,
    );
    assert.equal(
      backoffMs(rule, 3, () => 0.25),
      500,
    );
  });
});

describe('Retry-After', () => {
  afterEach(releaseAll);

  const date = 'Tue, 04 Aug 2026 10:00:00 GMT';
  const values: readonly [string, number | undefined][] = [
    ['0', 0],
    ['3', 3000],
    [' 120 ', 120_000],
    ['Tue, 04 Aug 2026 10:00:07 GMT', 7000],
    [date, 0],
    ['Tue, 04 Aug 2026 09:59:00 GMT', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['5 s', undefined],
    ['Nonsense 2026 GMT', undefined],
    ['', undefined],
  ];
  for (const [value, ms] of values) {
    it(`${JSON.stringify(value)} means ${ms ?? 'nothing'}`, () => {
      assert.equal(
        retryAfterMs(
          new Map([
            ['retry-after', value],
            ['date', date],
          ]),
        ),
        ms,
      );
    });
  }

  it('a date counts from our own clock when the answer has no date', () => {
    const ms = retryAfterMs(new Map([['retry-after', new Date(Date.now() + 60_000).toUTCString()]])) ?? 0;
    assert.ok(ms > 57_000 && ms < 63_000, String(ms));
  });

  it('is waited for in full, and not cut to our own longest wait; half a second where it asks for none', async () => {
    let asked = 0;
    const server = await RawServer.start((_request, socket) => {
      const headers: readonly Record<string, string>[] = [{ 'retry-after': '45' }, { 'retry-after': '0' }, {}];
      socket.write(message(asked < 3 ? 429 : 200, headers[asked] ?? {}, '{}'));
      asked++;
    });
    const clock = new InstantClock();
    const { status } = await ask(server.url(), { clock, timeoutMs: () => 60_000 });
    const pauses = clock.pauses.map((ms) => Math.round(ms / 10) * 10);
    assert.deepEqual({ status, pauses }, { status: 200, pauses: [45_000, 500, 1000] });
  });

  const asking: readonly (readonly [seconds: string, mostWaitMs: number, status: number, waits: number])[] = [
    ['60', 180_000, 503, 3],
    ['60', 59_999, 503, 0],
    ['60', Infinity, 200, 4],
    ['0', 0, 200, 0],
  ];
  for (const [seconds, mostWaitMs, status, waits] of asking)
    it(`of ${seconds} s, four times, is waited for ${String(waits)} times where ${String(mostWaitMs)} ms are the most`, async () => {
      let asked = 0;
      const server = await RawServer.start((_request, socket) => {
        asked += 1;
        socket.write(message(asked > 4 ? 200 : 503, { 'retry-after': seconds }, '{}'));
      });
      const clock = new InstantClock();
      const answer = await ask(server.url(), { clock, mostWaitMs });
      assert.equal(answer.status, status);
      assert.equal(clock.pauses.filter((ms) => ms > 59_000).length, waits);
    });
});
