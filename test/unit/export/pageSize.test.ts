import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type PageFacts, afterPage, FIRST_TRIAL, PageSize, type PageTrial } from '../../../src/export/pageSize.ts';
import type { PagingStrategy } from '../../../src/export/strategy.ts';

/** Milliseconds that a server needs for a page. */
type Server = (records: number) => number;

const USUAL = 1000;

function afterPages(server: Server, pages: number, from: PageTrial = FIRST_TRIAL): PageTrial {
  let trial = from;
  for (let page = 0; page < pages; page += 1) {
    const records = trial.factor * USUAL;
    trial = afterPage(trial, { records, elapsedMs: server(records) });
  }
  return trial;
}

describe('the size of pages beside the usual one', () => {
  const servers: readonly (readonly [string, Server, number, number])[] = [
    ['a quick server', () => 999, 30, 1],
    ['two pages of one that takes as long for any page', () => 1000, 2, 1],
    ['three of them', () => 1000, 3, 2],
    ['six of them', () => 1000, 6, 4],
    ['many of them', () => 1000, 60, 4],
    ['a line that is full: the first trial', (records) => records, 5, 2],
    ['a line that is full: after it', (records) => records, 6, 1],
    ['a line that is full, for good', (records) => records, 60, 1],
    ['a server that takes a third of the time for the request', (records) => 333 + records * 0.667, 60, 1],
    ['one that takes half of the time for it', (records) => 500 + records * 0.5, 60, 1],
    ['one that takes nine tenths of the time for it', (records) => 900 + records * 0.1, 60, 4],
    ['one that is too slow for more', () => 5000, 30, 1],
  ];
  for (const [what, server, pages, factor] of servers)
    it(`${what}: ${String(factor)} times`, () => {
      assert.equal(afterPages(server, pages).factor, factor);
    });

  it('stays where pages wait for something else at times', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000), { minLength: 60, maxLength: 60 }), (waits) => {
        let trial = FIRST_TRIAL;
        for (const [page, wait] of waits.entries()) {
          const records = trial.factor * USUAL;
          // The line is full, and a page of three waits for nothing.
          trial = afterPage(trial, { records, elapsedMs: records + (page % 3 === 1 ? 0 : wait) });
        }
        assert.equal(trial.factor, 1);
      }),
    );
  });

  it('falls again where a server has become quick', () => {
    const large = afterPages(() => 1000, 6);
    assert.deepEqual([large.factor, afterPages(() => 200, 6, large).factor], [4, 1]);
  });

  it('is 1, 2 or 4, whatever the server does', () => {
    const page = fc.record({ records: fc.nat(32_000), elapsedMs: fc.double({ min: 0, max: 1e6, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 60 }), (pages) => {
        let trial = FIRST_TRIAL;
        for (const each of pages) {
          trial = afterPage(trial, each);
          assert.ok([1, 2, 4].includes(trial.factor));
        }
      }),
    );
  });
});

function answerOf(records: number, limit: number, recordSize: number, elapsedMs: number): PageFacts {
  return { records, size: records * recordSize, limit, elapsedMs, isSliced: false, isWhole: true };
}

describe('the number of records of a page', () => {
  const KIB = 1024;
  const sizes: readonly (readonly [PagingStrategy, number, number])[] = [
    ['ranges', 1, 768],
    ['ranges', 2, 512],
    ['ranges', 3, 384],
    ['idOffset', 2, 768],
    ['idOffset', 3, 576],
    ['offset', 1, 768],
  ];
  for (const [way, pages, kib] of sizes)
    it(`by ${way}, ${String(pages)} at a time: ${String(kib)} KiB`, () => {
      const size = new PageSize(pages, { rows: [[1]], size: KIB });
      assert.equal(size.records(way), kib);
    });

  const sliced = (elapsedMs: number) => ({ ...answerOf(768, 768, KIB, elapsedMs), isSliced: true });

  it('by offset is higher for answers in slices, and highest after two in a row took at most 250 ms', () => {
    const size = new PageSize(2, { rows: [[1]], size: KIB });
    const sizes = [250, 251, 250, 250, 10, 251, 250].map((elapsedMs) => {
      const before = size.records('idOffset', true);
      size.learn(sliced(elapsedMs), 'idOffset', 768);
      return before;
    });
    assert.deepEqual(sizes, [1280, 1280, 1280, 1280, 2304, 2304, 1280]);
    assert.deepEqual([size.records('idOffset'), size.records('ranges', true)], [768, 512]);
  });

  it('changes with the records of the first slice already, and with the time of the whole answer alone', () => {
    const size = new PageSize(2, { rows: [[1]], size: 2 * KIB });
    size.learn({ ...sliced(20_000), isWhole: false }, 'idOffset', 768);
    assert.equal(size.records('idOffset', true), 1280);
  });

  it('is four times as high where each request costs a second', () => {
    const size = new PageSize(2, { rows: [[1]], size: KIB });
    for (let page = 0; page < 6; page += 1) {
      const limit = size.records('ranges');
      size.learn(answerOf(limit, limit, KIB, 1000), 'ranges', limit);
    }
    assert.equal(size.records('ranges'), 2048);
  });

  it('stays where the portal gives no more, and where the last page is short', () => {
    const size = new PageSize(2, { rows: [[1]], size: KIB });
    for (let page = 0; page < 12; page += 1) {
      const requested = size.records('ranges');
      const limit = Math.min(300, requested);
      size.learn(answerOf(limit, limit, KIB, 1000), 'ranges', requested);
    }
    assert.ok(size.records('ranges') <= 600, String(size.records('ranges')));
  });

  it('never makes an answer of more than 4 pages of the usual size, and asks for one record at least', () => {
    const page = fc.record({
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      recordSize: fc.integer({ min: 1, max: 4_000_000 }),
      elapsedMs: fc.integer({ min: 0, max: 100_000 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.array(page, { maxLength: 40 }), (pagesAtOnce, pages) => {
        const size = new PageSize(pagesAtOnce, { rows: [[1]], size: 100 });
        for (const { share, recordSize, elapsedMs } of pages) {
          const requested = size.records('ranges');
          const limit = Math.max(1, Math.floor(requested * share));
          size.learn(answerOf(limit, limit, recordSize, elapsedMs), 'ranges', requested);
          const records = size.records('ranges');
          assert.ok(Number.isInteger(records) && records >= 1);
          const most = (4 * 1.25 * 1536 * KIB) / (pagesAtOnce + 1);
          assert.ok(records === 1 || records * recordSize <= most, `${String(records)} × ${String(recordSize)}`);
        }
      }),
    );
  });
});
