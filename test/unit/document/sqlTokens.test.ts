import assert from 'node:assert/strict';
import { namedSources, sqlTokens } from '../../../src/document/sqlTokens.ts';

describe('the tokens of a statement', () => {
  it('are words, names, texts, numbers, marks and comments, one in another too', () => {
    const sql = `select "a ""b""", e'it\\'s', $t$ ; $t$ /* x /* y */ z */ from é$1 -- it's 'the end'`;
    assert.deepEqual(
      [...sqlTokens(sql)].map(({ kind, text }) => `${kind} ${text}`),
      [
        'word select',
        'name a "b"',
        'mark ,',
        "text e'it\\'s'",
        'mark ,',
        'text $t$ ; $t$',
        'comment /* x /* y */ z */',
        'word from',
        'word é$1',
        "comment -- it's 'the end'",
      ],
    );
  });

  for (const [open, sql] of [
    ["'", "select 'a"],
    ['"', 'select "a'],
    ['/*', 'select /* /* */ a'],
    ['$a$', 'select $a$ b $$'],
  ] as const)
    it(`tell that the end of ${open} is missing`, () => {
      const last = [...sqlTokens(sql)].at(-1);
      assert.deepEqual([last?.open, last?.start, last?.end], [open, 7, sql.length]);
    });
});

describe('the sources of a statement', () => {
  it('are those that it names anywhere outside of texts and comments', () => {
    const sources = ['a', 'B', 'c c', 'd', 'e'].map((name) => ({ name }));
    assert.deepEqual(
      namedSources(sqlTokens('select \'d\' from A, b /* e */ where "C c".x = 1'), sources).map(({ name }) => name),
      ['a', 'B', 'c c'],
    );
  });
});
