// Whether a server counts the records that break expectations, or all are read, a check says the same.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { parseExact } from '../../../../src/base/exactJson.ts';
import { typedValue } from '../../../../src/base/cells.ts';
import type { DatastoreClient } from '../../../../src/datastore/client/client.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import { checkExpectations } from '../../../../src/document/check/checkExpectations.ts';
import { expectationLabel } from '../../../../src/document/check/expectation.ts';
import { Expectations } from '../../../../src/document/check/expectations.ts';
import { allRecords } from '../../../../src/export/records.ts';
import { TestDatastore } from '../../../service/datastore.ts';
import { FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';
import { isFull } from '../../../support/results/full.ts';

const { signal } = new AbortController();
const POOLS = {
  key: ['1', '2', '3', '9007199254740993', '9007199254740992'],
  city: ['Bern', 'bern', 'Bern ', '', 'a"b', '1'],
  amount: ['0', '-0.01', '1.50', '1.5', '9007199254740993.1', ''],
  day: ['2026-01-01', '2026-12-31', '0999-05-05', ''],
};
type Name = keyof typeof POOLS;
const NAMES = Object.keys(POOLS) as Name[];

const jsonOf = (name: Name, text: string): string =>
  name === 'city' || name === 'day' ? JSON.stringify(text) : text === '' ? 'null' : text;
const values = (name: Name) => fc.subarray(POOLS[name]).map((texts) => texts.map((text) => jsonOf(name, text)));
const end = (name: 'amount' | 'day') => fc.constantFrom(...POOLS[name].filter((text) => text !== ''));
const expectation = fc.record({
  unique: fc.subarray(NAMES, { minLength: 1 }).map((names) => JSON.stringify(names)),
  notNull: fc.subarray(NAMES).map((names) => JSON.stringify(names)),
  oneOf: fc
    .tuple(values('city'), values('amount'), values('key'))
    .map(([city, amount, key]) => `{"city":[${city.join()}],"amount":[${amount.join()}],"key":[${key.join()}]}`),
  range: fc
    .tuple(end('amount'), end('amount'), end('day'))
    .map(([min, max, day]) => `{"amount":{"min":${min},"max":${max}},"day":{"max":"${day}"}}`),
});

describe('a check that counts', function () {
  this.timeout(120_000);

  let datastore: TestDatastore;
  let reading: DatastoreClient;
  before(async () => {
    const lines = Array.from({ length: 40 }, (_, at) =>
      NAMES.map((name, place) => {
        const pool = POOLS[name];
        return `"${(pool[(at * (place + 3) + (at >> 2)) % pool.length] ?? '').replaceAll('"', '""')}"`;
      }).join(','),
    );
    datastore = await TestDatastore.open({ cases: { content: [NAMES.join(','), ...lines, ''].join('\n') } });
    const fields = (await datastore.client.fields(datastore.id('cases'), signal)).filter(({ id }) => id !== '_id');
    const rows = [];
    for await (const batch of allRecords(datastore.client, { resourceId: datastore.id('cases') }, signal))
      rows.push(...batch.rows.map((row) => row.slice(1).map(typedValue)));
    reading = clientOf(new FakeCkan({ version: '2.11', resources: { r: { fields, rows } } }));
  });
  after(() => datastore.close());

  it('says the same as one that reads all records', async () => {
    await fc.assert(
      fc.asyncProperty(
        expectation,
        fc.constantFrom('{}', '{"city":"Bern"}', '{"key":[1,2]}'),
        async (parts, filters) => {
          const json = Object.entries(parts).map(([name, part]) => `"${name}":${part}`);
          const expect = v.parse(Expectations, parseExact(`{${json.join(',')}}`));
          const outcomes = async (client: DatastoreClient, resourceId: string) => {
            const query = { resourceId, ...(filters !== '{}' && { filters: conditionsOf(filters) }) };
            const results = await checkExpectations(client, query, expect, { now: new Date() }, signal);
            return results.map(({ expectation: each, finding }) => {
              // A key is counted by its most frequent value, and read by the records that repeat any.
              const records = each.kind === 'unique' ? finding !== undefined : finding?.details['records'];
              return [expectationLabel(each), finding?.word === 'notUnique' ? 'repeated' : finding?.word, records];
            });
          };
          assert.deepEqual(await outcomes(datastore.client, datastore.id('cases')), await outcomes(reading, 'r'));
        },
      ),
      { numRuns: isFull ? 500 : 30 },
    );
  });
});
