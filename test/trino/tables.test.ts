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
