/** A question is not worked on when nobody waits for the answer any more. */
import assert from 'node:assert/strict';
import { Bindings } from '../../src/service/store/bindings.ts';
import { Engine, type Cost } from '../../src/service/store/engine.ts';
import { until } from '../support/until.ts';
import { sampleFiles, TestDatastore } from './datastore.ts';

/** Hours of work. */
const ENDLESS = 'select count(*) from range(1000000000) a, range(1000000000) b where a.range + b.range = 7';

describe('a client that goes away', () => {
  let datastore: TestDatastore;
  // A method that is called with its own `this` below.
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

  it('refuses a signal that was aborted before', async () => {
    await assert.rejects(first('select 1', AbortSignal.abort(new Error('gone'))), /gone/);
  });

  it('lets a caller leave in the middle of the rows', async () => {
    for (let round = 0; round < 20; round += 1)
      assert.deepEqual(
        await first('select range::varchar from range(100000)', new AbortController().signal),
        ['0'],
      );
  });

  it('answers a quick question while slow ones run', async () => {
    const stop = new AbortController();
    const slow = [1, 2, 3, 4, 5, 6, 7, 8].map(() => first(ENDLESS, stop.signal).catch(() => undefined));
    assert.deepEqual(await first("select 'quick'", new AbortController().signal, 'page'), ['quick']);
    stop.abort();
    await Promise.all(slow);
  });
});
