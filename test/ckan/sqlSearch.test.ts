// What only SQL has words for, asked of a real CKAN that answers SQL, as PostgreSQL understands it (docs/ckan.md 24, 50).
import assert from 'node:assert/strict';
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { DatastoreError } from '../../src/datastore/wire/errors.ts';
import { neededStatement } from '../../src/datastore/client/sqlSearch.ts';
import { LearnedDialect } from '../../src/datastore/dialect/learnedDialect.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { allRecords } from '../../src/export/records.ts';
import { useExchange } from './client.ts';
import { readFixture } from './fixture.ts';
import { RecordingProxy } from './recordingProxy.ts';
import { digitsOf, SUBJECT_COUNT, subjectRecord } from '../support/journeys/subjects.ts';

const { subjects: resourceId, readings, baseUrl, version } = readFixture();
/** CKAN 2.12 writes statements anew, and takes `:name` for a parameter however it is spelled (docs/ckan.md 55). */
const COLONS = version === '2.12.0' ? '' : `"' :x", ":name", `;
const signal = new AbortController().signal;

type Subject = ReturnType<typeof subjectRecord>;

function idsWhere(rule: (record: Subject, n: number) => boolean): readonly number[] {
  const all = Array.from({ length: SUBJECT_COUNT }, (_, index) => index + 1);
  return all.filter((n) => rule(subjectRecord(n), n));
}

describe('what only SQL can say, asked of a real CKAN', () => {
  const exchange = useExchange();
  const proxy = new RecordingProxy(baseUrl);
  let address = '';
  before(async () => {
    address = await proxy.start();
  });
  beforeEach(() => proxy.requests.splice(0));
  after(() => proxy.stop());

  /** `allows`: people let it be asked by SQL. */
  const clientOf = (allows = true) =>
    new DatastoreClient({
      exchange,
      access: () => Promise.resolve({ baseUrl: address }),
      dialect: new LearnedDialect({ facts: { ranges: false }, allowsSql: () => allows }),
    });

  const hasPiano = ({ note }: Subject) => note?.includes('pianoforte') === true;
  const big = digitsOf(3).code;
  const conditions: [filters: string, rule: (record: Subject, n: number) => boolean][] = [
    ['{"note": {"empty": true}}', ({ note }) => note === null || note === ''],
    ['{"note": {"empty": false}}', ({ note }) => note !== null && note !== ''],
    ['{"subject": {"not": ["music", "history"]}}', ({ subject }) => !['music', 'history'].includes(subject ?? '')],
    ['{"note": {"not": [""]}}', ({ note }) => note !== ''],
    ['{"note": {"not": [null, ""]}}', ({ note }) => note !== null && note !== ''],
    ['{"note": null}', ({ note }) => note === null],
    ['{"note": ["", null]}', ({ note }) => note === null || note === ''],
    [`{"code": {"not": ${big}}}`, (_, n) => n !== 3],
    [`{"code": {"not": "${big}"}}`, (_, n) => n !== 3],
    [`{"code": {"gte": ${big}, "lte": ${digitsOf(5).code}}}`, (_, n) => n >= 3 && n <= 5],
    ['{"weight": {"gte": 10.0, "lte": 12}}', (_, n) => n >= 10 && n <= 12],
    ['{"weight": {"gt": 10.0, "lt": 12}}', (_, n) => n === 11],
    ['{"note": {"startsWith": "lesson 2"}}', ({ note }) => note?.startsWith('Lesson 2') === true],
    ['{"note": {"notContains": "pianoforte"}}', (record) => !hasPiano(record)],
    ['{"hours, weekly": {"gte": "39.5"}}', (_, n) => n % 40 === 39],
    ['{"began": {"gte": "2024-01-28"}}', (_, n) => n % 28 === 27],
    ['{"began": {"not": ["2024-01-02T08:30:00"]}}', (_, n) => n % 28 !== 1],
    [
      String.raw`{"note": {"not": [${COLONS}"\\'", "#", "\\", "a;b -- /*", "%s", "Lesson 2 with pianoforte"]}}`,
      (_, n) => n !== 2,
    ],
  ];
  for (const [filters, rule] of conditions)
    it(`finds ${filters}, wholly and in the order of _id`, async () => {
      const query = { resourceId, filters: conditionsOf(filters) };
      const ids: unknown[] = [];
      for await (const { rows } of allRecords(clientOf(), query, signal)) ids.push(...rows.map(([id]) => id));
      assert.deepEqual(ids, idsWhere(rule));
      const page = await clientOf().search({ ...query, limit: 1 }, undefined, signal);
      assert.equal(page.total, ids.length);
    });

  const searches: [query: Omit<DatastoreQuery, 'resourceId'>, rule: (record: Subject) => boolean][] = [
    [{ q: 'pianoforte' }, hasPiano],
    [{ q: 'pianof', qMode: 'startsWith' }, hasPiano],
    [{ q: 'pianoforte', qField: 'note' }, hasPiano],
    [{ q: 'pianoforte | art', qMode: 'expression', qField: 'note' }, hasPiano],
    [{ q: 'pianoforte', qField: 'subject' }, () => false],
  ];
  for (const [search, rule] of searches)
    it(`beside the search ${JSON.stringify(search)}`, async () => {
      const filters = conditionsOf('{"stage": {"not": ["college"]}}');
      const page = await clientOf().search({ resourceId, ...search, filters, limit: 1000 }, undefined, signal);
      assert.deepEqual(
        page.rows.map(([id]) => id),
        idsWhere((record) => rule(record) && record.stage !== 'college'),
      );
    });

  it('sorts, chooses fields and keeps the digits as a search does', async () => {
    const query: DatastoreQuery = {
      resourceId,
      filters: conditionsOf('{"weight": {"lte": 4}, "subject": {"not": ["music"]}}'),
      fields: ['code', 'weight'],
      sort: [
        { field: 'stage', descending: true },
        { field: 'weight', descending: true },
      ],
    };
    const client = clientOf();
    const byTheirOwn = await client.search({ ...query, filters: conditionsOf('{"_id": [2, 3]}') }, undefined, signal);
    const page = await client.search(query, undefined, signal);
    assert.deepEqual(page.fields, byTheirOwn.fields);
    const expected = idsWhere(({ subject }, n) => n >= 2 && n <= 4 && subject !== 'music');
    assert.equal(page.rows.length, expected.length);
    assert.deepEqual(page.rows.slice().sort(), byTheirOwn.rows.slice().sort());
  });

  it('gives every record of 100,000 once, however few come at a time', async () => {
    const filters = conditionsOf('{"_id": {"not": [5]}}');
    const seen = new Set<unknown>();
    for await (const { rows } of allRecords(clientOf(), { resourceId: readings, filters }, signal))
      for (const [id] of rows) seen.add(id);
    assert.equal(seen.size, 99_999);
    const sizes = proxy.requests.filter(({ path }) => path.endsWith('_sql')).length;
    assert.ok(sizes >= 4, 'pages of at most 32,000');
  });

  it('asks the very statement of the preview first, and none where people don’t let it', async () => {
    const query = { resourceId, filters: conditionsOf('{"note": {"empty": true}}'), limit: 3 };
    const client = clientOf();
    const fields = await client.fields(resourceId, signal);
    proxy.requests.splice(0);
    await client.search(query, undefined, signal);
    const sql = neededStatement(query, fields, client.dialect);
    assert.deepEqual(JSON.parse(proxy.requests[0]!.body), { sql });
    proxy.requests.splice(0);
    const refused = clientOf(false).search(query, undefined, signal);
    await assert.rejects(refused, { name: 'DatastoreError', kind: 'sqlNotAllowed' });
    assert.deepEqual(proxy.requests, []);
  });

  it('says that a value which the field can’t have is refused', async () => {
    const filters = conditionsOf('{"code": {"not": ["many"]}}');
    const error = await clientOf()
      .search({ resourceId, filters }, undefined, signal)
      .catch((reason: unknown) => reason);
    assert.ok(error instanceof DatastoreError);
    // A failure of the server, where CKAN doesn't expect it of PostgreSQL.
    assert.ok(['validation', 'server'].includes(error.kind), error.kind);
  });
});
