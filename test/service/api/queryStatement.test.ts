/** The document that Open as SQL writes gives the records that the panel shows. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import type { Field } from '../../../src/base/field.ts';
import { quotedName, quotedValue } from '../../../src/base/quotes.ts';
import { fillIn } from '../../../src/base/words.ts';
import type { Bound, Condition, FilterValue } from '../../../src/datastore/query/condition.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { documentOfQuery, fieldsInSql } from '../../../src/document/queryStatement.ts';
import { isFull } from '../../support/results/full.ts';
import { TestDatastore } from '../datastore.ts';
import { writeTable } from '../typedTable.ts';

const { signal } = new AbortController();
const COPY = '00000000-0000-4000-8000-000000000001';

const TEXTS = ["o'clock", 'Ärger', 'ärger', '', 'a  b', '%', '-- @source', '"', '5', 'True', 'ſ', 'İ', '\\', '\u2028'];
const NUMBERS = ['0', '-1.5', '1.50', '2', '100', '0.1', '123456789012345678901234567.891', '0.000001', '-7'];
const INTEGERS = ['0', '5', '-5', '2147483647', '-2147483648'];
const LONG = ['9007199254740993', '-9223372036854775808', '5'];
const DOUBLES = ['0.1', '1e300', '-0.5', '3', '0.30000000000000004', 'NaN', 'Infinity', '-Infinity'];
const DAYS = ['2020-02-29', '1999-12-31', '2026-11-28'];
const TIMES = ['2020-02-29T00:00:00', '2026-11-28T04:15:19.25', '1999-12-31T23:59:59'];
const FIELDS = {
  text: ['text', TEXTS],
  'nu"m': ['numeric', NUMBERS],
  i: ['int4', INTEGERS],
  big: ['int8', LONG],
  f: ['float8', DOUBLES],
  single: ['float4', ['0.1', '2.5', '-3']],
  b: ['bool', ['true', 'false']],
  d: ['date', DAYS],
  ts: ['timestamp', TIMES],
} as const;
type Name = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Name[];
const fields = NAMES.map((id): Field => ({ id, type: FIELDS[id][0] }));

/** The values of a record, drawn so that some are NULL and many are alike. */
const records = fc.sample(
  fc.tuple(...NAMES.map((name) => fc.option(fc.constantFrom<string>(...FIELDS[name][1]), { freq: 4 }))),
  { numRuns: 120, seed: 34 },
);

const NEAR = ['0.10', '5.5', '-5.5', '1e2', '15e-1', '2147483648', '-0'];
function valueOf(name: Name): fc.Arbitrary<FilterValue> {
  const [type, values] = FIELDS[name];
  if (type === 'bool') return fc.constantFrom(...values).map((text) => ({ type: 'boolean', text }));
  if (type === 'text' || type === 'date' || type === 'timestamp')
    return fc.constantFrom<string>(...values).map((text) => ({ type: 'text', text }));
  const numbers = values.filter((text) => /\d/.test(text));
  return fc
    .constantFrom<string>(...numbers, ...NEAR, ...(name === 'f' ? ['0.1000000000000000055511151231257827'] : []))
    .map((text) => ({ type: 'number', text }));
}
const withNull = (name: Name) => fc.oneof({ weight: 5, arbitrary: valueOf(name) }, fc.constant(NULL));
const NULL = { type: 'null', text: '' } as const;

const bound = (name: Name): fc.Arbitrary<Bound> =>
  fc.record({ comparison: fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte'), value: valueOf(name) });
const part = fc.constantFrom('', 'ä', 'Ä', "'", '%', 'ER', '5', 'b', '\\');
const condition: fc.Arbitrary<Condition> = fc
  .constantFrom(...NAMES)
  .chain((field) =>
    fc.oneof(
      fc.record({
        kind: fc.constantFrom('values', 'not'),
        field: fc.constant(field),
        values: fc.array(withNull(field), { minLength: 1, maxLength: 3 }),
        list: fc.constant(true),
      }),
      fc.record({
        kind: fc.constant('range' as const),
        field: fc.constant(field),
        bounds: fc.uniqueArray(bound(field), { minLength: 1, maxLength: 2, selector: ({ comparison }) => comparison }),
      }),
      fc.record({ kind: fc.constant('empty' as const), field: fc.constant(field), isEmpty: fc.boolean() }),
      fc.record({
        kind: fc.constantFrom('contains', 'notContains', 'startsWith'),
        field: fc.constant('text'),
        text: part,
      }),
    ),
  );
const query = fc.record(
  {
    q: fc.constantFrom('ä', '5', 'TRUE', '2026', '%', "'", '1.50'),
    filters: fc.uniqueArray(condition, { minLength: 1, maxLength: 3, selector: ({ field }) => field }),
    sort: fc.uniqueArray(
      fc.record(
        { field: fc.constantFrom(...NAMES), descending: fc.boolean(), nullsLast: fc.boolean() },
        { requiredKeys: ['field', 'descending'] },
      ),
      { minLength: 1, maxLength: 2, selector: ({ field }) => field },
    ),
    limit: fc.nat({ max: 60 }),
  },
  { requiredKeys: [] },
);

describe('a document of a query', () => {
  let datastore: TestDatastore;
  before(async () => {
    const lines = records.map((values) => values.map((text) => (text === null ? '' : quotedValue(text))).join(','));
    datastore = await TestDatastore.open({
      'file.csv': { content: [NAMES.map(quotedValue).join(','), ...lines].join('\n') },
    });
    const stored = NAMES.map((id) => ({ id, type: FIELDS[id][0] }));
    await writeTable(datastore.data, { id: COPY, fields: stored, records });
  });
  after(() => datastore.close());

  const documentOf = (asked: Partial<DatastoreQuery>, resourceId: string, its: readonly Field[]) =>
    documentOfQuery(
      { resourceId, ...asked },
      { name: 'records', place: 'file.csv', qMeans: 'contains' },
      [{ id: '_id', type: 'int' }, ...its],
      (word, details = {}) => fillIn(typeof word === 'string' ? word : word.message, details),
    );
  const bySql = async (document: string, resourceId: string, columns?: string) => {
    const sql = document
      .replace(/^--.*\n/gm, '')
      .replace(/^select \*.*$/m, (all) => (columns === undefined ? all : `select ${columns}`))
      .replace('from "records"', `from ${quotedName(resourceId)}`)
      .replace(/;\n$/, '');
    const reply = await datastore.post('datastore_search_sql', { sql });
    assert.equal(reply.status, 200, `${sql}\n${reply.text}`);
    return member(reply.result, 'records') as readonly Readonly<Record<string, ExactValue>>[];
  };

  for (const name of ['file.csv', 'copy'])
    it(`gives the same records of a ${name === 'copy' ? 'copy' : 'file'}`, async () => {
      const resourceId = name === 'copy' ? COPY : datastore.id(name);
      const { fields: own } = await datastore.client.search({ resourceId, limit: 0 }, undefined, signal);
      const types = own.slice(1);
      await fc.assert(
        fc.asyncProperty(query, async (asked) => {
          const document = documentOf(asked, resourceId, types);
          // A file's columns may have other types than the values here.
          fc.pre(!/^-- (?!@source)/m.test(document));
          const expected = await datastore.client
            .search({ resourceId, ...asked, limit: asked.limit ?? 1000 }, undefined, signal)
            .catch(() => undefined);
          fc.pre(expected !== undefined);
          const rows = await bySql(document, resourceId, '"_id"');
          assert.deepEqual(
            rows.map((row) => row['_id']),
            expected.rows.map(([id]) => id),
            document,
          );
        }),
        { numRuns: isFull ? 80 : 30 },
      );
    });

  it('gives the fields in their order, and each distinct record once', async () => {
    const some = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(query, some, fc.boolean(), async (asked, names, distinct) => {
        const sort = asked.sort?.filter(({ field }) => names.includes(field));
        const whole = { ...asked, fields: names, distinct, ...(sort?.length ? { sort } : {}) };
        if (!sort?.length) delete whole.sort;
        const document = documentOf(whole, COPY, fields);
        fc.pre(!/^-- (?!@source)/m.test(document));
        const limited = { resourceId: COPY, ...whole, limit: asked.limit ?? 1000 };
        const expected = await datastore.client.search(limited, undefined, signal).catch(() => undefined);
        fc.pre(expected !== undefined);
        const rows = await bySql(document, COPY);
        const list = rows.map((row) => names.map((name) => row[name] ?? null));
        assert.equal(list.length, expected.rows.length);
        // Decimals are written with the digits of their type.
        const without = list.map((row) => row.filter((_, at) => names[at] !== 'nu"m'));
        const others = expected.rows.map((row) => row.filter((_, at) => names[at] !== 'nu"m'));
        if (names.every((name) => !['f', 'single', 'ts'].includes(name)))
          assert.equal(stringifyExact(without), stringifyExact(others));
      }),
      { numRuns: isFull ? 80 : 30 },
    );
  });

  it('compares and sorts no numbers that are texts in SQL', async () => {
    const file = path.join(datastore.folder, 'wide.json');
    await writeFile(file, '[{"p":1.2e-40,"n":1},{"p":0.0549,"n":2},{"p":5,"n":3}]');
    await datastore.import(file);
    const resourceId = datastore.id('wide.json');
    const { fields: own } = await datastore.client.search({ resourceId, limit: 0 }, undefined, signal);
    const inSql = await datastore.client.sql(`select * from "${resourceId}" limit 0`, signal);
    const filters = conditionsOf('{"p":{"lte":0.05},"n":{"lt":3}}');
    const sort = [{ field: 'p', descending: true }];
    const document = documentOf({ filters, sort }, resourceId, fieldsInSql(own, inSql.fields));
    assert.deepEqual(document.match(/The (?:sort by|filter of) p is left out/g), [
      'The filter of p is left out',
      'The sort by p is left out',
    ]);
    assert.match(document, /^where "n" < 3\.0;$/m);
  });

  it('says the conditions of a group', async () => {
    const filters = conditionsOf(`{"$or":[{"i":5},{"b":true,"text":{"contains":"Ä"}}],"i":{"not":[0]}}`);
    const expected = await datastore.client.search({ resourceId: COPY, filters, limit: 1000 }, undefined, signal);
    const rows = await bySql(documentOf({ filters }, COPY, fields), COPY, '"_id"');
    assert.deepEqual(
      rows.map((row) => row['_id']),
      expected.rows.map(([id]) => id),
    );
    assert.ok(rows.length > 0);
  });
});
