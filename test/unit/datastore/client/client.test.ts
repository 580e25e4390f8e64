import assert from 'node:assert/strict';
import { DatastoreError } from '../../../../src/datastore/wire/errors.ts';
import { MOST_FIELDS } from '../../../../src/datastore/wire/envelope.ts';
import { ExactNumber, type RecordRow } from '../../../../src/base/cells.ts';
import { FakeCkan, success, type FakeCkanOptions } from '../../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';

const { signal } = new AbortController();
const fields = [
  { id: 'subject', type: 'text' },
  { id: 'n', type: 'numeric' },
];
const rows: RecordRow[] = [
  ['apple tart', new ExactNumber('1.50')],
  ['apple', null],
  ['pear', 3],
];

function fake(changes: Partial<FakeCkanOptions> = {}, resource: object = {}) {
  const ckan = new FakeCkan({ resources: { r: { name: 'Fruit', fields, rows, ...resource } }, ...changes });
  return { ckan, client: clientOf(ckan) };
}

const window = (offset: number, limit: number) => ({ offset, limit, fields: ['_id', 'subject', 'n'] });

const manyFields = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `f${String(at)}`, type: 'text' }));
const recordOf = (count: number) => Object.fromEntries(manyFields(count).map(({ id }) => [id, 'x']));

describe('datastore client', () => {
  it('sends the first question as it is, and gives rows in field order with every digit', async () => {
    const { ckan, client } = fake();
    const page = await client.search({ resourceId: 'r', limit: 2 }, undefined, signal);
    assert.deepEqual(ckan.searches, ['{"resource_id":"r","limit":2}']);
    assert.deepEqual(page.fields, [{ id: '_id', type: 'int' }, ...fields]);
    assert.deepEqual(page.rows, [
      [1, 'apple tart', new ExactNumber('1.50')],
      [2, 'apple', null],
    ]);
    assert.deepEqual([page.total, page.limit, page.totalIsEstimate], [3, 2, false]);
  });

  const dialects: [version: 'plain' | '2.6' | '2.8' | '2.11', later: string][] = [
    ['plain', '{"resource_id":"r","limit":2,"offset":1}'],
    ['2.6', '{"resource_id":"r","limit":2,"offset":1}'],
    ['2.8', '{"resource_id":"r","limit":2,"offset":1,"include_total":false,"records_format":"lists"}'],
    ['2.11', '{"resource_id":"r","limit":2,"offset":1,"include_total":false,"records_format":"lists"}'],
  ];
  for (const [version, later] of dialects) {
    it(`asks a ${version} server for later windows only with what an answer has echoed`, async () => {
      const { ckan, client } = fake({ version }, { rows: rows.map(([subject]) => [subject, 1]) });
      await client.search({ resourceId: 'r' }, undefined, signal);
      const page = await client.search({ resourceId: 'r', limit: 9 }, window(1, 2), signal);
      assert.equal(ckan.searches[1], later);
      assert.equal(page.rows.length, 2);
    });
  }

  it('asks again for objects when an old server lost records with nulls in a list', async () => {
    const { ckan, client } = fake({ version: '2.8' });
    await client.search({ resourceId: 'r' }, undefined, signal);
    const page = await client.search({ resourceId: 'r' }, window(0, 3), signal);
    assert.deepEqual(
      page.rows.map(([id]) => id),
      [1, 2, 3],
    );
    await client.search({ resourceId: 'r' }, window(0, 3), signal);
    assert.equal(
      ckan.searches.at(-1),
      '{"resource_id":"r","limit":3,"offset":0,"include_total":false}',
      'and stays with objects',
    );
  });

  it('does not ask again where lists were seen to keep nulls', async () => {
    const { ckan, client } = fake();
    await client.search({ resourceId: 'r' }, undefined, signal);
    await client.search({ resourceId: 'r' }, window(0, 100), signal);
    assert.equal(ckan.searches.length, 2);
  });

  it('names the fields of a search in lists, which would be an SQL error with the rank', async () => {
    const { ckan, client } = fake();
    const query = { resourceId: 'r', q: 'apple' };
    const first = await client.search(query, undefined, signal);
    assert.deepEqual(
      first.fields.map(({ id }) => id),
      ['_id', 'subject', 'n'],
    );
    assert.deepEqual(first.rank, { ownField: false });
    const page = await client.search(query, window(0, 2), signal);
    assert.match(ckan.searches[1] ?? '', /"fields":\["_id","subject","n"\].*"records_format":"lists"/);
    assert.deepEqual(page.rows.length, 2);
  });

  it('says when the rank hides a field of the resource', async () => {
    const described = [
      { id: '_id', type: 'int' },
      { id: 'rank', type: 'float' },
      { id: 'n', type: 'int4' },
    ];
    const records = [{ _id: 1, rank: 0.5, n: 7 }];
    const { client } = fake({ fault: () => success({ records, fields: described, total: 1 }) });
    const page = await client.search({ resourceId: 'r', q: 'x' }, undefined, signal);
    assert.deepEqual(page.rank, { ownField: true });
    assert.deepEqual(page.rows, [[1, 7]]);
    const unsearched = await client.search({ resourceId: 'r' }, undefined, signal);
    assert.deepEqual(unsearched.rows, [[1, 0.5, 7]], 'without q it is an ordinary field');
  });

  for (const [q, value] of [
    [undefined, 'x'],
    ['apple', 'x'],
    [undefined, { k: 1 }],
  ] as const) {
    it(`gets records with ${JSON.stringify(value)} in a field j, which CKAN 2.11 breaks as objects, q: ${q}`, async () => {
      const j = { fields: [...fields, { id: 'j', type: 'json' }], rows: rows.map((row) => [...row, value]) };
      const { ckan, client } = fake({}, j);
      const page = await client.search({ resourceId: 'r', ...(q !== undefined && { q }) }, undefined, signal);
      assert.deepEqual(
        page.fields.map(({ id }) => id),
        ['_id', 'subject', 'n', 'j'],
      );
      assert.deepEqual(
        page.rows.find(([id]) => id === 1),
        [1, 'apple tart', new ExactNumber('1.50'), value],
      );
      assert.equal(ckan.searches.length, 2);
    });
  }

  it('reads the selected fields of CKAN 2.8, which describes all of them', async () => {
    const { client } = fake({ version: '2.8' });
    const page = await client.search({ resourceId: 'r', fields: ['n', 'subject'] }, undefined, signal);
    assert.deepEqual(
      page.fields.map(({ id, type }) => [id, type]),
      [
        ['n', 'numeric'],
        ['subject', 'text'],
      ],
    );
    assert.deepEqual(page.rows[2], [3, 'pear']);
  });

  for (const [what, result, kind] of [
    ['lists that are shorter than the fields', { fields, records: [['x']] }, 'unfit'],
    ['null for records', { fields, records: null }, 'unfit'],
    ['a text for records', { fields, records: 'no' }, 'unfit'],
    ['no records at all', { fields }, 'notCkan'],
    ['more fields than any table has', { fields: manyFields(MOST_FIELDS + 1), records: [] }, 'tooManyFields'],
    ['records of more fields than any table has', { records: [recordOf(MOST_FIELDS + 1)] }, 'tooManyFields'],
  ] as const)
    it(`says that the server is at fault which gives ${what}`, async () => {
      const { client } = fake({ fault: () => success(result) });
      await assert.rejects(client.search({ resourceId: 'r' }, undefined, signal), { kind, host: 'ckan.test' });
    });

  for (const described of [true, false])
    it(`reads as many fields as a sheet has columns, ${described ? 'described' : 'of records alone'}`, async () => {
      const records = [recordOf(MOST_FIELDS)];
      const { client } = fake({
        fault: () => success(described ? { fields: manyFields(MOST_FIELDS), records } : { records }),
      });
      const page = await client.search({ resourceId: 'r' }, undefined, signal);
      assert.equal(page.fields.length, MOST_FIELDS);
    });

  it('says when records have fields without a description', async () => {
    const records = [
      { subject: 'a', n: 1 },
      { subject: 'b', n: 2, more: 3 },
    ];
    const { client } = fake({ fault: () => success({ fields, records }) });
    const page = await client.search({ resourceId: 'r' }, undefined, signal);
    assert.deepEqual(
      [page.rows, page.leftOutFields],
      [
        [
          ['a', 1],
          ['b', 2],
        ],
        true,
      ],
    );
  });

  it('says when a record has a field twice', async () => {
    const twice = '{"success":true,"result":{"fields":[{"id":"n"}],"records":[{"n":1.50,"n":2}]}}';
    const { client } = fake({ fault: () => ({ status: 200, text: twice }) });
    const page = await client.search({ resourceId: 'r' }, undefined, signal);
    assert.deepEqual([page.rows, page.leftOutFields], [[[2]], true]);
  });

  it('finds fields and types in the records of a server that describes none', async () => {
    const records = [{ a: 1 }, { a: null, b: 'x', c: true }, { a: new ExactNumber('2.50'), b: 1, d: null }];
    const { client } = fake({ fault: () => success({ records: records as never }) });
    const page = await client.search({ resourceId: 'r' }, undefined, signal);
    assert.deepEqual(page.fields, [
      { id: 'a', type: 'numeric' },
      { id: 'b', type: 'text' },
      { id: 'c', type: 'bool' },
      { id: 'd', type: 'text' },
    ]);
    assert.deepEqual(page.rows[2], [new ExactNumber('2.50'), 1, null, null]);
    assert.equal(page.total, undefined);
  });

  it('holds records with a __proto__ field without touching a prototype', async () => {
    const text =
      '{"success":true,"result":{"fields":[{"id":"__proto__","type":"text"}],"records":[{"__proto__":"x"},{}]}}';
    const { client } = fake({ fault: () => ({ status: 200, text }) });
    const page = await client.search({ resourceId: 'r' }, undefined, signal);
    assert.deepEqual(page.rows, [['x'], [null]]);
  });

  for (const [what, result] of [
    ['no records', { fields: [] }],
    ['records that are no records', { fields, records: [1, 2] }],
    ['a record with too few values', { fields, records: [['x']] }],
  ] as const) {
    it(`refuses an answer with ${what}`, async () => {
      const { client } = fake({ fault: () => success(result) });
      await assert.rejects(client.search({ resourceId: 'r' }, undefined, signal), DatastoreError);
    });
  }

  it('learns a cap from the echoed limit, and unlearns it from a higher one', async () => {
    const { client } = fake({ rowsMax: 2 });
    await client.search({ resourceId: 'r', limit: 5 }, undefined, signal);
    assert.equal(client.dialect.facts.maxLimit, 2);
    const wide = fake({
      fault: (_, honest, index) => (index === 0 ? success({ records: [], fields: [], limit: 2 }) : honest),
    });
    await wide.client.search({ resourceId: 'r', limit: 5 }, undefined, signal);
    assert.equal(wide.client.dialect.facts.maxLimit, 2);
    await wide.client.search({ resourceId: 'r' }, undefined, signal);
    assert.equal(wide.client.dialect.facts.maxLimit, undefined);
  });

  it('asks for the fields of a resource once, without records', async () => {
    const { ckan, client } = fake();
    assert.deepEqual(
      (await client.fields('r', signal)).map(({ id }) => id),
      ['_id', 'subject', 'n'],
    );
    await client.fields('r', signal);
    assert.deepEqual(ckan.searches, ['{"resource_id":"r","limit":0}']);
  });

  it('knows the fields from a search, but not from one that selects some', async () => {
    const { ckan, client } = fake();
    await client.search({ resourceId: 'r', fields: ['n'] }, undefined, signal);
    await client.search({ resourceId: 'r', q: 'apple' }, undefined, signal);
    assert.deepEqual(
      (await client.fields('r', signal)).map(({ id }) => id),
      ['_id', 'subject', 'n'],
    );
    assert.equal(ckan.searches.length, 2);
  });

  it('gives a resource’s name, and none for what the portal does not know', async () => {
    const { client } = fake();
    assert.equal(await client.resourceName('r', signal), 'Fruit');
    assert.equal(await client.resourceName('alias', signal), undefined);
    const alike = fake({ version: 'dkan' });
    assert.equal(await alike.client.resourceName('r', signal), undefined);
  });

  it('gives names in one line, without invisible characters, and not endless', async () => {
    const name = ` a\n\u202eb\u200b ${'x'.repeat(1000)}`;
    const { client } = fake({ title: name }, { name });
    const { title } = await client.status(signal);
    assert.equal(title, `a b ${'x'.repeat(194)}…`);
    assert.equal(await client.resourceName('r', signal), title);
  });

  it('does not hide that a name is forbidden', async () => {
    const { client } = fake({}, { isPrivate: true });
    await assert.rejects(client.resourceName('r', signal), { kind: 'forbidden' });
  });

  it('opens a private resource with the portal’s token', async () => {
    const { ckan } = fake({ token: 'secret' }, { isPrivate: true });
    await assert.rejects(clientOf(ckan).search({ resourceId: 'r' }, undefined, signal), { kind: 'forbidden' });
    const page = await clientOf(ckan, 'secret').search({ resourceId: 'r' }, undefined, signal);
    assert.equal(page.rows.length, 3);
    assert.deepEqual(
      ckan.calls.map(({ authorization }) => authorization),
      [undefined, 'secret'],
    );
  });

  it('asks for a portal’s status by GET', async () => {
    const { ckan, client } = fake();
    assert.deepEqual(await client.status(signal), {
      title: 'Fake',
      version: '2.11.0',
      extensions: ['datastore'],
      hasDatastore: true,
      baseUrl: 'https://ckan.test',
      lostTokenByRedirect: false,
    });
    assert.equal(ckan.calls[0]?.method, 'GET');
  });
});
