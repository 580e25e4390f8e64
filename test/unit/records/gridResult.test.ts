import assert from 'node:assert/strict';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { gridResult, type ShownResult, statusText } from '../../../src/records/gridResult.ts';
import { RecordFinder } from '../../../src/records/recordFinder.ts';
import { NO_QUESTION } from '../../../src/webview/panel/question/questionKeys.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { exchangeWith } from '../../support/fakes/fakeExchange.ts';

const { signal } = new AbortController();

async function shown(): Promise<ShownResult> {
  const fields = [{ id: 'stage', type: 'int4' }];
  const ckan = new FakeCkan({ resources: { r: { fields, rows: [[1], [2]] } } });
  const client = new DatastoreClient({
    exchange: exchangeWith({ 'ckan.test': ckan }),
    access: () => Promise.resolve({ baseUrl: 'http://ckan.test' }),
    dialect: new LearnedDialect({}),
  });
  const query = { resourceId: 'r' };
  const result = await ResultSet.open(client, query, signal);
  return {
    ...{ client, query, result, generation: 1, finder: new RecordFinder(result), head: [], label: 'Lessons' },
    names: { resource: 'Lessons', server: 'ckan.test' },
    layout: () => undefined,
    saved: { version: 1, portalId: 'p', resourceId: 'r', query: '' },
    ...{ isContinuation: false, isLocal: false, question: NO_QUESTION },
  };
}

describe('The records of a result in the status line', () => {
  const facts = { rowCountIsFinal: true, elapsedMs: 82, isCounting: false };
  const exact = (value: number) => ({ kind: 'exact', value }) as const;
  const about = (value: number) => ({ kind: 'estimated', value }) as const;
  const unknown = (value: number) => ({ kind: 'unknown', value }) as const;
  for (const [rowCount, count, text] of [
    [12_501, exact(12_501), '12,501 matching records'],
    [1, exact(1), '1 matching record'],
    [0, exact(0), '0 matching records'],
    [100, exact(12_501), '100 of 12,501 matching records'],
    [200_000, about(200_000), 'about 200,000 records'],
    [500, about(200_000), '500 of about 200,000 records'],
    [7, unknown(7), '7 records'],
  ] as const)
    it(`${text} (${count.kind})`, () => assert.equal(statusText({ ...facts, rowCount, count }), `${text} · 82 ms`));

  it('says how many there are so far while the end is unknown', () => {
    const result = { ...facts, rowCountIsFinal: false, rowCount: 300, count: unknown(200) };
    assert.equal(statusText(result), '200 records so far · 82 ms');
    assert.equal(
      statusText({ ...result, isCounting: true }),
      '200 records or more, counting… · 82 ms',
      'the total has its own request',
    );
  });
});

describe('A result for the grid', () => {
  it('says whether the file is still loading', async () => {
    const result = await shown();
    const partial = { name: 'a.csv', records: 2, fraction: 0.5, isWhole: Promise.resolve(true) };
    assert.equal(gridResult(result).isPartial, undefined);
    assert.equal(gridResult({ ...result, partial }).isPartial, true);
  });
});
