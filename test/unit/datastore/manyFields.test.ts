import assert from 'node:assert/strict';
import type { Field } from '../../../src/base/field.ts';
import type { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { searchMinimal } from '../../../src/datastore/client/minimalSearch.ts';
import type { Page } from '../../../src/datastore/wire/model.ts';
import { readPage } from '../../../src/datastore/wire/searchPage.ts';
import { matchingSql } from '../../../src/datastore/client/sqlQuestion.ts';
import { searchBySql } from '../../../src/datastore/client/sqlSearch.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import { applyChange } from '../../../src/datastore/query/applyChange.ts';
import { conditionsOfRows } from '../../../src/datastore/query/conditionRows.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { planPages } from '../../../src/datastore/result/pagePlan.ts';
import { readStep } from '../../../src/datastore/result/stretch.ts';
import { areConsistent, type Condition } from '../../../src/datastore/query/condition.ts';
import { sourceColumns } from '../../../src/webview/grid/columnSizer.ts';

const { signal } = new AbortController();

/** The limit for fields of an answer (envelope.ts). Nested loops over them would take more than 10 s. */
const COUNT = 100_000;
const MOST_MS = 2000;

const fields: readonly Field[] = [
  { id: '_id', type: 'int' },
  ...Array.from({ length: COUNT - 1 }, (_, place) => ({ id: `f${String(place)}`, type: 'float8' })),
];
const ids = fields.map(({ id }) => id).toReversed();
const row = fields.map((_, place) => place);
const page: Page = {
  fields,
  rows: [row],
  ...{ guessesFields: false, leftOutFields: false, totalIsEstimate: false, lossyText: false },
  ...{ host: 'ckan.test', size: 1, elapsedMs: 1 },
};
const filters = ids.map((field): Condition => {
  return { kind: 'values', field, values: [{ type: 'number', text: '1' }], list: false };
});
const sort = ids.map((field) => ({ field, descending: false }));
const search = () => Promise.resolve(page);
const dialect = new LearnedDialect({ allowsSql: () => true });
const byIdSql = {
  ...{ dialect, search, fields: () => Promise.resolve(fields) },
  sql: () => Promise.resolve({ fields: fields.slice(0, 1), rows: [[0]], isCut: false }),
} as unknown as DatastoreClient;
const envelope = { result: { fields: [...fields], records: [row], total: 1 }, repeatsKeys: false };
const answer = {
  ...{ status: 200, headers: new Map<string, string>(), text: '', url: new URL('https://ckan.test') },
  ...{ tokenSent: false, lossyUtf8: false, elapsedMs: 1 },
};

describe(`${COUNT.toLocaleString('en')} fields`, () => {
  const work: Readonly<Record<string, () => unknown>> = {
    'are read from an answer, in the order asked for': () =>
      readPage(envelope as never, { searches: false, fields: ids }, answer, signal),
    'are read from an answer, many of them ranks': () => {
      const ranks = fields.map((_, place) => ({ id: `rank ${String(place)}`, type: 'float' }));
      const result = { fields: ranks, records: [row], total: 1 };
      return readPage({ result, repeatsKeys: false }, { searches: true }, answer, signal);
    },
    'come in the order of the result': () =>
      readStep(
        { dialect, search } as unknown as DatastoreClient,
        { resourceId: 'r' },
        { offset: 0, limit: 1, fields: fields.toReversed() },
        signal,
      ),
    'are chosen from the whole records of a server that takes no selection': () =>
      searchMinimal(
        { search, host: () => Promise.resolve('ckan.test'), dialect: new LearnedDialect({ facts: { fields: false } }) },
        { resourceId: 'r', fields: ids },
        undefined,
      ),
    'are selected by a search with SQL': () => {
      const values = [{ type: 'text' as const, text: 'x' }];
      const query: DatastoreQuery = {
        ...{ resourceId: 'r', fields: ids, sort },
        filters: [{ kind: 'not', field: 'f1', values, list: false }],
      };
      return searchBySql(byIdSql, 'ckan.test', query, undefined, signal);
    },
    'each have a condition, as SQL': () =>
      matchingSql({ resourceId: 'r', filters }, fields, { hasRanges: false, isAllowed: true }),
    'each have a condition that stands beside the others': () => areConsistent(filters),
    'each have a row of the form': () =>
      conditionsOfRows(
        ids.map((field) => ({ field, operator: 'equals', values: [{ type: 'number', text: '1' }], list: false })),
        new Map(),
      ),
    'each are a key of the order': () =>
      applyChange({ resourceId: 'r' }, { kind: 'sort', keys: sort }, { fields, hasRanges: false }),
    'each are a key of the order of distinct records': () =>
      planPages({ resourceId: 'r', distinct: true, sort }, page, new LearnedDialect({ facts: { ranges: true } })),
    'each are a sorted column of the grid': () =>
      sourceColumns({ fields: fields.map((field) => ({ ...field })) } as never, { sort }),
  };
  for (const [what, run] of Object.entries(work))
    it(`${what}, in less than ${String(MOST_MS)} ms`, async () => {
      const start = performance.now();
      assert.notEqual(await run(), undefined);
      const elapsedMs = performance.now() - start;
      assert.ok(elapsedMs < MOST_MS, `It took ${String(Math.round(elapsedMs))} ms`);
    }).timeout(120_000);
});
