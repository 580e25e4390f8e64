/** Which records a field's statistics are counted over, before anybody asks for all of them. */
import assert from 'node:assert/strict';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { Dialect } from '../../../src/datastore/dialect/dialect.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { answerStatistics } from '../../../src/records/statisticsAnswer.ts';
import { FakeCkan } from '../../support/fakeCkan.ts';
import { exchangeWith } from '../../support/fakeExchange.ts';

const { signal } = new AbortController();
const asked = { field: 0, ofAll: false, onRead: () => undefined };

async function explored(isEmbedded: boolean) {
  const rows = Array.from({ length: 2500 }, (_, index) => [index % 7, `item ${String(index)}`]);
  const fields = [
    { id: 'stage', type: 'int4' },
    { id: 'name', type: 'text' },
  ];
  const host = isEmbedded ? '127.0.0.1' : 'ckan.test';
  const client = new DatastoreClient({
    exchange: exchangeWith({ [host]: new FakeCkan({ resources: { r: { fields, rows } } }) }),
    access: () => Promise.resolve({ baseUrl: `http://${host}` }),
    dialect: new Dialect({ isEmbedded }),
  });
  const query = { resourceId: 'r' };
  return { client, query, result: await ResultSet.open(client, query, signal) };
}

describe('statistics of a field, at once', () => {
  it('are of all records of a local file', async () => {
    const found = await answerStatistics(await explored(true), asked, signal);
    assert.partialDeepStrictEqual(found, { isAll: true, records: 2500 });
  });

  it('are of the loaded ones while it is still loading', async () => {
    const isWhole = Promise.resolve(true);
    const partial = { name: 'a.csv', records: 2500, fraction: 0.5, isWhole };
    const found = await answerStatistics({ ...(await explored(true)), partial }, asked, signal);
    assert.partialDeepStrictEqual(found, { isAll: false, isFirst: true, records: 100 });
  });

  it('are of the loaded ones of a portal, which are its first unless people went further', async () => {
    const shown = await explored(false);
    const first = await answerStatistics(shown, asked, signal);
    assert.partialDeepStrictEqual(first, { isAll: false, isFirst: true, records: 100, total: 2500 });
    await shown.result.rows(2000, 2100, signal);
    const apart = await answerStatistics(shown, asked, signal);
    assert.equal(apart.isFirst, undefined);
    assert.equal(apart.records, 600);
  });
});
