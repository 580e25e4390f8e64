/** Questions that every engine answers alike, asked of tables that it makes of the same records. */
import assert from 'node:assert/strict';
import { type ExactObject, type ExactValue, isList, member } from '../../../src/base/cells.ts';
import { parseExact, stringifyExact } from '../../../src/base/exactJson.ts';
import { apiDocumentCases } from '../../support/journeys/apiDocumentCases.ts';
import type { AskedServer } from '../../support/drivers/askedServer.ts';
import { SEARCH_CASES, SUMMARIZE_CASES, SUMMARY_CASES } from '../../support/journeys/searchCases.ts';
import { sampleFiles, TestDatastore } from '../datastore.ts';

/** A name, and a type of CKAN's datastore. */
export type ContractColumn = readonly [name: string, type: string];

export interface ContractEngine {
  readonly served: () => AskedServer;
  /** Makes a table of records, whose values are in the order of the columns. The first column is `_id`, the key. */
  readonly create: (
    name: string,
    columns: readonly ContractColumn[],
    records: readonly (readonly ExactValue[])[],
  ) => Promise<void>;
}

const TABLES: Readonly<Record<string, { readonly columns: readonly ContractColumn[]; readonly records: string }>> = {
  items: {
    columns: [
      ['_id', 'int'],
      ['subject', 'text'],
      ['price', 'numeric'],
      ['starts', 'date'],
      ['open', 'bool'],
    ],
    records: `[
      [1, "math", 1.50, "2026-01-01", true],
      [2, "Art & Math", 10.25, "2026-02-12", false],
      [3, null, 2.00, "2026-03-01", true],
      [4, "it's \\"art\\"", null, null, null],
      [5, "science", 100.00, "2026-01-01", false],
      [6, "100%", 2.50, "2026-05-01", true]
    ]`,
  },
  digits: {
    columns: [
      ['_id', 'int'],
      ['value', 'numeric'],
    ],
    records: '[[1, 0.1], [2, 100000000000000000000.1]]',
  },
};

/** A table, a query as JSON, and the `_id`s of the records in their order. */
const CASES: readonly (readonly [table: string, query: string, ids: readonly number[]])[] = [
  ['items', '{}', [1, 2, 3, 4, 5, 6]],
  ['items', '{"filters":{"subject":{"contains":"MATH"}}}', [1, 2]],
  ['items', '{"filters":{"subject":{"contains":"% "}}}', []],
  ['items', '{"filters":{"subject":{"contains":"%"}}}', [6]],
  ['items', '{"filters":{"subject":{"contains":"\\ud800"}}}', []],
  ['items', '{"filters":{"subject":{"not":["math","it\'s \\"art\\""]}}}', [2, 3, 5, 6]],
  ['items', '{"filters":{"subject":{"not":["math",null]}}}', [2, 4, 5, 6]],
  ['items', '{"filters":{"subject":{"empty":true}}}', [3]],
  ['items', '{"filters":{"subject":{"empty":false}}}', [1, 2, 4, 5, 6]],
  ['items', '{"filters":{"price":{"empty":true}}}', [4]],
  ['items', '{"filters":{"price":[1.5,{"null":true}]}}', [1, 4]],
  ['items', '{"filters":{"price":{"null":true}}}', [4]],
  ['items', '{"filters":{"price":null}}', []],
  ['items', '{"filters":{"price":{"gte":2,"lte":11,"not":[2.50]}}}', [2, 3]],
  ['items', '{"filters":{"price":{"gt":2,"lt":10.25}}}', [6]],
  ['items', '{"filters":{"starts":{"not":["2026-01-01"]}}}', [2, 3, 4, 6]],
  ['items', '{"filters":{"starts":{"gt":"2026-02-12"}}}', [3, 6]],
  ['items', '{"filters":{"open":{"not":[true]}}}', [2, 4, 5]],
  ['items', '{"filters":{"subject":{"contains":"art","not":["Art & Math"]},"price":{"null":true}}}', [4]],
  ['items', '{"filters":{"subject":{"startsWith":"art"}}}', [2]],
  ['items', '{"filters":{"subject":{"startsWith":"100%","notContains":"x"}}}', [6]],
  ['items', '{"filters":{"subject":{"contains":"a","not":"math","notContains":"\\""}}}', [2]],
  ['items', '{"filters":{"subject":{"notContains":"math"}}}', [3, 4, 5, 6]],
  ['items', '{"filters":{"$or":[{"subject":{"empty":true}},{"price":{"not":[1.5,2,2.5,100,null]}}]}}', [2, 3]],
  ['items', '{"filters":{"$and":[{"$or":[{"open":true},{"price":100}]},{"_id":{"gt":1}}]}}', [3, 5, 6]],
  ['items', '{"filters":{"_id":{"lte":2.5}}}', [1, 2]],
  // A text may be in any field, but not across two of them.
  ['items', '{"q":"art &"}', [2]],
  ['items', '{"q":"math 1"}', []],
  ['items', '{"q":"true"}', [1, 3, 6]],
  ['items', '{"q":{"subject":"MATH"}}', [1, 2]],
  ['items', '{"q":""}', [1, 2, 3, 4, 5, 6]],
  ['items', '{"q":"a","full_text":"sci"}', [5]],
  ['items', '{"q":"math | science","plain":false,"filters":{"price":{"not":[1.5]}}}', [2, 5]],
  ['items', '{"q":"art & !math","plain":false}', [4]],
  ['items', '{"q":"sci:*","plain":false}', [5]],
  ['items', '{"q":"it <-> s","plain":false}', [4]],
  ['items', '{"q":"it <2> art","plain":false}', [4]],
  ['items', '{"sort":"price"}', [1, 3, 6, 2, 5, 4]],
  ['items', '{"sort":"price desc"}', [4, 5, 2, 6, 3, 1]],
  ['items', '{"sort":"price desc nulls last"}', [5, 2, 6, 3, 1, 4]],
  ['items', '{"sort":"open, starts desc"}', [2, 5, 6, 3, 1, 4]],
  ['items', '{"sort":"open desc nulls last"}', [1, 3, 6, 2, 5, 4]],
  ['items', '{"sort":"starts","offset":1,"limit":3}', [5, 2, 3]],
  ['items', '{"offset":4}', [5, 6]],
  ['items', '{"offset":6}', []],
  ['items', '{"limit":0}', []],
  ['digits', '{"filters":{"value":{"gt":100000000000000000000.05}}}', [2]],
  ['digits', '{"filters":{"value":100000000000000000000.1}}', [2]],
  ['digits', '{"filters":{"value":[0.10,100000000000000000000]}}', [1]],
  ['digits', '{"sort":"value desc"}', [2, 1]],
];

export function engineContract(engine: ContractEngine): void {
  before(async () => {
    for (const [name, { columns, records }] of Object.entries(TABLES))
      await engine.create(name, columns, parseExact(records) as readonly (readonly ExactValue[])[]);
  });

  for (const [table, query, ids] of CASES)
    it(`answers ${query}${table === 'items' ? '' : ` of ${table}`}`, async () => {
      const { status, text, result } = await searched(table, query);
      assert.equal(status, 200, text);
      const records = member(result, 'records');
      assert.deepEqual(isList(records) ? records.map((record) => member(record, '_id')) : records, ids);
    });

  it('counts the records that match, whatever the window', async () => {
    for (const [query, total] of [
      ['{"limit":0}', 6],
      ['{"offset":5}', 6],
      ['{"limit":1,"filters":{"open":true}}', 3],
      ['{"limit":1,"fields":"open","distinct":true}', 3],
      ['{"limit":1,"include_total":false}', undefined],
    ] as const)
      assert.equal(member((await searched('items', query)).result, 'total'), total, query);
  });

  it('returns equal records once', async () => {
    const { result } = await searched('items', '{"fields":"open","distinct":true,"sort":"open desc nulls last"}');
    assert.deepEqual(member(result, 'records'), [{ open: true }, { open: false }, { open: null }]);
  });

  function searched(table: string, query: string) {
    const body = { ...(parseExact(query) as ExactObject), resource_id: engine.served().id(table) };
    return engine.served().post('datastore_search', stringifyExact(body));
  }
}

/**
 * The samples as tables of an engine answer like the files, which are read by DuckDB. Of the questions, one of every
 * `oneOf` is asked, for engines that are slow to plan one.
 */
export function sampleContract(
  engine: ContractEngine,
  samples: readonly string[],
  parts: readonly string[],
  oneOf = 1,
): void {
  const some = <T>(cases: readonly T[]): readonly T[] => cases.filter((_, at) => at % oneOf === 0);
  let files: TestDatastore;

  before(async () => {
    files = await TestDatastore.open({
      lessons: { path: sampleFiles.lessons },
      stations: { path: sampleFiles.stations },
    });
    for (const name of ['lessons', 'stations']) {
      const all = { resource_id: files.id(name), limit: 32_000, records_format: 'lists' };
      const { result } = await files.post('datastore_search', all);
      const fields = member(result, 'fields') as readonly { id: string; type: string }[];
      const columns = fields.map(({ id, type }): ContractColumn => [id, type]);
      await engine.create(name, columns, member(result, 'records') as readonly (readonly ExactValue[])[]);
    }
  });
  after(() => files.close());

  for (const [name, query] of some(SEARCH_CASES.filter(([each]) => samples.includes(each))))
    it(`${name} ${JSON.stringify(query)}`, async () => {
      const [ours, theirs] = await both('datastore_search', name, query);
      assert.equal(ours.status, theirs.status, ours.text);
      assert.deepEqual(ours.error, theirs.error);
      for (const part of parts) assert.deepEqual(member(ours.result, part), member(theirs.result, part), part);
    });

  for (const query of some<object>(SUMMARY_CASES))
    it(`a summary ${JSON.stringify(query)}`, async () => {
      const [ours, theirs] = await both('x_datastore_summary', 'lessons', query);
      assert.deepEqual(
        [ours.status, ours.error, member(ours.result, 'records')],
        [theirs.status, theirs.error, member(theirs.result, 'records')],
      );
    });

  for (const query of some<object>(SUMMARIZE_CASES))
    it(`a summary by groups ${JSON.stringify(query)}`, async () => {
      const [ours, theirs] = await both('x_datastore_summarize', 'lessons', query);
      assert.deepEqual([ours.status, ours.error], [theirs.status, theirs.error]);
      for (const part of ['records', 'total', 'limit', 'offset', 'x_summary'])
        assert.deepEqual(member(ours.result, part), member(theirs.result, part), part);
    });

  for (const format of ['csv', 'json'])
    it(`a dump as ${format}`, async () => {
      const [ours, theirs] = await Promise.all(
        [engine.served(), files].map((each) =>
          each.send(`/datastore/dump/${each.id('lessons')}?format=${format}`, {
            headers: { Authorization: each.server.token },
          }),
        ),
      );
      assert.equal(ours?.text, theirs?.text);
    });

  for (const q of ['00040 | 00041:*', "'drawn' <-> 'line'", 'line & !art', 'needs <2> projector'])
    it(`words as an expression: ${q}`, async () => {
      const query = { q, plain: false, fields: ['code'], sort: 'code' };
      assert.deepEqual(await engine.served().records('lessons', query), await files.records('lessons', query));
    });

  describe('which is what the API document says', () => {
    apiDocumentCases(engine.served);
  });

  const both = (action: string, name: string, query: object) =>
    Promise.all(
      [engine.served(), files].map((each) => each.post(action, { resource_id: each.id(name), ...query })),
    ) as Promise<[Awaited<ReturnType<AskedServer['post']>>, Awaited<ReturnType<AskedServer['post']>>]>;
}
