import assert from 'node:assert/strict';
import type { DatastoreClient } from '../../../../src/datastore/client/client.ts';
import { DatastoreError } from '../../../../src/datastore/wire/errors.ts';
import type { Page } from '../../../../src/datastore/wire/model.ts';
import { searchBySql } from '../../../../src/datastore/client/sqlSearch.ts';
import type { Dialect } from '../../../../src/datastore/dialect/dialect.ts';
import { LearnedDialect } from '../../../../src/datastore/dialect/learnedDialect.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { frequentValues } from '../../../../src/datastore/statistics/frequentValues.ts';
import { openItems } from '../../../support/fakes/fakeResult.ts';

type Asked = Pick<DatastoreClient, 'dialect' | 'fields' | 'search' | 'sql'>;

const { signal } = new AbortController();
const fields = [
  { id: '_id', type: 'int' },
  { id: 'name', type: 'text' },
];
const isNot: DatastoreQuery = {
  resourceId: 'r',
  filters: [{ kind: 'not', field: 'name', values: [{ type: 'text', text: 'x' }], list: false }],
};
const dialect = (): Dialect => new LearnedDialect({ allowsSql: () => true });

function pageOf(rows: Page['rows'], shown: Page['fields'] = fields): Page {
  return {
    fields: shown,
    rows,
    ...{ guessesFields: false, leftOutFields: false, totalIsEstimate: false, lossyText: false },
    ...{ host: 'ckan.test', size: 10 * rows.length, elapsedMs: 1 },
  };
}

/** SQL finds the records `ids`. A search returns at most `cap` records at once, and none of `deleted`. */
function portal(ids: readonly number[], cap: number, deleted: readonly number[] = []) {
  const asked: number[] = [];
  const sizes: number[] = [];
  const client: Asked = {
    dialect: dialect(),
    fields: () => Promise.resolve(fields),
    sql: (sql) => {
      const rows = sql.includes('count(*)') ? [[ids.length]] : ids.map((id) => [id]);
      return Promise.resolve({ fields: fields.slice(0, 1), rows, isCut: false });
    },
    search: ({ filters = [], fields: selected }) => {
      const [condition] = filters;
      const wanted = condition?.kind === 'values' ? condition.values.map(({ text }) => Number(text)) : [];
      asked.push(wanted.length);
      const there = wanted.filter((id) => !deleted.includes(id)).toSorted((one, other) => one - other);
      const shown = fields.filter(({ id }) => selected?.includes(id) ?? true);
      const rows = there.slice(0, cap).map((id) => [id, `n${String(id)}`].slice(0, shown.length));
      const page = pageOf(rows, shown);
      sizes.push(page.size);
      return Promise.resolve(page);
    },
  };
  return { client, asked, sizes };
}

describe('records that only SQL finds', () => {
  const ids = [9, 3, 7, 1, 5, 8];
  const cases: [what: string, cap: number, deleted: readonly number[], asked: readonly number[]][] = [
    ['all at once', 100, [], [6]],
    ['fewer than asked for', 4, [], [6, 3]],
    ['one at a time', 1, [], [6, 5, 4, 3, 2, 1]],
    ['without those that were deleted', 100, [7, 5], [6, 3]],
    ['fewer than asked for, and some were deleted', 2, [7, 5], [6, 5, 4, 3]],
  ];
  for (const [what, cap, deleted, asked] of cases)
    it(`come whole and in the order of SQL where a search gives ${what}`, async () => {
      const found = portal(ids, cap, deleted);
      const page = await searchBySql(found.client, 'ckan.test', isNot, undefined, signal);
      const left = ids.filter((id) => !deleted.includes(id));
      assert.deepEqual(
        page.rows,
        left.map((id) => [id, `n${String(id)}`]),
      );
      assert.deepEqual(found.asked, asked);
      assert.equal(
        page.size,
        found.sizes.reduce((sum, size) => sum + size, 0),
      );
    });

  it('are tied to each other where a search gives fewer than asked for', async () => {
    const { client } = portal(ids, 4);
    let searches = 0;
    const changing: Asked = {
      ...client,
      search: async (query, window, abort) => {
        const page = await client.search(query, window, abort);
        const edition = ++searches === 1 ? 'n' : 'new ';
        return { ...page, rows: page.rows.map(([id = null]) => [id, `${edition}${String(id as number)}`]) };
      },
    };
    await assert.rejects(searchBySql(changing, 'ckan.test', isNot, undefined, signal), { kind: 'dataChanged' });
  });

  it('are none where a search gives others', async () => {
    const { client } = portal(ids, 4);
    const ignoring: Asked = {
      ...client,
      search: () =>
        Promise.resolve(
          pageOf(
            [
              [1, 'n1'],
              [2, 'n2'],
            ],
            fields,
          ),
        ),
    };
    await assert.rejects(searchBySql(ignoring, 'ckan.test', isNot, undefined, signal), { kind: 'ignoresFilters' });
  });

  for (const id of ['x', '1 OR 1', '1]}', '', '1.5', null])
    it(`are not asked for by an _id that isn't a whole number: ${JSON.stringify(id)}`, async () => {
      const { client, asked } = portal(ids, 4);
      const odd: Asked = {
        ...client,
        sql: async (sql, abort, query) => {
          const answer = await client.sql(sql, abort, query);
          return sql.includes('count(*)') ? answer : { ...answer, rows: [[9], [id]] };
        },
      };
      await assert.rejects(searchBySql(odd, 'ckan.test', isNot, undefined, signal), { kind: 'unsupportedFilter' });
      assert.deepEqual(asked, []);
    });

  it('have the selected fields alone', async () => {
    const { client } = portal(ids, 4);
    const query = { ...isNot, fields: ['name'] };
    const page = await searchBySql(client, 'ckan.test', query, undefined, signal);
    assert.deepEqual(page.fields, fields.slice(1));
    assert.deepEqual(
      page.rows,
      ids.map((id) => [`n${String(id)}`]),
    );
  });

  it('are refused if the fields change between two answers', async () => {
    const { client } = portal(ids, 4);
    let isFirst = true;
    const search: Asked['search'] = async (...args) => {
      const page = await client.search(...args);
      if (isFirst) {
        isFirst = false;
        return page;
      }
      return { ...page, fields: [fields[0]!, { id: 'other', type: 'text' }] };
    };
    await assert.rejects(searchBySql({ ...client, search }, 'ckan.test', isNot, undefined, signal), {
      kind: 'fieldsChanged',
    });
  });
});

describe('two statements side by side', () => {
  /** A server that refuses the statements that match `refused`. The signals of the others are collected. */
  function server(refused: RegExp) {
    const others: AbortSignal[] = [];
    const sql: Asked['sql'] = (text, common) => {
      if (refused.test(text)) return Promise.reject(new DatastoreError('validation', 'ckan.test', { isCkan: true }));
      others.push(common);
      return new Promise((_, reject) => {
        common.addEventListener('abort', () => reject(common.reason as Error));
      });
    };
    const search = () => Promise.resolve(pageOf([]));
    const client: Asked = { dialect: dialect(), fields: () => Promise.resolve(fields), search, sql };
    return { client: client as DatastoreClient, others };
  }

  for (const [which, refused] of [
    ['the count', /count\(\*\)/],
    ['the page', /LIMIT/],
  ] as const)
    it(`of a search: the other one is ended when ${which} is refused`, async () => {
      const { client, others } = server(refused);
      await assert.rejects(searchBySql(client, 'ckan.test', isNot, undefined, signal), { kind: 'validation' });
      assert.deepEqual(
        others.map(({ aborted }) => aborted),
        [true],
      );
    });

  for (const [which, refused] of [
    ['the count', /^SELECT count/],
    ['the values', /GROUP BY/],
  ] as const)
    it(`of frequent values: the other one is ended when ${which} is refused`, async () => {
      const { client, others } = server(refused);
      const { set } = await openItems(3);
      const field = { id: 'name', type: 'text' };
      const found = await frequentValues(client, set, { resourceId: 'r' }, { field, part: '' }, signal);
      assert.equal(found.isAll, false);
      assert.deepEqual(
        others.map(({ aborted }) => aborted),
        [true],
      );
    });
});
