/** DuckDB has one thread for files of one row group, and several once a larger file is asked for. */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { Bindings } from '../../../src/service/engine/duckdb/bindings.ts';
import { ROW_GROUP_SIZE } from '../../../src/service/engine/duckdb/layout.ts';
import { ServedFolder } from '../../../src/service/engine/duckdb/servedFolder.ts';
import { TestDatastore } from '../datastore.ts';

const never = new AbortController().signal;
const SEVERAL = availableParallelism() > 2 ? availableParallelism() - 1 : availableParallelism();

describe('the threads of DuckDB', () => {
  let datastore: TestDatastore;
  let folder: ServedFolder;

  before(async () => {
    const lines = (count: number): string => Array.from({ length: count }, (_, at) => `${String(at)}\n`).join('');
    datastore = await TestDatastore.open({
      'small.csv': { content: `a\n${lines(ROW_GROUP_SIZE)}` },
      'large.csv': { content: `a\n${lines(ROW_GROUP_SIZE + 1)}` },
    });
    await datastore.server.close();
  });
  beforeEach(async () => {
    folder = await ServedFolder.open({ directory: datastore.data, memoryLimitMb: 512 });
  });
  afterEach(() => folder.close());
  after(() => datastore.close());

  const value = async (sql: string): Promise<unknown> => {
    for await (const [row] of folder.engine.rows(sql, new Bindings(), never)) return row?.[0];
    return undefined;
  };
  const threads = () => value(`select current_setting('threads')::integer`);

  /** Asks for a file in a request that ends after `work`. */
  async function request(file: string, work: (database: string) => Promise<void> = () => Promise.resolve()) {
    const end = new AbortController();
    const open = await folder.open(datastore.id(file), end.signal);
    assert.ok(open);
    await work(open.database);
    end.abort();
  }

  it('are one for a small file, and several after a large one was asked for', async () => {
    await request('small.csv', async () => assert.equal(await threads(), 1));
    await request('large.csv', async () => assert.equal(await threads(), SEVERAL));
    await request('small.csv', async () => assert.equal(await threads(), SEVERAL));
  });

  it('are several at once where the first file is large', async () => {
    await request('large.csv', async () => assert.equal(await threads(), SEVERAL));
  });

  it('stay while another request may use the name of its file, and both get their records', async () => {
    await request('small.csv', async (small) => {
      await request('large.csv', async (large) => {
        assert.equal(await threads(), 1);
        assert.equal(await value(`select count(*)::integer from ${large}.t`), ROW_GROUP_SIZE + 1);
      });
      assert.equal(await value(`select count(*)::integer from ${small}.t`), ROW_GROUP_SIZE);
    });
    await request('large.csv', async (large) => {
      assert.equal(await threads(), SEVERAL);
      assert.equal(await value(`select count(*)::integer from ${large}.t`), ROW_GROUP_SIZE + 1);
    });
  });
});
