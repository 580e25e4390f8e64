/** Two clients read the pages of one query on Trino, each by its own offset. */
import assert from 'node:assert/strict';
import { isList, member } from '../../../src/base/cells.ts';
import { parseExact } from '../../../src/base/exactJson.ts';
import { openTrino } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { FakeTrino, type FakeTable } from './fakeTrino.ts';

const PLACE = { catalog: 'lake', schema: 'school' };
const LIMIT = 20;
const numbers = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
const table = (values: readonly number[]): FakeTable => ({
  columns: [['n', 'integer']],
  rows: values.map((value) => [String(value)]),
});

describe('pages of Trino for two clients', () => {
  const tables: Record<string, FakeTable> = {};
  let trino: FakeTrino;
  let server: RunningServer;
  before(async () => {
    trino = await FakeTrino.start({ ...PLACE, tables });
    tables['numbers'] = table(numbers(1, 60));
    const origin = `http://localhost:${String(trino.port)}`;
    const options = { origin, user: 'ann', password: undefined, scannedBytes: undefined, ...PLACE };
    server = await serveDatastore(await openTrino(options), {});
  });
  after(async () => {
    await server.close();
    await trino.stop();
  });

  async function search(query: string) {
    const response = await fetch(`${server.baseUrl}/api/3/action/datastore_search?include_total=false&${query}`, {
      headers: { Authorization: server.token },
    });
    return member(parseExact(await response.text()), 'result');
  }
  async function page(offset: number): Promise<readonly unknown[]> {
    const records = member(
      await search(`resource_id=numbers&limit=${String(LIMIT)}&offset=${String(offset)}`),
      'records',
    );
    return isList(records) ? records.map((record) => member(record, 'n')) : [];
  }
  const lastStatement = () => trino.statements.findLast((sql) => sql.startsWith('select ')) ?? '';

  it('that ask in turn: none has a page of the other', async () => {
    for (const offset of [0, 20, 40]) {
      const expected = numbers(offset + 1, offset + LIMIT);
      assert.deepEqual(await Promise.all([page(offset), page(offset)]), [expected, expected]);
    }
  });

  it('of which one begins after records went: the other goes on at its offset, as the table is now', async () => {
    tables['numbers'] = table(numbers(1, 60));
    assert.deepEqual(await page(0), numbers(1, 20));
    tables['numbers'] = table(numbers(6, 60));
    assert.deepEqual(await page(0), numbers(6, 25));
    assert.deepEqual(await page(20), numbers(26, 45));
    const statements = trino.statements.filter((sql) => sql.includes(' offset 20 '));
    assert.match(statements.at(-1) ?? '', / order by t\."n" offset 20 limit 20$/);
  });

  describe('need no order where there is one page only', () => {
    for (const [what, query, isUnsorted] of [
      ['the first one of a table without a number', 'resource_id=numbers', true],
      ['with a filter, too', 'resource_id=numbers&filters={"n":1}', true],
      ['but sorted if others follow', 'resource_id=numbers&offset=0', false],
      ['but sorted as it is said', 'resource_id=numbers&sort=n', false],
      ['but in the order of numbers', 'resource_id=numbered', false],
    ] as const)
      it(what, async () => {
        tables['numbers'] = table(numbers(1, 60));
        tables['numbered'] = { columns: [['_id', 'integer']], rows: [['1']] };
        const result = await search(`${query}&limit=20`);
        assert.equal(member(result, 'x_page_is_unsorted'), isUnsorted ? true : undefined);
        assert.equal(lastStatement().includes(' order by '), !isUnsorted);
        assert.match(lastStatement(), / limit 20$/);
      });
  });
});
