/** Text from a request never becomes SQL (docs/security.md 12). */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { member } from '../../../src/base/cells.ts';
import { Bindings } from '../../../src/service/engine/duckdb/bindings.ts';
import { openEnclosed } from '../../../src/service/engine/duckdb/duckdbInstance.ts';
import { searchQuestion } from '../../../src/service/api/search/searchQuestion.ts';
import { searchParameters } from '../../../src/service/api/search/searchParameters.ts';
import { planPage, searchedTable } from '../../../src/service/engine/duckdb/search/searchPlan.ts';
import type { OpenResource } from '../../../src/service/engine/duckdb/servedFolder.ts';
import { TestDatastore } from '../datastore.ts';

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

/** A resource with a single text field. */
function opened(id: string): OpenResource {
  const resource = { id: 'x', name: 'x', file: '', size: 0, modified: 0, records: 1, stored: 0 };
  return { description: { resource, fields: [{ id, type: 'text' }], data: '', ids: 'place' }, database: 'r1' };
}

describe('injection', () => {
  let datastore: TestDatastore;

  before(async () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const names = attacks.filter((attack) => attack !== '\u0000');
    datastore = await TestDatastore.open({
      'plain.csv': { content: 'a,n\nx,1\ny,2\n' },
      'named.csv': { content: `${names.map(quoted).join(',')}\n${names.map((_, index) => index).join(',')}\n` },
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

    it(`in SQL ${shown} is a name or a value, and nothing else`, async () => {
      const quoted = (mark: string) => mark + attack.replaceAll(mark, mark + mark) + mark;
      const ask = async (sql: string) => datastore.post('datastore_search_sql', { sql });
      const plain = `"${datastore.id('plain.csv')}"`;
      assert.equal((await ask(`select * from ${quoted('"')}`)).status, attack === '\u0000' ? 409 : 404);
      assert.equal((await ask(`select ${quoted('"')} from ${plain}`)).status, 409);
      const found = await ask(`select a from ${plain} where a = ${quoted("'")}`);
      if (found.status === 200) assert.deepEqual(member(found.result, 'records'), []);
      else assert.equal(attack, '\u0000');
      const raw = await ask(`select a from ${plain} where a = '${attack}'`);
      assert.doesNotMatch(raw.text, /root:x/);
      assert.equal((await search({})).status, 200);
    });

    it(`in a dump ${shown} finds nothing and breaks nothing`, async () => {
      const id = datastore.id('plain.csv');
      for (const [name, value, status] of [
        ['q', attack, 200],
        ['filters', JSON.stringify({ a: attack }), 200],
        ['filters', JSON.stringify({ [attack]: 'x' }), 400],
        ['fields', attack, 400],
        ['sort', attack, 400],
        ['limit', attack, 400],
        ['offset', attack, 400],
        ['format', attack, 400],
        ['bom', attack, 200],
      ] as const) {
        const reply = await datastore.send(
          `/datastore/dump/${id}?${new URLSearchParams({ [name]: value }).toString()}`,
          { headers: { Authorization: datastore.server.token } },
        );
        assert.equal(reply.status, status, `${name} ${reply.text}`);
        assert.doesNotMatch(reply.text, /root:x/);
        if (status === 200 && name !== 'bom') assert.doesNotMatch(reply.text, /x,1/);
      }
      const other = await datastore.send(`/datastore/dump/${encodeURIComponent(attack)}`, {
        headers: { Authorization: datastore.server.token },
      });
      assert.equal(other.status, 404);
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

  it('fields of any name are selected by SQL', async () => {
    const names = attacks.filter((attack) => attack !== '\u0000');
    const sql = `select * from "${datastore.id('named.csv')}"`;
    const { result } = await datastore.post('datastore_search_sql', { sql });
    const [record] = member(result, 'records') as readonly Record<string, unknown>[];
    assert.deepEqual(
      names.map((name) => record?.[name]),
      names.map((_, index) => index),
    );
  });

  it('no text of a request is in the statement', () => {
    const body = { resource_id: 'x', q: 'secret q', filters: { 'secret name': ['secret value'] }, sort: 'secret name' };
    const searched = searchedTable(opened('secret name'));
    const fields = [...searched.columns.values()].map((column) => ({ ...column, hasFileTexts: false }));
    const { question } = searchQuestion(searchParameters(body), { fields, isInOrderOfIds: true }, true);
    const plan = planPage(question, searched);
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
