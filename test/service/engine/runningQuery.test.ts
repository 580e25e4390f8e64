import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DuckDBInstance } from '@duckdb/node-api';
import { Semaphore } from '../../../src/base/semaphore.ts';
import { Bindings } from '../../../src/service/engine/duckdb/bindings.ts';
import { RunningQuery } from '../../../src/service/engine/duckdb/runningQuery.ts';

const ROWS = 40_000;
const SQL = `select i, repeat('é€', 150) as t from range(${String(ROWS)}) r(i)`;
const TEXT = 'é€'.repeat(150);
const { signal } = new AbortController();

describe('the rows of a running query', () => {
  let instance: DuckDBInstance;
  let collect: () => void;
  before(async () => {
    instance = await DuckDBInstance.create();
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  });
  after(() => instance.closeSync());

  /** Collects garbage, and gives DuckDB's freed memory to others. */
  const disturb = async (): Promise<void> => {
    for (let round = 0; round < 2; round += 1) {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const connection = await instance.connect();
    await connection.runAndReadAll(`select repeat('x', 751) from range(4000)`);
    connection.closeSync();
  };
  const begin = (): Promise<RunningQuery> => {
    const share = { lane: new Semaphore(1), valuesAtOnce: 4000 };
    return RunningQuery.begin(() => Promise.resolve(instance), SQL, new Bindings(), share, signal);
  };

  it('stay as they are while garbage is collected between two pieces', async () => {
    using query = await begin();
    let count = 0;
    for (let rows = await query.next(); rows !== undefined; rows = await query.next()) {
      for (const [, text] of rows) assert.ok(text === TEXT, `row ${String(count)}`);
      count += rows.length;
      if (count < 12_000) await disturb();
    }
    assert.equal(count, ROWS);
  });

  it('can be read after all of them have come, and after the query', async () => {
    const query = await begin();
    const chunks = [];
    for (let chunk = await query.nextChunk(); chunk !== undefined; chunk = await query.nextChunk()) chunks.push(chunk);
    query[Symbol.dispose]();
    await disturb();
    let count = 0;
    for (const chunk of chunks)
      for (let row = 0; row < chunk.rowCount; row += 1, count += 1)
        assert.ok(chunk.getColumnVector(1).getItem(row) === TEXT, `row ${String(count)}`);
    assert.equal(count, ROWS);
  });
});
