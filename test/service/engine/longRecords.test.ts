/** DuckDB holds few long records of files at a time, and pages and dumps still have all of them. */
import assert from 'node:assert/strict';
import { searchQuestion } from '../../../src/service/api/search/searchQuestion.ts';
import { searchParameters } from '../../../src/service/api/search/searchParameters.ts';
import type { FoundRecord } from '../../../src/service/question/datastore.ts';
import { Bindings } from '../../../src/service/engine/duckdb/bindings.ts';
import { DuckdbTable } from '../../../src/service/engine/duckdb/duckdbTable.ts';
import { ServedFolder } from '../../../src/service/engine/duckdb/servedFolder.ts';
import { TestDatastore } from '../datastore.ts';

const MIB = 1024 * 1024;
const COUNT = 50;
const LONG = 70_000;
const never = new AbortController().signal;

const QUESTIONS: readonly object[] = [
  {},
  { offset: 7, limit: 11 },
  { offset: 48, limit: 10 },
  { offset: 60 },
  { limit: 0 },
  { sort: '_id desc' },
  { sort: 'group, _id desc', limit: 33 },
  { sort: 'group' },
  { filters: { group: 'g1' } },
  { filters: { group: 'none' } },
  { q: 'g2' },
  { fields: ['group'], distinct: true },
  { records_format: 'csv' },
  { include_total: false, limit: 4 },
];

describe('long records of a file', () => {
  let datastore: TestDatastore;
  let folder: ServedFolder;

  before(async () => {
    const lines = Array.from({ length: COUNT }, (_, at) => `g${String(at % 4)},${String(at)}\n`);
    lines[31] = `g3,${'long'.repeat(LONG / 4)}\n`;
    datastore = await TestDatastore.open({ 'a.csv': { content: `group,text\n${lines.join('')}` } });
    await datastore.server.close();
    folder = await ServedFolder.open({ directory: datastore.data, memoryLimitMb: 512 });
  });
  after(async () => {
    await folder.close();
    await datastore.close();
  });

  const resource = async () => {
    const open = await folder.open(datastore.id('a.csv'), never);
    assert.ok(open);
    return open;
  };

  /** A table whose records are assumed to be this long. */
  const table = async (longest: number) => DuckdbTable.ofResource(await resource(), folder.engine, longest);

  async function page(of: DuckdbTable, parameters: object) {
    const { question } = searchQuestion(searchParameters({ resource_id: of.id, ...parameters }), of, false);
    const records: FoundRecord[] = [];
    const totals = new Set<number | undefined>();
    for await (const batch of of.page(question, never)) {
      records.push(...batch.records);
      totals.add(batch.total);
    }
    return { records, totals: [...totals] };
  }

  async function dump(of: DuckdbTable, parameters: object): Promise<readonly FoundRecord[]> {
    const whole = { ...searchParameters({ resource_id: of.id, ...parameters }), limit: Infinity };
    const { question } = searchQuestion(whole, of, false);
    const records: FoundRecord[] = [];
    for await (const some of of.stream({ ...question, counts: false }, never)) records.push(...some);
    return records;
  }

  for (const parameters of QUESTIONS)
    for (const most of [1, 3, 16])
      it(`${JSON.stringify(parameters)}, ${String(most)} at a time: the same records, and the same total`, async () => {
        const [usual, careful] = [await table(0), await table((64 * MIB) / most)];
        assert.deepEqual(await page(careful, parameters), await page(usual, parameters));
        assert.deepEqual(await dump(careful, parameters), await dump(usual, parameters));
      });

  it('are as long as the longest of them, which is told without reading the others', async () => {
    const longest = await folder.longestRecord(await resource(), never);
    assert.ok(longest >= LONG && longest < LONG + 100, String(longest));
  });

  it('come out of the engine a few MiB at a time', async () => {
    const sql = `select repeat('x', ${String(MIB - 1)}), ['y', repeat('y', ${String(MIB)})] from range(20)`;
    let count = 0;
    for await (const rows of folder.engine.rows(sql, new Bindings(), never, 'page')) {
      assert.equal(rows.length, 1);
      count += rows.length;
    }
    assert.equal(count, 20);
  });
});
