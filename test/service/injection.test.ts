/** Text from a request is never SQL (threat T12; issue 3). */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { member } from '../../src/datastore/exactObject.ts';
import { Bindings } from '../../src/service/store/bindings.ts';
import { columnsOf } from '../../src/service/store/columns.ts';
import { openEnclosed } from '../../src/service/store/duckdbInstance.ts';
import { searchParameters } from '../../src/service/api/searchParameters.ts';
import { planSearch } from '../../src/service/api/searchPlan.ts';
import { TestDatastore } from './datastore.ts';

const attacks = [
  "' or 1=1 --",
  "'; drop table t; --",
  '"; drop table t; --',
  "x' union select content from read_text('/etc/passwd') --",
  '") or 1=1 --',
  '$1',
  'c0',
  'rowid',
  "\\'; attach '/tmp/x' as y; --",
  "%' or '%'='",
  '\u0000',
  '${1}',
  '/* */',
  'lower(c0)',
];

describe('injection', () => {
  let datastore: TestDatastore;

  before(async () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const names = attacks.filter((attack) => attack !== '\u0000');
    datastore = await TestDatastore.open({
      'plain.csv': { content: 'a,n\nx,1\ny,2\n' },
      'named.csv': {
        content: `${names.map(quoted).join(',')}\n${names.map((_, index) => index).join(',')}\n`,
      },
    });
  });
  after(() => datastore.close());

  for (const attack of attacks) {
    const shown = JSON.stringify(attack);
    const search = (body: object) =>
      datastore.post('datastore_search', { resource_id: datastore.id('plain.csv'), ...body });

    it(`as a value ${shown} finds nothing`, async () => {
      for (const body of [
        { q: attack },
        { q: { a: attack } },
        { full_text: attack },
        { filters: { a: attack } },
        { filters: { a: [attack, attack] } },
        { filters: { a: { gt: `z${attack}` } } },
        { filters: { $or: [{ a: attack }] } },
      ])
        assert.equal(member((await search(body)).result, 'total'), 0, JSON.stringify(body));
    });

    it(`as a name ${shown} is unknown`, async () => {
      for (const body of [
        { fields: [attack] },
        { sort: [attack] },
        { sort: [`a ${attack}`] },
        { sort: [`"a" ${attack} desc`] },
        { filters: { [attack]: 'x' } },
        { filters: { a: { [attack]: 'x' } } },
        { q: { [attack]: 'x' } },
        { [attack]: 'x' },
      ])
        assert.equal((await search(body)).status, 409, JSON.stringify(body));
    });

    it(`as other parameters ${shown} is refused`, async () => {
      for (const body of [{ limit: attack }, { offset: attack }, { records_format: attack }])
        assert.equal((await search(body)).status, 409, JSON.stringify(body));
      assert.equal((await search({ resource_id: attack })).status, 404);
    });

    if (attack !== '\u0000')
      it(`as the name of a field ${shown} works like any other`, async () => {
        const value = attacks.filter((other) => other !== '\u0000').indexOf(attack);
        const records = await datastore.records('named.csv', {
          fields: [attack],
          sort: [`"${attack}" desc`],
          filters: { [attack.startsWith('$') ? `$${attack}` : attack]: value },
          q: { [attack]: String(value) },
        });
        assert.deepEqual(records, [{ [attack]: value }]);
      });
  }

  it('no text of a request is in the statement', () => {
    const columns = columnsOf([{ id: 'secret name', type: 'text' }]);
    const body = {
      resource_id: 'x',
      q: 'secret q',
      filters: { 'secret name': ['secret value'] },
      sort: 'secret name',
    };
    const plan = planSearch(searchParameters(body), columns, 'r1');
    assert.ok(!plan.sql.includes('secret'), plan.sql);
    assert.equal(plan.bindings.values.length, 2);
  });

  it('even with SQL the engine reaches no other file, nothing is written, and it stays so', async () => {
    const instance = await openEnclosed({
      directories: [`${datastore.data}/`],
      files: [],
      temporaryDirectory: `${datastore.data}/spill`,
      memoryLimitMb: 256,
    });
    const connection = await instance.connect();
    const data = (await readdir(datastore.data)).find((name) => name.endsWith('.duckdb')) ?? '';
    await connection.run(`attach '${datastore.data}/${data}' as r (read_only)`);
    for (const sql of [
      "select * from read_text('/etc/passwd')",
      `select * from read_csv('${datastore.folder}/plain.csv')`,
      "attach '/tmp/other.duckdb'",
      "copy (select 1) to '/tmp/out.csv'",
      'set enable_external_access = true',
      "set memory_limit = '100GB'",
      'reset lock_configuration',
      'install httpfs',
      'load httpfs',
      "select * from read_csv('https://example.org/x.csv')",
      'drop table r.t',
      "update r.t set c0 = 'x'",
    ])
      await assert.rejects(connection.run(sql), sql);
    connection.disconnectSync();
    instance.closeSync();
  });

  it('binds values in the order in which they are named', () => {
    const bindings = new Bindings();
    assert.deepEqual([bindings.text('a'), bindings.list(['b']), bindings.text('c')], ['$1', '$2', '$3']);
    assert.equal(bindings.types.length, 3);
  });
});
