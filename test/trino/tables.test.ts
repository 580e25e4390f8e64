/** Many tables, and hostile names and values, on a real Trino. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isList, member } from '../../src/base/cells.ts';
import { quotedName } from '../../src/base/quotes.ts';
import { HOSTILE_TEXT, hostileQueries, OTHER } from '../support/samples/hostileQueries.ts';
import { ask, cluster, create, found, never, serve } from './fixture.ts';

const COUNT = 2000;

describe('2,000 tables of Trino', () => {
  before(async () => {
    await cluster().sql('create schema memory.many');
    const numbers = Array.from({ length: COUNT }, (_, n) => n);
    // Some at a time: each is a statement of its own.
    for (let first = 0; first < COUNT; first += 20)
      await Promise.all(
        numbers.slice(first, first + 20).map((n) => cluster().sql(`create table memory.many.t${n} (n integer)`)),
      );
  });

  it('are listed at once, and opened one by one', async () => {
    const many = await serve({ schema: 'many' });
    const { result } = await ask('package_show', { id: 'local-files' }, never, many);
    const resources = member(result, 'resources');
    assert.equal(isList(resources) ? resources.length : 0, COUNT);
    assert.deepEqual(await found('t1999', {}, many), []);
    await many.close();
  });
});

describe('schemas and comments of Trino', () => {
  const SCHEMA = 'ä "b".c';
  before(async () => {
    const schema = `memory.${quotedName(SCHEMA)}`;
    await cluster().sql(`create schema ${schema}`);
    await cluster().sql(`create table ${schema}."it's" as select 1 as place`);
    await cluster().sql(`create view ${schema}.seen comment 'Was seen' as select * from ${schema}."it's"`);
    await cluster().sql(`comment on column ${schema}.seen.place is 'In the row'`);
  });

  it('are served together by *', async () => {
    const all = await serve({ schema: '*' });
    assert.deepEqual(await found(`"ä ""b"".c".it's`, {}, all), [{ place: 1 }]);
    const { result } = await ask('resource_show', { id: '"ä ""b"".c".seen' }, never, all);
    assert.deepEqual([member(result, 'description'), member(result, 'x_schema')], ['Was seen', SCHEMA]);
    const { text } = await ask('datastore_search', { resource_id: '"ä ""b"".c".seen' }, never, all);
    assert.match(text, /"notes": ?"In the row"/);
    await all.close();
  });
});

describe('hostile names and values on Trino', () => {
  it('find what they say, and nothing else', async () => {
    let tables = 0;
    await fc.assert(
      fc.asyncProperty(HOSTILE_TEXT, HOSTILE_TEXT, async (name, value) => {
        const field = name.toLowerCase();
        tables += 1;
        const table = `hostile ${tables} ${field}`.trimEnd();
        await create(
          table,
          [
            [field, 'varchar'],
            ['the other', 'varchar'],
          ],
          [
            [value, 'x'],
            [OTHER, value],
          ],
        );
        for (const query of hostileQueries(field, value))
          assert.deepEqual(await found(table, query), [{ [field]: value, 'the other': 'x' }]);
        await cluster().sql(`drop table memory.default.${quotedName(table)}`);
      }),
      { numRuns: 8 },
    );
  });
});
