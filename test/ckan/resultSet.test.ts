// Whole runs against a real CKAN: how many requests they take, what these hold, and that no record is lost between them.
import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { reading } from '../support/journeys/grid/readings.ts';
import { ResultSet } from '../../src/datastore/result/resultSet.ts';
import { JsonWriter } from '../../src/export/jsonWriter.ts';
import { allRecords } from '../../src/export/records.ts';
import type { RecordRow } from '../../src/base/cells.ts';
import { clientOf, digits, useExchange } from './client.ts';
import { readFixture } from './fixture.ts';
import { RecordingProxy } from './recordingProxy.ts';
import { digitsOf, READING_COUNT, SUBJECT_COUNT } from '../support/journeys/subjects.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';

/** CKAN's `ckan.datastore.search.rows_max`: a higher limit is lowered without a word. */
const CAP = 32_000;

const fixture = readFixture();
const never = new AbortController().signal;

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** `_id` comes first in every resource. */
const idsOf = (rows: readonly RecordRow[]): readonly unknown[] => rows.map(([id]) => id);

describe('Runs on a real CKAN', () => {
  const exchange = useExchange();
  const proxy = new RecordingProxy(fixture.baseUrl);
  let baseUrl = '';

  before(async () => {
    baseUrl = await proxy.start();
  });
  beforeEach(() => proxy.requests.splice(0));
  after(() => proxy.stop());

  const open = (query: DatastoreQuery): Promise<ResultSet> => ResultSet.open(clientOf(exchange, baseUrl), query, never);

  const bodies = (): readonly Record<string, unknown>[] =>
    proxy.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

  async function exported(query: DatastoreQuery): Promise<readonly RecordRow[]> {
    const rows: RecordRow[] = [];
    for await (const batch of allRecords(clientOf(exchange, baseUrl), query, never)) rows.push(...batch.rows);
    return rows;
  }

  const fitting: readonly { readonly query: Omit<DatastoreQuery, 'resourceId'>; readonly body: string }[] = [
    { query: { limit: 1000 }, body: '{"resource_id":"ID","limit":1000}' },
    {
      query: { q: 'pianoforte', filters: conditionsOf('{"stage":["primary","college"]}'), limit: 20 },
      body: '{"resource_id":"ID","q":"pianoforte","filters":{"stage":["primary","college"]},"limit":20}',
    },
    { query: { limit: CAP }, body: `{"resource_id":"ID","limit":${CAP}}` },
  ];
  for (const { query, body } of fitting)
    it(`one request with these members only, when the limit fits: ${body}`, async () => {
      const result = await open({ resourceId: fixture.subjects, ...query });
      const rows = await result.rows(0, result.rowCount, never);
      assert.equal(rows.length, result.rowCount);
      assert.ok(rows.length > 0);
      assert.deepEqual(
        proxy.requests.map((request) => request.body.replace(fixture.subjects, 'ID')),
        [body],
      );
    });

  it('an empty limit is left out and means everything that matches, window by window', async () => {
    const result = await open({ resourceId: fixture.subjects, filters: conditionsOf('{"stage":"college"}') });
    assert.deepEqual(result.count, { value: Math.ceil((SUBJECT_COUNT - 1) / 3), kind: 'exact' });
    assert.equal(result.rowCount, result.count.value);
    assert.equal(result.order, 'total');
    const end = await result.rows(result.rowCount - 3, result.rowCount, never);
    // Records 2, 5, 8, … are of stage college.
    assert.deepEqual(idsOf(end), [1244, 1247, 1250]);
    const [first, ...later] = bodies();
    assert.deepEqual(first, { resource_id: fixture.subjects, filters: { stage: 'college' } });
    assert.ok(later.length > 0);
    for (const body of later) assert.equal(body['include_total'], false, 'the total is asked for once');
  });

  it('a limit above CKAN’s cap is answered in pages, to the last record', async () => {
    const result = await open({ resourceId: fixture.readings, limit: READING_COUNT });
    assert.deepEqual(bodies(), [{ resource_id: fixture.readings, limit: READING_COUNT }]);
    assert.equal(result.rowCount, READING_COUNT);
    const end = await result.rows(CAP - 2, READING_COUNT, never);
    assert.deepEqual(idsOf(end), range(CAP - 1, READING_COUNT));
  });

  it('a search comes by rank, which is no order to page by: its continuation is sorted by _id', async () => {
    const result = await open({ resourceId: fixture.subjects, q: 'college' });
    assert.equal(result.order, 'unstable');
    assert.ok(result.continuation);
    const whole = await open(result.continuation);
    const rows = await whole.rows(0, whole.rowCount, never);
    assert.equal(whole.order, 'total');
    assert.deepEqual(
      idsOf(rows),
      range(1, SUBJECT_COUNT).filter((n) => n % 3 === 2),
    );
  });

  it('an export without a limit brings every record once', async () => {
    const rows = await exported({ resourceId: fixture.readings });
    assert.deepEqual(idsOf(rows), range(1, READING_COUNT));
    const last = rows.at(-1)!;
    assert.deepEqual([last[1], last[2], digits(last[3]), last[4]], Object.values(reading(READING_COUNT)));
    assert.equal('limit' in bodies()[0]!, false);
  });

  it('an export with a limit above the cap brings exactly that many', async () => {
    const rows = await exported({ resourceId: fixture.readings, limit: CAP + 500 });
    assert.deepEqual(idsOf(rows), range(1, CAP + 500));
  });

  it('an export of a search brings every match once', async () => {
    const rows = await exported({ resourceId: fixture.subjects, q: 'music' });
    assert.deepEqual(
      idsOf(rows).toSorted((a, b) => Number(a) - Number(b)),
      range(1, SUBJECT_COUNT).filter((n) => n % 5 === 4),
    );
  });

  it('an export as JSON keeps every digit', async () => {
    const writer = new JsonWriter();
    const texts: string[] = [];
    for await (const { fields, rows } of allRecords(
      clientOf(exchange, baseUrl),
      { resourceId: fixture.subjects, limit: 2 },
      never,
    )) {
      if (texts.length === 0) texts.push(writer.begin(fields));
      texts.push(writer.rows(rows));
    }
    const json = [...texts, writer.end()].join('');
    for (const n of [1, 2]) {
      const { code, hours, weight } = digitsOf(n);
      for (const member of [`"code": ${code}`, `"hours, weekly": ${hours}`, `"weight": ${weight}`])
        assert.ok(json.includes(`${member},\n`), `${member} in ${json}`);
    }
  });
});
