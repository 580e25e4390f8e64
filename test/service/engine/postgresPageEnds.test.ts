/** Pages of PostgreSQL continue where their reading ended, and tell when that is ambiguous. */
import assert from 'node:assert/strict';
import type { CursorReading } from '../../../src/service/engine/postgres/heldCursor.ts';
import { OVERLAPS, PostgresPages } from '../../../src/service/engine/postgres/postgresPages.ts';

/** Reads pages of 20 records. An identity is the number of the record that a page ended with. */
class Client {
  readonly #pages: PostgresPages;

  constructor(pages: PostgresPages) {
    this.#pages = pages;
  }

  /** Keeps a page that ends after `count` records; `deleted` is the number of records removed before it. */
  keep(count: number, deleted: number, reading: CursorReading): void {
    for (const overlap of OVERLAPS)
      this.#pages.keepEnd('q', count - overlap, { reading, identity: String(count - overlap + deleted) });
  }

  /** Reads from the start to `count` records, and returns the contested places. */
  read(count: number, deleted: number, overlap: number): readonly number[] {
    const contested: number[] = [];
    this.keep(20, deleted, { isOver: false });
    for (let offset = 20; offset < count; offset += 20) {
      const end = this.#pages.end('q', offset - overlap);
      assert.ok(end);
      if (end.isContested) contested.push(offset);
      this.keep(offset + 20, deleted, end.reading);
    }
    return contested;
  }
}

describe('ends of pages', () => {
  for (const [first, second] of [
    [0, 0],
    [1, 1],
    [0, 1],
    [1, 0],
  ] as const)
    it(`that their reading has left don't contest a later one: overlaps ${String(first)}, ${String(second)}`, () => {
      const client = new Client(new PostgresPages());
      assert.deepEqual(client.read(60, 0, first), []);
      // The first reading may only be waiting after 60 records.
      assert.deepEqual(client.read(120, 1, second), [60]);
    });

  it('of two readings that wait there contest each other', () => {
    const pages = new PostgresPages();
    const client = new Client(pages);
    client.keep(20, 0, { isOver: false });
    client.keep(20, 1, { isOver: false });
    assert.equal(pages.end('q', 20)?.isContested, true);
    assert.equal(pages.end('q', 19)?.isContested, true);
  });

  it('go on with the reading that waits, not with one that has left', () => {
    const pages = new PostgresPages();
    const client = new Client(pages);
    client.read(60, 5, 0);
    client.keep(20, 0, { isOver: false });
    const end = pages.end('q', 20);
    assert.deepEqual([end?.identity, end?.isContested], ['20', false]);
  });
});
