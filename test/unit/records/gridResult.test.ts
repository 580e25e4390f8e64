import assert from 'node:assert/strict';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { Dialect } from '../../../src/datastore/dialect/dialect.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { gridResult, type ShownResult } from '../../../src/records/gridResult.ts';
import { RecordFinder } from '../../../src/records/recordFinder.ts';
import { NO_QUESTION } from '../../../src/webview/panel/questionKeys.ts';
import { FakeCkan } from '../../support/fakeCkan.ts';
import { exchangeWith } from '../../support/fakeExchange.ts';

const { signal } = new AbortController();

async function shown(): Promise<ShownResult> {
  const fields = [{ id: 'stage', type: 'int4' }];
  const ckan = new FakeCkan({ resources: { r: { fields, rows: [[1], [2]] } } });
  const client = new DatastoreClient({
    exchange: exchangeWith({ 'ckan.test': ckan }),
    access: () => Promise.resolve({ baseUrl: 'http://ckan.test' }),
    dialect: new Dialect({}),
  });
  const query = { resourceId: 'r' };
  const result = await ResultSet.open(client, query, signal);
  return {
    ...{ client, query, result, generation: 1, finder: new RecordFinder(result), head: [], label: 'Lessons' },
    names: { resource: 'Lessons', server: 'ckan.test' },
    layout: () => undefined,
    saved: { version: 1, portalId: 'p', resourceId: 'r', query: '' },
    ...{ isContinuation: false, question: NO_QUESTION },
  };
}

describe('A result for the grid', () => {
  it('says whether the file is still loading', async () => {
    const result = await shown();
    const partial = { name: 'a.csv', records: 2, fraction: 0.5, isWhole: Promise.resolve(true) };
    assert.equal(gridResult(result).isPartial, undefined);
    assert.equal(gridResult({ ...result, partial }).isPartial, true);
  });
});
