/** A Trino table's fields may change while they are remembered. Answers have the new fields, or are refused. */
import assert from 'node:assert/strict';
import { isList, member } from '../../../src/base/cells.ts';
import { parseExact } from '../../../src/base/exactJson.ts';
import { openTrino } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { FakeTrino, type FakeTable } from './fakeTrino.ts';

const PLACE = { catalog: 'lake', schema: 'school' };
const FORGED = '1,"b":"forged"},{"a":3';
const WORDS = 'The fields of this table have changed. Ask again.';

/** A table with rows as statements for these fields return them. */
const table = (type: string, ...values: readonly (string | null)[]): FakeTable => ({
  columns: [
    ['a', type],
    ['b', 'varchar'],
  ],
  rows: values.map((value) => [value, 'x']),
});

const typeOf = ({ columns: [column] }: FakeTable): string => column?.[1] ?? '';

describe('a table of Trino whose field changes its type', () => {
  const tables: Record<string, FakeTable> = {};
  let trino: FakeTrino;
  let server: RunningServer;
  before(async () => (trino = await FakeTrino.start({ ...PLACE, tables })));
  after(() => trino.stop());
  beforeEach(async () => {
    const origin = `http://localhost:${String(trino.port)}`;
    tables['things'] = table('integer', '1');
    server = await serveDatastore(
      await openTrino({ origin, user: 'ann', password: undefined, scannedBytes: undefined, ...PLACE }),
      {},
    );
  });
  afterEach(() => server.close());

  async function ask(path: string, body?: object): Promise<{ status: number; text: string }> {
    const response = await fetch(server.baseUrl + path, {
      headers: { Authorization: server.token, 'Content-Type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  const search = (query: object = {}) =>
    ask('/api/3/action/datastore_search', { resource_id: 'things', include_total: false, ...query });
  const typesIn = (text: string): readonly unknown[] => {
    const fields = member(member(parseExact(text), 'result'), 'fields');
    return isList(fields) ? fields.map((field) => member(field, 'type')) : [];
  };

  for (const [from, to, type] of [
    [table('integer', '1'), table('varchar', FORGED, '007', 'abc', '2'), 'text'],
    [table('integer', '1'), table('decimal(5,2)', '1.50'), 'numeric'],
    [table('integer', '1'), table('bigint', '9007199254740993'), 'int8'],
    [table('tinyint', '1'), table('varchar'), 'text'],
    [table('varchar', 'x'), table('integer', '1'), 'int4'],
    [table('double', '1.0E0'), table('varchar', FORGED), 'text'],
    [table('double', '1.0E0'), table('real', '1.0E0'), 'float4'],
    [table('boolean', 'true'), table('varchar', 'true'), 'text'],
    [table('decimal(5,2)', '1.50'), table('varchar', '1.50'), 'text'],
    [table('decimal(5,2)', '1.50'), table('decimal(9,4)', '1.5000'), 'numeric'],
    [table('array(integer)', '[1]'), table('varchar', '[1],"b":2'), 'text'],
    [table('map(varchar, integer)', '{"k":1}'), table('row(k varchar)', '{"k":"1"}'), 'json'],
    [table('json', '{}'), table('varchar', '{}'), 'text'],
    [table('date', '2024-01-01'), table('timestamp(3)', '2024-01-01T00:00:00.000'), 'timestamp'],
    [table('timestamp(3)', '2024-01-01'), table('timestamp(3) with time zone', '2024-01-01'), 'timestamptz'],
  ] as const)
    it(`${typeOf(from)} to ${typeOf(to)}: refuses a page of any format once, then has the new type`, async () => {
      for (const records_format of ['objects', 'lists', 'csv', 'tsv']) {
        tables['things'] = from;
        await search();
        assert.equal((await search({ records_format })).status, 200);
        tables['things'] = to;
        const refused = await search({ records_format });
        assert.equal(refused.status, 409);
        assert.deepEqual(member(parseExact(refused.text), 'error'), { fields: [WORDS], __type: 'Validation Error' });
        const { status, text } = await search({ records_format });
        assert.equal(status, 200, text);
        assert.equal(typesIn(text)[0], type);
      }
    });

  for (const query of ['', '&distinct=true&fields=a', '&filters={"a":[1,2]}', '&sort=a desc', '&q=x'])
    it(`refuses a GET${query}`, async () => {
      await search();
      tables['things'] = table('varchar', FORGED);
      const { status, text } = await ask(
        `/api/3/action/datastore_search?resource_id=things&include_total=false${query}`,
      );
      assert.equal(status, 409, text);
      assert.match(text, new RegExp(WORDS));
    });

  for (const format of ['csv', 'json'])
    it(`gives no dump as ${format}, and the next one has the new type`, async () => {
      await search();
      tables['things'] = table('varchar', FORGED);
      const path = `/datastore/dump/things?format=${format}`;
      // The dump is refused, or breaks off.
      assert.notEqual((await ask(path).catch(() => undefined))?.status, 200);
      const { status, text } = await ask(path);
      assert.equal(status, 200);
      assert.match(text, /forged/);
    });

  it('refuses the second page of an export', async () => {
    tables['things'] = table('integer', '1', '2', '3', '4');
    assert.equal((await search({ limit: 2 })).status, 200);
    tables['things'] = table('varchar', '1', '2', FORGED, '4');
    assert.equal((await search({ limit: 2, offset: 2 })).status, 409);
  });

  it('has the new type in datastore_info once a page was refused', async () => {
    await search();
    tables['things'] = table('varchar', FORGED);
    await search();
    const { text } = await ask('/api/3/action/datastore_info', { id: 'things' });
    assert.deepEqual(typesIn(text), ['text', 'text']);
  });
});
