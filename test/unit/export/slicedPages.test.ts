import assert from 'node:assert/strict';
import type { RecordRow } from '../../../src/base/cells.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { wholeStep } from '../../../src/datastore/result/stretch.ts';
import { allRecords, type RunOptions } from '../../../src/export/records.ts';
import type { ResumeState } from '../../../src/export/runLog.ts';
import { type FakeAnswer, FakeCkan } from '../../support/fakes/fakeCkan.ts';
import type { FakeVersion } from '../../support/fakes/fakeDialects.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { idsOf, listsOf, range, tamper } from '../../support/fakes/fakeResult.ts';
import type { FakeResource } from '../../support/fakes/fakeSearch.ts';

const { signal } = new AbortController();

describe('pages that come in slices', () => {
  const COUNT = 1500;
  /** Pages of 768 KiB have 190 of these records, and slices 48. A null shows that lists leave out no records. */
  const wide = {
    fields: [{ id: 'text', type: 'text' }],
    rows: Array.from({ length: COUNT }, (_, at): RecordRow => [at % 5 === 0 ? null : 'x'.repeat(4000)]),
  };

  const texts = (count: number, length: number) => ({
    ...wide,
    rows: Array.from({ length: count }, (): RecordRow => ['x'.repeat(length)]),
  });

  function setUp(
    fault?: (body: string, honest: FakeAnswer) => FakeAnswer,
    version: FakeVersion = '2.11',
    resource: FakeResource = wide,
  ) {
    const ckan = new FakeCkan({
      resources: { r: resource },
      version,
      ...(fault && { fault: ({ body }, honest) => fault(body, honest) }),
    });
    const from = (query: Partial<DatastoreQuery> = {}, options: RunOptions = {}) =>
      allRecords(clientOf(ckan), { resourceId: 'r', ...query }, signal, options);
    return { ckan, from };
  }

  async function sizesOf(records: AsyncIterable<{ readonly rows: readonly RecordRow[] }>) {
    const ids: unknown[] = [];
    const sizes: number[] = [];
    for await (const { rows } of records) {
      ids.push(...idsOf(rows));
      sizes.push(rows.length);
    }
    return { ids, sizes };
  }

  for (const version of ['2.11', '2.12'] as const)
    it(`give all records of CKAN ${version} in batches that are smaller than pages`, async () => {
      const { ckan, from } = setUp(undefined, version);
      const { ids, sizes } = await sizesOf(from());
      assert.deepEqual(ids, range(1, COUNT + 1));
      // The last page may be too short for slices.
      assert.ok(Math.max(...sizes.slice(1, -2)) < 70, String(sizes));
      assert.ok(ckan.searches.length < sizes.length / 2, `${String(ckan.searches.length)} requests`);
    });

  it('are whole, and asked for as objects where records are missing, until a null shows that lists have them', async () => {
    const { ckan, from } = setUp(undefined, '2.8');
    assert.deepEqual((await sizesOf(from())).ids, range(1, COUNT + 1));
    assert.ok(ckan.searches.some((body) => body.includes('"lists"')));
  });

  it('are lists to the end where no record has a null', async () => {
    const { ckan, from } = setUp(undefined, '2.11', texts(COUNT, 4000));
    const { ids, sizes } = await sizesOf(from());
    assert.deepEqual(ids, range(1, COUNT + 1));
    assert.ok(ckan.searches.slice(1).every((body) => body.includes('"lists"')));
    assert.ok(sizes.length <= ckan.searches.length, 'and whole');
  });

  for (const version of ['2.11', '2.12'] as const)
    it(`tie to the page before on CKAN ${version} where a slice has one record alone`, async () => {
      const { ckan, from } = setUp(undefined, version, {
        ...wide,
        rows: Array.from({ length: 130 }, (_, at): RecordRow => [at % 9 === 0 ? null : 'x'.repeat(250_000)]),
      });
      assert.deepEqual((await sizesOf(from())).ids, range(1, 131));
      assert.ok(ckan.searches.length < 25, `${String(ckan.searches.length)} requests`);
    });

  it('are larger where they have an offset, and no request is in vain', async () => {
    const { ckan, from } = setUp();
    await sizesOf(from());
    const windows = ckan.searches.slice(1).map((body) => JSON.parse(body) as { offset: number; limit: number });
    const ends = windows.map(({ offset, limit }) => offset + limit);
    assert.deepEqual(
      windows.slice(1).map(({ offset }) => offset + 1),
      ends.slice(0, -1),
    );
    const [usual = 0, large = 0] = windows.map(({ limit }) => limit);
    assert.ok(large > 1.5 * usual, `${String(usual)}, then ${String(large)}`);
  });

  it('have the notices of each slice where they are joined', async () => {
    const facts = { ended: false, hasNewFields: false, lossyText: false, limit: 2, size: 5, elapsedMs: 1, host: 'h' };
    const last = { ...facts, rows: [[2]], limit: 1, leftOutFields: false };
    const rest = () => Promise.resolve(last);
    const whole = await wholeStep({ ...facts, rows: [[1]], leftOutFields: true, mayNotMatch: true, rest });
    const notices = { leftOutFields: true, mayNotMatch: true };
    assert.deepEqual(whole, { ...facts, rows: [[1], [2]], size: 10, ...notices });
  });

  for (const limit of [101, 250, 333, 700])
    it(`end at the limit of ${String(limit)} records that people gave`, async () => {
      assert.deepEqual((await sizesOf(setUp().from({ limit }))).ids, range(1, limit + 1));
    });

  it('go on after any slice when an export is resumed', async () => {
    const states: ResumeState[] = [];
    for await (const { state } of setUp().from()) if (state !== undefined) states.push(state);
    assert.ok(states.length > 15);
    for (const from of states.filter((_, at) => at % 6 === 0)) {
      const { ids } = await sizesOf(setUp().from({}, { from }));
      assert.deepEqual(ids, range(from.records + 1, COUNT + 1));
    }
  });

  it('are asked for again by offset where the records of a slice come in no order', async () => {
    // The records of one page are turned around behind its first slice.
    let turned = 0;
    const { from } = setUp((body, honest) => {
      const { offset = 0 } = JSON.parse(body) as { offset?: number };
      if (turned > 0 || offset < 200) return honest;
      turned += 1;
      const turn = tamper((result) => {
        const lists = listsOf(result);
        return { ...result, records: [...lists.slice(0, 150), ...lists.slice(150).toReversed()] };
      });
      return turn({ action: 'datastore_search', body } as never, honest, 0) as FakeAnswer;
    });
    assert.deepEqual((await sizesOf(from())).ids, range(1, COUNT + 1));
    assert.equal(turned, 1);
  });

  it('break where the text of a later slice does, and keep the records before it', async () => {
    let broken = 0;
    const { from } = setUp((body, honest) => {
      if (!body.includes('"lists"') || honest.text.length < 700_000) return honest;
      broken += 1;
      const at = honest.text.lastIndexOf('xxx],[');
      return { ...honest, text: `${honest.text.slice(0, at)}xxx] [${honest.text.slice(at + 6)}` };
    });
    const ids: unknown[] = [];
    const all = async () => {
      for await (const { rows } of from()) ids.push(...idsOf(rows));
    };
    await assert.rejects(all(), { name: 'DatastoreError', kind: 'notJson' });
    assert.ok(broken > 0 && ids.length > 100, String(ids.length));
    assert.deepEqual(ids, range(1, ids.length + 1));
  });
});
