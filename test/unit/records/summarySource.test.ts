import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import type { SummaryFacts } from '../../../src/datastore/query/summary.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import { USUAL_ROUTE } from '../../../src/datastore/wire/apiRoute.ts';
import { statusText } from '../../../src/records/gridResult.ts';
import { LayoutStore, layoutRef } from '../../../src/records/layoutStore.ts';
import { markdownBlock } from '../../../src/records/selection/textWithSource.ts';
import { computedText, requestText } from '../../../src/records/summarySource.ts';

const QUERY: DatastoreQuery = {
  resourceId: 'r',
  filters: conditionsOf('{"status":"closed"}'),
  summary: { groups: [{ field: 'canton' }], measures: [{ calculate: 'sum', field: 'x' }] },
};
const FACTS: SummaryFacts = { records: 412_880, others: 0, notFinite: 0, tooLong: [] };

function summarized(facts: Partial<SummaryFacts> = {}, more: object = {}) {
  const fields = [
    { id: 'canton', type: 'text' },
    { id: 'sum:x', type: 'float8', isRounded: true },
  ];
  const dialect = { route: USUAL_ROUTE, takesConditions: true };
  const result = { fields, summary: { ...FACTS, ...facts }, rowCount: 7 };
  const names = { resource: 'incidents', server: 'Local files' };
  return { query: QUERY, result, client: { dialect }, names, ...more } as unknown as Parameters<typeof computedText>[0];
}

describe('how a summary was computed', () => {
  it('says over which records, where, and what was left out', () => {
    assert.equal(computedText(summarized()), 'Over 412,880 records · status: closed · Local files · rounded: sum:x');
    const facts = { others: 22, notFinite: 3, tooLong: ['sum:x'], zone: 'Europe/Zurich' };
    assert.equal(
      computedText(summarized(facts, { allRecords: 1_000_000 }), 'Copy of ckan.test from May 3, 2026.'),
      'Over 412,880 of 1,000,000 records · status: closed · Copy of ckan.test from May 3, 2026. · ' +
        'times in Europe/Zurich · 22 more groups in (others) · 3 values left out (NaN, infinity) · ' +
        'sums with too many digits left empty: sum:x · rounded: sum:x',
    );
  });

  it('says that a file is still loading', () => {
    assert.match(computedText(summarized({}, { partial: {} })), /^Over 412,880 loaded records · /);
  });

  it('shows the request to our own service, or the statement of a portal', () => {
    const request = requestText(summarized());
    assert.match(request, /^POST \/api\/action\/x_datastore_summarize\n/);
    assert.match(request, /"summary":\{"groups":\[\{"field":"canton"\}\]/);
    assert.equal(requestText(summarized({ statement: 'SELECT 1' })), 'SELECT 1');
  });

  it('counts groups, also those among the others', () => {
    const facts = {
      rowCount: 7,
      rowCountIsFinal: true,
      count: { kind: 'exact', value: 7 },
      isCounting: false,
    } as const;
    const text = (others: number) => statusText({ ...facts, elapsedMs: 84, summary: { ...FACTS, others } });
    assert.deepEqual([text(0), text(22)], ['7 groups · 84 ms', '28 groups · 84 ms']);
  });
});

describe('a source in a document', () => {
  it('is a block of code that its own text cannot end', () => {
    assert.equal(markdownBlock(['a', 'b ``` c\r\n<b>']), '````text\na\nb ``` c\n<b>\n````\n');
  });
});

describe('the layout of a summary', () => {
  it('is not that of the records', async () => {
    const kept = new Map<string, unknown>();
    const layouts = new LayoutStore({
      get: (key: string) => kept.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    });
    const layout = { places: [], frozen: 1 };
    await layouts.remember(layoutRef('p', QUERY), layout);
    assert.equal(layouts.of(layoutRef('p', { resourceId: 'r' })), undefined);
    assert.deepEqual(layouts.of(layoutRef('p', { ...QUERY, q: 'x' })), layout);
  });
});
