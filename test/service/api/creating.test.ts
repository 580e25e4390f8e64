/** datastore_create, as CKAN 2.12.0 has it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { member } from '../../../src/base/cells.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import type { TestDatastore } from '../datastore.ts';
import { WritableDatastore, type Records } from '../writableDatastore.ts';

const run = promisify(execFile);

describe('datastore_create', () => {
  let writable: WritableDatastore;
  let datastore: TestDatastore;

  beforeEach(async () => {
    writable = await WritableDatastore.open();
    ({ datastore } = writable);
  });
  afterEach(() => datastore.close());

  describe('makes resources', () => {
    it('with an id of the caller’s choosing, shown among the resources', async () => {
      const resource_id = randomUUID();
      await writable.done('datastore_create', { resource_id, records: [{ a: 1 }] });
      assert.deepEqual(await writable.records(resource_id), [{ _id: 1, a: 1 }]);
      assert.equal(
        member(await writable.done('resource_show', { id: resource_id }), 'datastore_active'),
        true,
      );
      const shown = member(
        await writable.done('package_show', { id: 'local-files' }),
        'resources',
      ) as Records;
      assert.ok(shown.some(({ id }) => id === resource_id));
      await writable.done('datastore_delete', { resource_id });
      assert.equal(
        member(await writable.done('resource_show', { id: resource_id }), 'datastore_active'),
        false,
      );
      assert.equal((await datastore.post('datastore_search', { resource_id })).status, 404);
      await writable.done('datastore_create', { resource_id, records: [{ b: 'new' }] });
      assert.deepEqual(await writable.records(resource_id), [{ _id: 1, b: 'new' }]);
    });

    it('whose field names mean nothing to SQL', async () => {
      const names = [
        "it's",
        'c0',
        'rowid',
        's',
        'i',
        "'); drop table t; --",
        '$1',
        '%s',
        'a b',
        'K',
        'k',
        'constructor',
      ];
      const record = Object.fromEntries(names.map((name, index) => [name, `v${String(index)}`]));
      const id = await writable.make({ primary_key: ["it's", "'); drop table t; --"], records: [record] });
      const changed = { ...record, rowid: 'changed', c0: "'); delete from t; --" };
      await writable.done('datastore_upsert', { resource_id: id, records: [changed] });
      assert.deepEqual(await writable.records(id), [{ _id: 1, ...changed }]);
      await writable.done('datastore_delete', {
        resource_id: id,
        filters: { "'); drop table t; --": "' or 1=1" },
      });
      assert.equal((await writable.records(id)).length, 1);
    });

    it('of all fields that are given, with what was said about them', async () => {
      const info = { label: 'Größe', notes: 'in cm' };
      const id = await writable.make({
        fields: [{ id: 'n', type: 'numeric(10,2)', info }],
        records: [{ n: '1.5' }],
      });
      const found = member(await writable.done('datastore_info', { id }), 'fields') as Records;
      assert.deepEqual(found[0]?.['info'], info);
      const fields = member(await writable.done('datastore_search', { resource_id: id }), 'fields');
      assert.deepEqual(fields, [
        { id: '_id', type: 'int' },
        { id: 'n', type: 'numeric', info },
      ]);
    });

    const wrong: readonly (readonly [string, object, object])[] = [
      [
        'an unknown type',
        { fields: [{ id: 'a', type: 'nope' }] },
        { fields: ['"nope" is not a valid field type'] },
      ],
      [
        'a name twice',
        {
          fields: [
            { id: 'a', type: 'int' },
            { id: 'a', type: 'int' },
          ],
        },
        { field: ['Duplicate column names are not supported'] },
      ],
      ['a type that can’t be guessed', { fields: [{ id: 'a' }] }, { fields: ['"a" type not guessable'] }],
      ['a record that is none', { records: [5] }, { records: ['The first row is not a json object'] }],
      [
        'a later record that is none',
        { records: [{ a: 1 }, 5] },
        { records: ['row "1" is not a json object'] },
      ],
      ['a hidden field', { records: [{ _a: 1 }] }, { fields: ['"_a" is not a valid field name'] }],
      [
        'an index on nothing',
        { fields: [{ id: 'a', type: 'int' }], indexes: ['a, b'] },
        { index: ['The field "a, b" is not a valid column name.'] },
      ],
      [
        'a dataset that is not here',
        { resource: { package_id: 'other' } },
        { package_id: ['Not found: Dataset'] },
      ],
      [
        'a trigger without a function',
        { triggers: [{ a: 1 }] },
        { triggers: [{ function: ['Missing value'] }] },
      ],
      ['a trigger', { triggers: [{ function: 'f' }] }, { triggers: ['function f() does not exist'] }],
    ];
    for (const [what, body, messages] of wrong)
      it(`not with ${what}, and leaves nothing behind`, async () => {
        const before = await readdir(datastore.data);
        assert.deepEqual(await writable.refused('datastore_create', { resource: {}, ...body }), messages);
        assert.deepEqual(await readdir(datastore.data), before);
      });
  });

  it('gives back whether it was forced', async () => {
    const made = await writable.done('datastore_create', {
      resource: {},
      fields: [{ id: 'a', type: 'int' }],
      force: 'x',
    });
    assert.equal(member(made, 'force'), false);
  });

  it('refuses triggers that are no list, before anything else', async () => {
    const { status, error } = await datastore.post('datastore_create', {
      resource: {},
      aliases: 5,
      triggers: 'x',
    });
    assert.deepEqual(
      [status, member(error, 'message')],
      [400, "Only lists of dicts can be placed against subschema ('triggers',), not <class 'str'>"],
    );
  });

  describe('changes fields', () => {
    it('adding some for all records', async () => {
      const id = await writable.make({ records: [{ a: 1 }] });
      await writable.done('datastore_create', {
        resource_id: id,
        fields: [{ id: 'n', type: 'numeric' }],
        records: [{ a: 2, b: 'x' }],
      });
      assert.deepEqual(await writable.records(id), [
        { _id: 1, a: 1, n: null, b: null },
        { _id: 2, a: 2, n: null, b: 'x' },
      ]);
    });

    it('taking some away with their values and indexes', async () => {
      const id = await writable.make({
        fields: ['a', 'b', 'c'].map((name) => ({ id: name, type: 'numeric' })),
        primary_key: 'a',
        indexes: ['b'],
        records: [{ a: '1.50', b: 2, c: 3 }],
      });
      await writable.done('datastore_create', {
        resource_id: id,
        delete_fields: true,
        fields: [
          { id: 'c', type: 'numeric' },
          { id: 'd', type: 'text' },
        ],
        records: [{ c: 4, d: 'new' }],
      });
      assert.deepEqual(await writable.records(id, { sort: 'c desc' }), [
        { _id: 2, c: 4, d: 'new' },
        { _id: 1, c: 3, d: null },
      ]);
      const fields = member(await writable.done('datastore_info', { id }), 'fields') as Records;
      assert.ok(fields.every(({ schema }) => member(schema, 'is_index') === false));
      assert.equal((await writable.records(id, { q: '1.50' })).length, 0);
    });

    it('taking some away leaves the others’ values, order and words to search as they were', async () => {
      const fields = ['drop', 'n', 'text', 'list', 'nested', 'day', 'none'];
      const types = ['text', 'numeric', 'text', '_numeric', 'json', 'date', 'text'];
      const id = await writable.make({
        fields: fields.map((name, at) => ({ id: name, type: types[at] })),
        records: [
          {
            drop: 'Gone',
            n: 10.5,
            text: 'Äpfel "x"',
            list: [3, 1],
            nested: { ü: ['Öl', null] },
            day: '2020-02-03',
          },
          { n: 9, nested: { a: 'plain' } },
          { drop: 'gone', text: '' },
        ],
      });
      await writable.done('datastore_delete', { resource_id: id, filters: { n: 9 } });
      const before = await writable.records(id, { fields: ['_id', ...fields.slice(1)] });
      await writable.done('datastore_create', {
        resource_id: id,
        delete_fields: true,
        fields: fields.slice(1).map((name, at) => ({ id: name, type: types[at + 1] })),
      });
      assert.deepEqual(await writable.records(id), before);
      for (const [q, count] of [
        ['gone', 0],
        ['öl', 1],
        ['äpfel', 1],
        ['2020-02', 1],
        ['plain', 0],
      ] as const)
        assert.equal((await writable.records(id, { q })).length, count, q);
      assert.equal((await writable.records(id, { filters: { n: { gt: 10 } } })).length, 1);
    });

    it('taking some away from 150,000 records takes little memory', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'fields-test-'));
      try {
        const script = path.join(projectRoot, 'test/service/api/fieldsDropped.ts');
        // The records are more than such a heap can hold.
        const { stdout } = await run(process.execPath, ['--max-old-space-size=96', script, folder]);
        const { megabytes, found } = JSON.parse(stdout) as { megabytes: number; found: string[][] };
        assert.ok(megabytes < 800, String(megabytes));
        assert.deepEqual(
          found.map(([count]) => count),
          ['150000', '150000'],
        );
        assert.match(found[1]?.[2] ?? '', /\["öl 1"\].value 4 of 1 /);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  });

  it('finds resources by their other names, until these are taken away', async () => {
    const id = await writable.make({ aliases: ['büch er', 'second'], records: [{ a: 1 }] });
    assert.deepEqual(await writable.records('büch er'), [{ _id: 1, a: 1 }]);
    assert.deepEqual(
      member(member(await writable.done('datastore_info', { id: 'second' }), 'meta'), 'aliases'),
      ['second', 'büch er'],
    );
    assert.deepEqual(await writable.refused('datastore_create', { resource: {}, aliases: 'second' }), {
      alias: ['The alias "second" already exists.'],
    });
    assert.deepEqual(await writable.refused('datastore_create', { resource: {}, aliases: id }), {
      alias: [`"${id}" already exists`],
    });
    const resource_id = randomUUID();
    assert.deepEqual(await writable.refused('datastore_create', { resource_id, aliases: resource_id }), {
      alias: [`"${resource_id}" already exists`],
    });
    await writable.done('datastore_create', { resource_id: id, aliases: 'third' });
    assert.equal((await datastore.post('datastore_search', { resource_id: 'second' })).status, 404);
    assert.deepEqual(await writable.records('third'), [{ _id: 1, a: 1 }]);
  });
});
