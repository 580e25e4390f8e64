/** A query ends when its client has gone. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Bindings } from '../../../src/service/engine/duckdb/bindings.ts';
import { Engine, type Cost } from '../../../src/service/engine/duckdb/engine.ts';
import { ServedFolder } from '../../../src/service/engine/duckdb/servedFolder.ts';
import { isFull } from '../../support/results/full.ts';
import { until } from '../../../tools/vscode/until.ts';
import { sampleFiles, TestDatastore } from '../datastore.ts';

const never = new AbortController().signal;
/** The statement would run for hours. */
const ENDLESS = 'select count(*) from range(1000000000) a, range(1000000000) b where a.range + b.range = 7';

describe('a client that goes away', () => {
  let datastore: TestDatastore;
  // The method is called with its own `this` below.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const rows = Engine.prototype.rows;

  before(async () => {
    datastore = await TestDatastore.open({ lessons: { path: sampleFiles.lessons } });
  });
  afterEach(() => {
    Engine.prototype.rows = rows;
  });
  after(() => datastore.close());

  const search = (signal?: AbortSignal) =>
    datastore.send(`/api/action/datastore_search?resource_id=${datastore.id('lessons')}`, {
      headers: { Authorization: datastore.server.token },
      ...(signal && { signal }),
    });

  it('ends its query', async () => {
    let begun = 0;
    let ended = 0;
    Engine.prototype.rows = async function* (_sql, _bindings, signal) {
      begun += 1;
      try {
        yield* rows.call(this, ENDLESS, new Bindings(), signal);
      } finally {
        ended += 1;
      }
    };
    const leave = new AbortController();
    const asked = search(leave.signal);
    await until(() => begun === 1, 'the query begins');
    leave.abort();
    await assert.rejects(asked, { name: 'AbortError' });
    await until(() => ended === 1, 'the query ends');
    Engine.prototype.rows = rows;
    assert.equal((await search()).status, 200);
  });

  it('does not end the queries of others', async () => {
    let waiting = 0;
    Engine.prototype.rows = async function* (sql, bindings, signal) {
      waiting += 1;
      await until(() => waiting === 0, 'the other one leaves');
      yield* rows.call(this, sql, bindings, signal);
    };
    const leave = new AbortController();
    const leaving = search(leave.signal);
    const staying = search();
    await until(() => waiting === 2, 'both have asked');
    leave.abort();
    await assert.rejects(leaving, { name: 'AbortError' });
    waiting = 0;
    assert.equal((await staying).status, 200);
  });
});

describe('Engine', () => {
  let engine: Engine;
  let datastore: TestDatastore;

  before(async () => {
    datastore = await TestDatastore.open({ lessons: { path: sampleFiles.lessons } });
    engine = await Engine.open({ directory: datastore.data, memoryLimitMb: 256 });
  });
  after(async () => {
    await engine.close();
    await datastore.close();
  });

  const first = async (sql: string, signal: AbortSignal, cost?: Cost) => {
    for await (const rows of engine.rows(sql, new Bindings(), signal, cost)) return rows[0];
    return undefined;
  };

  for (const delay of [0, 1, 50])
    it(`stops a query that is aborted after ${String(delay)} ms`, async () => {
      const started = performance.now();
      await assert.rejects(first(ENDLESS, AbortSignal.timeout(delay)));
      assert.ok(performance.now() - started < 20_000, 'hours of work');
    });

  const times = isFull ? 500 : 50;
  it(`ends ${String(2 * times)} questions that are aborted in a row, and keeps no memory of them`, async () => {
    // This one needs no memory itself.
    const endless = 'select count(*) from range(1000000000000) where range % 7 = 8';
    const abort = async (rounds: number): Promise<number> => {
      for (let round = 0; round < rounds; round += 1) {
        const stop = new AbortController();
        const asked = [first(endless, stop.signal), first(endless, stop.signal, 'page')];
        // Some are aborted while they wait for their turn, others while they begin or run.
        if (round % 3 > 0) await setImmediate();
        if (round % 3 > 1) await setTimeout(1);
        stop.abort(new Error('typed on'));
        for (const { status } of await Promise.allSettled(asked)) assert.equal(status, 'rejected');
      }
      return process.memoryUsage.rss();
    };
    const before = await abort(20);
    const grown = (await abort(times)) - before;
    assert.ok(grown < 32 << 20, String(grown));
    // A statement that went on would keep its place in a lane.
    for (const cost of ['scan', 'page'] as const) {
      const quick = Array.from({ length: 8 }, () => first("select 'a'", never, cost));
      assert.deepEqual(await Promise.all(quick), Array(8).fill(['a']));
    }
  });

  it('refuses a signal that was aborted before', async () => {
    await assert.rejects(first('select 1', AbortSignal.abort(new Error('gone'))), /gone/);
  });

  it('lets a caller leave in the middle of the rows', async () => {
    for (let round = 0; round < 20; round += 1)
      assert.deepEqual(await first('select range::varchar from range(100000)', new AbortController().signal), ['0']);
  });

  it('answers a quick question while slow ones run', async () => {
    const stop = new AbortController();
    const slow = [1, 2, 3, 4, 5, 6, 7, 8].map(() => first(ENDLESS, stop.signal).catch(() => undefined));
    assert.deepEqual(await first("select 'quick'", new AbortController().signal, 'page'), ['quick']);
    stop.abort();
    await Promise.all(slow);
  });
});

describe('a file that is imported again', () => {
  it('stays attached as it was until the last request that may ask it is over', async () => {
    const datastore = await TestDatastore.open({ 'a.csv': { content: 'a\n1\n' } });
    const folder = await ServedFolder.open({ directory: datastore.data, memoryLimitMb: 256 });
    try {
      const attached = async (): Promise<unknown> => {
        const sql = `select count(*)::integer from duckdb_databases() where database_name like 'r%'`;
        for await (const [row] of folder.engine.rows(sql, new Bindings(), never)) return row?.[0];
        return undefined;
      };
      const requests = [new AbortController(), new AbortController(), new AbortController()] as const;
      const id = datastore.id('a.csv');
      const [before] = await Promise.all([folder.open(id, requests[0].signal), folder.open(id, requests[1].signal)]);
      await writeFile(path.join(datastore.folder, 'a.csv'), 'a\n2\n');
      await datastore.import(path.join(datastore.folder, 'a.csv'));
      const after = await folder.open(id, requests[2].signal);
      assert.ok(before && after && before.database !== after.database);
      requests[0].abort();
      const old = folder.engine.rows(`select c0 from ${before.database}.t`, new Bindings(), never);
      assert.deepEqual((await old.next()).value, [['1']]);
      await old.return(undefined);
      assert.equal(await attached(), 2);
      requests[1].abort();
      await until(async () => (await attached()) === 1, 'the old data is detached');
      requests[2].abort();
      assert.equal(await attached(), 1);
    } finally {
      await folder.close();
      await datastore.close();
    }
  });
});
