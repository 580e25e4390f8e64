/** A real Trino's table whose fields change while they are remembered: no answer is of other fields than it says. */
import assert from 'node:assert/strict';
import { member } from '../../src/base/cells.ts';
import { ask, cluster, found, server } from './fixture.ts';

const WORDS = 'The fields of this table have changed. Ask again.';

/** SQL of the table's only value, from before and after. */
const CHANGES = [
  ['1', `'1,"b":"forged"},{"a":3'`],
  ['1', `decimal '1.5'`],
  ['1', "bigint '9007199254740993'"],
  ["'x'", '1'],
  ['1e0', "'1,2'"],
  ['1e0', "real '1'"],
  ['true', "'true'"],
  ["decimal '1.5'", "'1.5'"],
  ["decimal '1.5'", "decimal '1.25'"],
  ["map(array['k'], array[1])", "'{}'"],
  ["map(array['k'], array[1])", "cast(row('1') as row(k varchar))"],
  ["cast(row('1') as row(k varchar))", 'cast(row(1) as row(k integer))'],
  ["json '1'", 'array[1]'],
  ["date '2024-01-01'", "timestamp '2024-01-01 00:00:00.000'"],
  ["timestamp '2024-01-01 00:00:00'", "timestamp '2024-01-01 00:00:00 UTC'"],
  ["time '00:00:00'", "interval '1' day"],
  ["interval '1' day", "interval '1' month"],
  ["uuid '0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11'", "X'00'"],
  ["char 'ab'", "ipaddress '10.0.0.1'"],
  ['approx_set(1)', '1'],
] as const;

describe('a table of Trino that changes', () => {
  let count = 0;
  let name: string;
  /** Each test has a table of its own, because fields are remembered for some seconds. */
  const begin = async (query: string): Promise<void> => {
    name = `changing ${String((count += 1))}`;
    await cluster().sql(`create table memory.default."${name}" as ${query}`);
    await found(name);
  };
  const become = async (query: string, kind: 'table' | 'view' = 'table'): Promise<void> => {
    await cluster().sql(`drop table memory.default."${name}"`);
    await cluster().sql(`create ${kind} memory.default."${name}" as ${query}`);
  };

  async function refused(query: object): Promise<void> {
    const { status, error, text } = await ask('datastore_search', { resource_id: name, ...query });
    assert.equal(status, 409, text);
    assert.deepEqual(member(error, 'fields'), [WORDS], text);
  }

  /** Undefined where the dump breaks off. */
  async function dumpStatus(format: string): Promise<number | undefined> {
    const headers = { Authorization: server().token };
    const response = await fetch(`${server().baseUrl}/datastore/dump/${name}?format=${format}`, { headers });
    return response.text().then(
      () => response.status,
      () => undefined,
    );
  }

  for (const [before, after] of CHANGES)
    it(`${before} becomes ${after}`, async () => {
      await begin(`select ${before} a, 'x' b`);
      await become(`select ${after} a, 'x' b`);
      await refused({});
      await found(name);
      await become(`select ${before} a, 'x' b`);
      assert.notEqual(await dumpStatus('csv'), 200);
      assert.equal(await dumpStatus('csv'), 200);
    });

  for (const query of [
    { records_format: 'lists' },
    { records_format: 'csv' },
    { records_format: 'tsv' },
    { fields: 'b' },
    { q: '1' },
    { filters: { a: 1 } },
    { filters: { a: { lt: 5.5 } }, fields: 'b', distinct: true },
    { filters: { a: [1, 2] } },
    { sort: 'a desc' },
    { fields: 'a', distinct: true },
  ])
    it(`refuses ${JSON.stringify(query)}`, async () => {
      for (const after of ["'x'", "decimal '5.7'", "array['x']", '1e0']) {
        await begin("select 1 a, 'x' b");
        await become(`select ${after} a, 'x' b`);
        await refused(query);
      }
    });

  for (const format of ['csv', 'json'])
    it(`gives no dump as ${format}`, async () => {
      await begin("select 1 a, 'x' b");
      await become("select 'x' a, 'x' b");
      assert.notEqual(await dumpStatus(format), 200);
    });

  for (const [what, after, kind] of [
    ['a view of other types takes its place', "select 'x' a, 1 b", 'view'],
    ['a field is gone', "select 'x' b", 'table'],
    ['a field has another name', "select 1 c, 'x' b", 'table'],
  ] as const)
    it(what, async () => {
      await begin("select 1 a, 'x' b");
      await become(after, kind);
      await refused({});
      await found(name);
    });

  for (const [what, after, kind] of [
    ['a view of the same types takes its place', "select 2 a, 'y' b", 'view'],
    ['its fields are in another order', "select 'y' b, 2 a", 'table'],
    ['it has one field more', "select 2 a, 0 c, 'y' b", 'table'],
  ] as const)
    it(`${what}: answers fit the fields that they name`, async () => {
      await begin("select 1 a, 'x' b");
      await become(after, kind);
      assert.deepEqual(await found(name), [{ a: 2, b: 'y' }]);
    });
});
