/** A page is looked for in the first rows, then in the others, and has the same records as if all were one. */
import assert from 'node:assert/strict';
import { member } from '../../../src/base/cells.ts';
import { TestDatastore } from '../datastore.ts';

const never = new AbortController().signal;
/** The first rows are one row group of DuckDB. */
const FIRST_ROWS = 122_880;
const RECORDS = 250_000;
/** Ids of records with the texts: on both sides of the border, on one of them, and everywhere. */
const PLACES: Readonly<Record<string, readonly number[]>> = {
  border: [5, FIRST_ROWS - 1, FIRST_ROWS, FIRST_ROWS + 1, FIRST_ROWS + 2, RECORDS],
  early: [1, 2, FIRST_ROWS - 2],
  late: [FIRST_ROWS + 3, 200_000],
  often: Array.from({ length: RECORDS / 1000 }, (_, at) => at * 1000 + 7),
};

describe('a page of the first records that match', () => {
  let datastore: TestDatastore;

  before(async () => {
    const words = new Map(Object.entries(PLACES).flatMap(([text, ids]) => ids.map((id) => [id, text])));
    const lines = Array.from({ length: RECORDS }, (_, at) => {
      const text = words.get(at + 1) ?? 'plain';
      return `common ${text} words,${String(at)}`;
    });
    datastore = await TestDatastore.open({ 'notes.csv': { content: ['note,number', ...lines, ''].join('\n') } });
  });
  after(() => datastore.close());

  const idsOf = async (body: object): Promise<readonly unknown[]> => {
    const { result } = await datastore.send('/api/action/datastore_search', {
      method: 'POST',
      headers: { Authorization: datastore.server.token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ resource_id: datastore.id('notes.csv'), sort: '_id', ...body }),
      signal: never,
    });
    return (member(result, 'records') as readonly { readonly _id: number }[]).map(({ _id }) => _id);
  };

  for (const include_total of [false, true])
    for (const [text, ids] of Object.entries(PLACES))
      for (const limit of [1, 3, 5, 122, 123, 124, 300])
        for (const offset of [0, 1, 4])
          it(`${text}, ${String(limit)} from ${String(offset)} on, ${include_total ? 'with' : 'without'} the total`, async () => {
            const page = { limit, offset, include_total };
            const expected = ids.slice(offset, offset + limit);
            assert.deepEqual(await idsOf({ ...page, q: text }), expected);
            assert.deepEqual(await idsOf({ ...page, filters: { note: `common ${text} words` } }), expected);
          });

  it('may be full after any number of rows', async () => {
    for (const limit of [1, 100, 10_000, FIRST_ROWS - 1, FIRST_ROWS])
      assert.deepEqual(
        (await idsOf({ q: 'common', limit, include_total: false, fields: '_id' })).length,
        Math.min(limit, 32_000),
      );
  });
});
