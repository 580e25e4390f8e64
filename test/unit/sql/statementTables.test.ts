import assert from 'node:assert/strict';
import { sqlTokens } from '../../../src/document/sqlTokens.ts';
import { relationsOf, unknownTables } from '../../../src/sql/statementTables.ts';

const tables = (sql: string) =>
  relationsOf([...sqlTokens(sql)].filter(({ kind }) => kind !== 'comment')).map(({ token, alias }) =>
    alias === undefined ? token.text : `${token.text} ${alias}`,
  );
const unknown = (sql: string, ...names: readonly string[]) =>
  unknownTables(sql, new Set(names)).map(({ text, start }) => [text, start]);

describe('the tables that a statement names', () => {
  // A word that is no alias does no harm.
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['select * from lessons', ['lessons']],
    ['select * from "My ""Lessons""" as l', ['My "Lessons" l']],
    ['select * from a, b as two, c three where x', ['a', 'b two', 'c three']],
    ['select * from a join b on a.x = b.x left join c using (x)', ['a join', 'b on', 'c using']],
    ['select * from (select * from a) one join (b cross join c) on true', ['a', 'c']],
    ["select extract(year from day), trim(both ' ' from name) from a", ['a']],
    ['select * from a where x is not distinct from y', ['a where']],
    ["select 'from x', e'it\\'s from y', $$from z$$ -- from c\n/* from d */ from a", ['a']],
    ['select * from unnest([1]) u, a', []],
    ['from a select 1', ['a select']],
  ];
  for (const [sql, named] of cases) it(`are found in: ${sql}`, () => assert.deepEqual(tables(sql), named));
});

describe('tables that are no sources', () => {
  it('are told with their places, without looking at case', () => {
    assert.deepEqual(unknown('select * from LESSONS join lesson on true', 'lessons'), [['lesson', 27]]);
  });

  it('are not the queries of WITH', () => {
    const sql = `with recursive a as (select 1), "B" (x, y) as not materialized (select 1), c as materialized (select * from a)
      select * from a join b on true join c on true join d on true`;
    assert.deepEqual(
      unknown(sql).map(([name]) => name),
      ['d'],
    );
  });

  it('are not calls, or names with a schema, which the engine judges', () => {
    assert.deepEqual(unknown("select * from range(3), read_csv('x') join main.a on true"), []);
  });
});

describe('reading the words of a statement', () => {
  it('takes time in proportion to its length, whatever it says', () => {
    for (const piece of [
      'select ',
      "'",
      '"',
      '/*',
      '$',
      '$a$',
      '(',
      '--',
      'as (',
      ') as ',
      "e'\\",
      'from a, ',
      '.1.',
    ]) {
      const started = performance.now();
      unknownTables(piece.repeat(200_000 / piece.length), new Set());
      assert.ok(performance.now() - started < 2000, `${piece}: ${String(performance.now() - started)} ms`);
    }
  });
});
