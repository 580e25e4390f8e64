// What a check says of records that break an expectation: on CKAN by reading them, on our own service by counting.
import assert from 'node:assert/strict';
import * as v from 'valibot';
import { parseExact } from '../../../../src/base/exactJson.ts';
import type { RecordRow } from '../../../../src/base/cells.ts';
import type { DatastoreClient } from '../../../../src/datastore/client/client.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { checkExpectations } from '../../../../src/document/check/checkExpectations.ts';
import { findingText } from '../../../../src/document/check/checkResult.ts';
import { expectationLabel } from '../../../../src/document/check/expectation.ts';
import { Expectations } from '../../../../src/document/check/expectations.ts';
import { TestDatastore } from '../../../service/datastore.ts';
import { FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';

const { signal } = new AbortController();
const NOW = new Date('2026-11-29T12:00:00Z');

const FIELDS = [
  { id: 'id', type: 'numeric' },
  { id: 'city', type: 'text' },
  { id: 'amount', type: 'numeric' },
  { id: 'day', type: 'date' },
];
const ROWS = [
  ['1', 'Bern', '10.50', '2026-01-31'],
  ['2', 'Basel', '9007199254740993.1', '2026-02-28'],
  ['2', '', '-0.01', '2025-12-31'],
  ['4', 'Bern', '', ''],
];

type Answer = Readonly<Record<string, string>>;

async function check(client: DatastoreClient, query: DatastoreQuery, json: string): Promise<Answer> {
  const expect = v.parse(Expectations, parseExact(json));
  const results = await checkExpectations(client, query, expect, { now: NOW }, signal);
  return Object.fromEntries(
    results.map(({ expectation, finding }) => [
      expectationLabel(expectation),
      finding === undefined ? 'holds' : findingText(finding),
    ]),
  );
}

/** Cases with the answer of both servers, or of CKAN and of our own service where these know different things. */
const CASES: readonly (readonly [json: string, answer: Answer, own?: Answer])[] = [
  ['{"records": {"min": 4, "max": 4}}', { 'records: min 4, max 4': 'holds' }],
  ['{"records": {"min": 5}}', { 'records: min 5': 'There are 4 matching records. At least 5 are expected.' }],
  ['{"records": {"max": 3}}', { 'records: max 3': 'There are 4 matching records. At most 3 are expected.' }],
  [
    '{"fields": {"id": "decimal", "city": "text", "name": "text", "amount": "text"}}',
    {
      'fields: id decimal': 'holds',
      'fields: city text': 'holds',
      'fields: name text': 'The field name is missing. The fields are: _id, id, city, amount, day.',
      'fields: amount text': 'The field amount has the type numeric. Expected: text.',
    },
  ],
  [
    '{"unique": ["id"]}',
    { 'unique: id': 'id repeats another record in 1 of 4 records, for example 2. Each value is expected once.' },
    { 'unique: id': 'id is 2 in 2 of 4 records. Each value is expected once.' },
  ],
  ['{"unique": ["id", "city"]}', { 'unique: id, city': 'holds' }],
  [
    '{"notNull": ["id", "city", "amount"]}',
    {
      'notNull: id': 'holds',
      'notNull: city': 'city is empty in 1 of 4 records, the first one with _id 3. A value is expected in each.',
      'notNull: amount': 'amount is empty in 1 of 4 records, the first one with _id 4. A value is expected in each.',
    },
  ],
  [
    '{"oneOf": {"city": ["Bern"], "id": [1, 2.0, "4", "x"], "amount": [10.5, 9007199254740993.10, -0.01]}}',
    {
      'oneOf: city Bern': 'city has an unexpected value in 1 of 4 records, for example "Basel".',
      'oneOf: id 1, 2.0, 4, x': 'holds',
      'oneOf: amount 10.5, 9007199254740993.10, -0.01': 'holds',
    },
  ],
  [
    '{"range": {"amount": {"min": 0, "max": 9007199254740993}, "day": {"min": "2026-01-01", "max": "2026-02-28T00:00"}, "city": {"min": 0}}}',
    {
      'range: amount min 0, max 9007199254740993': 'amount is less than 0 in 1 of 4 records, for example -0.01.',
      'range: day min 2026-01-01, max 2026-02-28T00:00':
        'day is less than "2026-01-01" in 1 of 4 records, for example "2025-12-31".',
      'range: city min 0': 'The field city has the type text, whose values have no range from or to 0.',
    },
  ],
  [
    '{"range": {"amount": {"max": 9007199254740993.0}}}',
    {
      'range: amount max 9007199254740993.0':
        'amount is greater than 9007199254740993.0 in 1 of 4 records, for example 9007199254740993.1.',
    },
  ],
  ['{"range": {"amount": {"max": 9007199254740993.1}}}', { 'range: amount max 9007199254740993.1': 'holds' }],
];

describe('a check of expectations', function () {
  this.timeout(40_000);

  const rows = ROWS.map(([id = '', city = '', amount = '', day = '']): RecordRow => {
    const number = (text: string) => (text === '' ? null : parseExact(text));
    return [number(id), city, number(amount), day === '' ? null : day];
  });
  const modified = '2026-10-29T12:00:00.123';
  const clients = new Map<string, { readonly client: DatastoreClient; readonly resourceId: string }>();
  let datastore: TestDatastore;
  before(async () => {
    const content = ['id,city,amount,day', ...ROWS.map((row) => row.join(','))].join('\n');
    datastore = await TestDatastore.open({ cases: { content: `${content}\n` } });
    clients.set('our own service', { client: datastore.client, resourceId: datastore.id('cases') });
    for (const version of ['2.10', '2.11', '2.12'] as const) {
      const ckan = new FakeCkan({ version, resources: { r: { fields: FIELDS, rows, modified } } });
      clients.set(`CKAN ${version}`, { client: clientOf(ckan), resourceId: 'r' });
    }
  });
  after(() => datastore.close());

  for (const name of ['CKAN 2.10', 'CKAN 2.11', 'CKAN 2.12', 'our own service'])
    for (const [json, answer, own = answer] of CASES)
      it(`says what differs, on ${name}: ${json.slice(0, 60)}`, async () => {
        const { client, resourceId } = clients.get(name)!;
        assert.deepEqual(await check(client, { resourceId }, json), name === 'our own service' ? own : answer);
      });

  it('judges the records that match, whichever of them the query shows', async () => {
    for (const { client, resourceId } of clients.values()) {
      const query = {
        ...{ resourceId, filters: conditionsOf('{"city": "Bern"}'), fields: ['id'], limit: 1 },
        summary: { groups: [{ field: 'city' }], measures: [{ calculate: 'count' as const }] },
      };
      const json = '{"records": {"max": 2}, "unique": ["id"], "notNull": ["city"], "oneOf": {"city": ["Bern"]}}';
      assert.deepEqual(new Set(Object.values(await check(client, query, json))), new Set(['holds']));
    }
  });

  it('names a field that the query uses and that is missing, and says what that keeps it from', async () => {
    for (const { client, resourceId } of clients.values()) {
      const query = { resourceId, filters: conditionsOf('{"town": "Bern"}') };
      assert.deepEqual(await check(client, query, '{"fields": {"id": "numeric"}, "notNull": ["id"]}'), {
        'fields: id numeric': 'holds',
        'notNull: id': 'The query uses the field town, which is missing. The fields are: _id, id, city, amount, day.',
      });
    }
  });

  it('says when the records were last changed', async () => {
    const { client } = clients.get('CKAN 2.11')!;
    const ages: readonly (readonly [duration: string, answer: string])[] = [
      ['P1M', 'holds'],
      ['P31D', 'holds'],
      ['P30D', 'The records were last changed on 2026-10-29. A change within P30D is expected.'],
      ['PT743H', 'The records were last changed on 2026-10-29. A change within PT743H is expected.'],
      ['P1Y', 'holds'],
    ];
    for (const [duration, answer] of ages)
      assert.deepEqual(await check(client, { resourceId: 'r' }, `{"updatedWithin": "${duration}"}`), {
        [`updatedWithin: ${duration}`]: answer,
      });
  });

  it('says that it checked nothing where a portal tells no date, or there are too many records to read', async () => {
    const ckan = new FakeCkan({ resources: { r: { fields: FIELDS, rows } } });
    const expect = v.parse(Expectations, { updatedWithin: 'P1D', unique: ['id'] });
    const options = { now: NOW, mostRead: 3 };
    const results = await checkExpectations(clientOf(ckan), { resourceId: 'r' }, expect, options, signal);
    assert.deepEqual(
      results.map(({ finding }) => finding && [finding.outcome, findingText(finding)]),
      [
        ['unchecked', "Not checked: ckan.test can't answer this, and more than 3 records match, too many to read."],
        ['unchecked', "Not checked: ckan.test doesn't say when the records were last changed."],
      ],
    );
  });

  it('leads to the records that break an expectation', async () => {
    for (const { client, resourceId } of clients.values()) {
      const json = '{"unique": ["id"], "oneOf": {"city": ["Bern"]}, "range": {"amount": {"min": 0}}}';
      const expect = v.parse(Expectations, parseExact(json));
      const results = await checkExpectations(client, { resourceId }, expect, { now: NOW }, signal);
      const counts = await Promise.all(
        results.map(async ({ finding }) => finding?.offending && (await client.count(finding.offending, signal))),
      );
      assert.deepEqual(counts, [2, 1, 1]);
    }
  });
});
