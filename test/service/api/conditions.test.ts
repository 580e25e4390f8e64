/** Asks the embedded datastore for conditions that CKAN's API doesn't have. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { typedValue } from '../../../src/base/cells.ts';
import { valueText } from '../../../src/base/exactJson.ts';
import { quotedValue } from '../../../src/base/quotes.ts';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import { conditionsOf, filtersJson } from '../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { allRecords } from '../../../src/export/records.ts';
import type { Condition } from '../../../src/datastore/query/condition.ts';
import { TestDatastore } from '../datastore.ts';

const { signal } = new AbortController();

const items = [
  'subject,price,starts,open',
  'math,1.50,2026-01-01,true',
  'Art & Math,10.25,2026-02-12,false',
  ',2,2026-03-01,true',
  '"it\'s ""art""",,,',
  'science,100,2026-01-01,false',
  '100%,2.5,2026-05-01,true',
].join('\n');

const german = ['betrag;datum;anteil', '17.308,38;24.07.2020;70 %', '1.010,04;01.02.2026;5 %', '2,50;;70 %'].join('\n');

/** Texts that break SQL put together from texts, or that fold in unusual ways. */
const TEXTS = [
  "'",
  "''; --",
  '"',
  '%',
  '_',
  '\\',
  '$1',
  'A',
  'a',
  'ä',
  'Ä',
  'İ',
  'ß',
  'a b',
  '00',
  '5',
  'null',
  '😀',
  '\u2028',
];
const text = fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
const SOME = fc.sample(text, { numRuns: 60, seed: 7 });

describe('conditions of the embedded datastore', () => {
  let datastore: TestDatastore;
  let client: DatastoreClient;
  before(async () => {
    const lines = SOME.map((value, n) => [String(n % 7), quotedValue(value)].join(','));
    datastore = await TestDatastore.open({
      'items.csv': { content: items },
      'german.csv': { content: german },
      'texts.csv': { content: ['n,"t""x"', ...lines, '3,'].join('\n') },
      'numbers.csv': { content: `n,odd\n${Array.from({ length: 5000 }, (_, n) => `${n},${n % 2}`).join('\n')}` },
    });
    const doubles = path.join(datastore.folder, 'doubles.db');
    const database = new DatabaseSync(doubles);
    database.exec('create table t (d); insert into t values (-1.5), (9e999), (2), (-9e999), (null)');
    database.close();
    await datastore.import(doubles);
    ({ client } = datastore);
  });
  after(() => datastore.close());

  const idsOf = async (name: string, query: Partial<DatastoreQuery>) => {
    const result = await datastore.resultOf(name, query);
    const rows = await result.rows(0, 1000, signal);
    assert.deepEqual(result.count, { value: rows.length, kind: 'exact' });
    return rows.map(([id]) => id);
  };

  // What only a query says in these words; test/service/contract has the other conditions.
  const table: [filters: string, ids: number[]][] = [
    ['{"subject":{"not":["math",null]}}', [2, 4, 5, 6]],
    ['{"price":[1.5,null]}', [1, 4]],
    ['{"price":null}', [4]],
    ['{"subject":{"contains":"art","not":["Art & Math"]},"price":null}', [4]],
    ['{"$or":[{"subject":{"empty":true}},{"price":{"not":[1.5,2,2.5,100,null]}}]}', [2, 3]],
  ];
  for (const [filters, ids] of table)
    it(`answers ${filters}`, async () => {
      assert.deepEqual(await idsOf('items.csv', { filters: conditionsOf(filters) }), ids);
    });

  it('answers a text in a field beside other conditions of that field', async () => {
    const filters: Condition[] = [
      { kind: 'contains', field: 'subject', text: 'art' },
      ...conditionsOf('{"subject":["math","Art & Math"]}'),
    ];
    assert.deepEqual(await idsOf('items.csv', { filters }), [2]);
  });

  it('answers them beside an expression', async () => {
    const filters = conditionsOf('{"price":{"not":[1.5]},"subject":{"contains":"&"}}');
    assert.deepEqual(await idsOf('items.csv', { q: 'math | science', qMode: 'expression', filters }), [2]);
  });

  it('asks for no SQL', async () => {
    const asked: string[] = [];
    const plain = new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 });
    const exchange: Pick<Exchange, 'fetch'> = {
      fetch: (request, read, given) => {
        asked.push(request.url.pathname);
        return plain.fetch(request, read, given);
      },
    };
    const { baseUrl, token } = datastore.server;
    const access = () => Promise.resolve({ baseUrl, token });
    const watched = new DatastoreClient({ exchange, access, dialect: OUR_DIALECT });
    const filters = conditionsOf('{"price":[2,null],"subject":{"contains":"a"},"open":{"empty":true}}');
    await watched.search({ resourceId: datastore.id('items.csv'), filters }, undefined, signal);
    assert.deepEqual(asked, ['/api/action/datastore_search']);
  });

  it('teaches a client nothing but what the client knows of it in advance', async () => {
    const { baseUrl, token } = datastore.server;
    const exchange = new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 });
    const dialect = new LearnedDialect();
    const client = new DatastoreClient({ exchange, access: () => Promise.resolve({ baseUrl, token }), dialect });
    const resourceId = datastore.id('items.csv');
    await client.search({ resourceId, limit: 100_000, distinct: true }, undefined, signal);
    const query = { resourceId, q: 'math | science', qMode: 'expression' } as const;
    const sort = [{ field: 'price', descending: true, nullsLast: true }];
    await client.search({ ...query, sort }, { offset: 0, limit: 5, fields: ['subject', 'price'] }, signal);
    const { method: _method, path: _path, estimates: _estimates, ...learned } = dialect.facts;
    assert.partialDeepStrictEqual(OUR_DIALECT.facts, learned);
    assert.ok(Object.keys(learned).length > 8, Object.keys(learned).join(' '));
  });

  it('answers them beside a search, which never spans two fields', async () => {
    const filters = conditionsOf('{"price":{"empty":false}}');
    assert.deepEqual(await idsOf('items.csv', { q: 'art &', filters }), [2]);
    assert.deepEqual(await idsOf('items.csv', { q: 'math 1', filters }), []);
  });

  it('gives fields and values as any search does, in the order that was asked for', async () => {
    const filters = conditionsOf('{"price":{"not":[2]}}');
    const sort = [{ field: 'price', descending: true, nullsLast: true }];
    const result = await datastore.resultOf('items.csv', { filters, sort });
    const plain = await datastore.resultOf('items.csv', { sort });
    assert.deepEqual(result.fields, plain.fields);
    const rows = await plain.rows(0, 10, signal);
    assert.deepEqual(
      await result.rows(0, 10, signal),
      rows.filter(([id]) => id !== 3),
    );
    const some = await datastore.resultOf('items.csv', { filters, fields: ['open', 'subject'], limit: 2 });
    // The total has a request of its own.
    while (some.isCounting) await new Promise<void>((resolve) => void some.onDidChange(resolve));
    assert.deepEqual(
      [some.fields.map(({ id }) => id), await some.rows(0, 10, signal), some.count.value],
      [
        ['open', 'subject'],
        [
          [true, 'math'],
          [false, 'Art & Math'],
        ],
        5,
      ],
    );
  });

  it('compares by value where a file spells values in its own way, and gives its spelling', async () => {
    const filters = conditionsOf('{"betrag":{"gte":2.5,"not":[17308.38]},"datum":{"not":["2020-07-24"]}}');
    const result = await datastore.resultOf('german.csv', { filters, sort: [{ field: 'betrag', descending: true }] });
    const rows = await result.rows(0, 10, signal);
    const betrag = result.fields.findIndex(({ id }) => id === 'betrag');
    assert.deepEqual(
      rows.map((row) => row[betrag]).map((cell = null) => [valueText(cell), valueText(typedValue(cell))]),
      [
        ['1.010,04', '1010.04'],
        ['2,50', '2.50'],
      ],
    );
    assert.deepEqual(await idsOf('german.csv', { filters: conditionsOf('{"datum":{"empty":true}}') }), [3]);
    const share = conditionsOf('{"anteil":{"not":[0.7]},"betrag":{"empty":false}}');
    assert.deepEqual(await idsOf('german.csv', { q: '5 %', filters: share }), [2]);
  });

  const always = '"datum":{"not":["1999-01-01"]}';
  const texts: [question: Partial<DatastoreQuery>, ids: number[]][] = [
    [{ filters: conditionsOf(`{"betrag":{"contains":"17.3"},${always}}`) }, [1]],
    [{ filters: conditionsOf(`{"betrag":{"contains":"17308"},${always}}`) }, []],
    [{ filters: conditionsOf(`{"anteil":{"contains":" %"},${always}}`) }, [1, 2, 3]],
    [{ filters: conditionsOf(`{"datum":{"contains":".2020"},${always}}`) }, [1]],
    [{ q: '5 %', filters: conditionsOf(`{${always}}`) }, [2]],
    // The words must not match across two fields.
    [{ q: '2020 70', filters: conditionsOf(`{${always}}`) }, []],
  ];
  for (const [question, ids] of texts)
    it(`finds what the file has, as a search does: ${JSON.stringify(question)}`, async () => {
      assert.deepEqual(await idsOf('german.csv', question), ids);
    });

  for (const descending of [false, true])
    it(`sorts doubles that are no numbers as a search does: behind the numbers, ${descending ? 'greatest' : 'least'} first`, async () => {
      const sort = [{ field: 'd', descending }];
      const filters = conditionsOf('{"d":{"not":[7]}}');
      assert.deepEqual(await idsOf('doubles.db', { sort, filters }), descending ? [5, 3, 1, 2, 4] : [1, 3, 4, 2, 5]);
      assert.deepEqual(await idsOf('doubles.db', { sort, filters }), await idsOf('doubles.db', { sort }));
    });

  it('has pages, counts and exports like any other result', async () => {
    const query = { filters: conditionsOf('{"odd":{"not":[0]}}'), sort: [{ field: 'n', descending: true }] };
    const result = await datastore.resultOf('numbers.csv', query);
    assert.equal(result.rowCount, 2500);
    const far = await result.rows(2490, 2500, signal);
    assert.deepEqual(
      far.map((row) => row[1]),
      [19, 17, 15, 13, 11, 9, 7, 5, 3, 1],
    );
    for (const { sort } of [query, { sort: undefined }]) {
      const all: unknown[] = [];
      const asked = { resourceId: datastore.id('numbers.csv'), filters: query.filters, ...(sort && { sort }) };
      for await (const { rows } of allRecords(client, asked, signal)) all.push(...rows.map((row) => row[1]));
      const odd = Array.from({ length: 2500 }, (_, n) => 2 * n + 1);
      assert.deepEqual(all, sort === undefined ? odd : odd.toReversed());
    }
  });

  it('finds a text in one field as the search of that field does', async () => {
    const resourceId = datastore.id('texts.csv');
    await fc.assert(
      fc.asyncProperty(text, async (part) => {
        const contains: Condition = { kind: 'contains', field: 't"x', text: part };
        const found = await client.search({ resourceId, filters: [contains] }, undefined, signal);
        const always: Condition = { kind: 'not', field: 'n', values: [], list: true };
        const bySql = await client.search({ resourceId, filters: [contains, always] }, undefined, signal);
        assert.deepEqual(bySql.rows, found.rows);
      }),
      { numRuns: 40 },
    );
  });

  it('takes every text for nothing but a text', async () => {
    const resourceId = datastore.id('texts.csv');
    const all = (await client.search({ resourceId, limit: 1000 }, undefined, signal)).rows;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(text, fc.constantFrom(...SOME)), { maxLength: 4 }), async (texts) => {
        const values = texts.map((each) => ({ type: 'text', text: each }) as const);
        const condition: Condition = { kind: 'not', field: 't"x', values, list: true };
        const query = { resourceId, filters: conditionsOf(filtersJson([condition])), limit: 1000 };
        const { rows, total } = await client.search(query, undefined, signal);
        const left = all.filter((row) => !texts.some((each) => each === row[2]));
        assert.deepEqual([rows, total], [left, left.length]);
      }),
      { numRuns: 40 },
    );
  });
});
