import assert from 'node:assert/strict';
import { freshPage } from '../../../../src/datastore/catalog/freshPage.ts';

describe('a page of a list', () => {
  const table: [what: string, ids: string, next: number | undefined, known: string, fresh: string, on?: number][] = [
    ['all new: goes on', 'ab', 2, '', 'ab', 2],
    ['the last one: ends', 'ab', undefined, '', 'ab'],
    ['partly known: is shortened, and goes on', 'bc', 3, 'ab', 'c', 3],
    ['with an item twice: has it once', 'aba', 3, '', 'ab', 3],
    ['all known: is a server that knows no pages, and ends', 'ab', 4, 'ab', ''],
    ['without anything that could be read: goes on where the portal says so', '', 2, 'ab', '', 2],
  ];
  for (const [what, ids, next, known, fresh, on] of table)
    it(what, () => {
      const items = Array.from(ids, (id) => ({ id }));
      const page = freshPage({ items, ...(next !== undefined && { next }) }, known);
      assert.deepEqual([page.items.map(({ id }) => id).join(''), page.next], [fresh, on]);
    });
});
