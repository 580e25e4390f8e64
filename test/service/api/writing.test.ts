/** datastore_upsert and datastore_delete, as CKAN 2.12.0 has them. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { member } from '../../../src/base/cells.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { startServer } from '../../../src/service/http/server.ts';
import type { Reply } from '../../support/askedServer.ts';
import type { TestDatastore } from '../datastore.ts';
import { WritableDatastore } from '../writableDatastore.ts';

describe('writing', () => {
  let writable: WritableDatastore;
  let datastore: TestDatastore;

  beforeEach(async () => {
    writable = await WritableDatastore.open();
    ({ datastore } = writable);
  });
  afterEach(() => datastore.close());

  const keyed = {
    primary_key: 'k',
    fields: [
      { id: 'k', type: 'int' },
      { id: 't', type: 'text' },
    ],
  };

  describe('is all or nothing', () => {
    it('when a record of many is wrong', async () => {
      const id = await writable.make({ ...keyed, records: [{ k: 1, t: 'one' }] });
      const messages = await writable.refused('datastore_upsert', {
        resource_id: id,
        records: [
          { k: 1, t: 'changed' },
          { k: 2, t: 'two' },
          { k: 'x', t: '' },
        ],
      });
      assert.deepEqual(messages, {
        records: ['invalid input syntax for type integer: "x"'],
        records_row: 2,
      });
      assert.deepEqual(await writable.records(id), [{ _id: 1, k: 1, t: 'one' }]);
    });

    it('when a key is there twice', async () => {
      const id = await writable.make({ ...keyed, records: [{ k: 1 }] });
      for (const list of [
        [{ k: 2 }, { k: 1 }],
        [{ k: 2 }, { k: 2 }],
      ]) {
        const messages = (await writable.refused('datastore_upsert', {
          resource_id: id,
          method: 'insert',
          records: list,
        })) as { records: string[] };
        assert.match(
          messages.records[0] ?? '',
          /^duplicate key value violates unique constraint "[0-9a-f]{40}"$/,
        );
      }
      const notUnique = await writable.make({ records: [{ a: 1 }, { a: 1 }] });
      await writable.refused('datastore_create', {
        resource_id: notUnique,
        primary_key: 'a',
        records: [{ a: 2 }],
      });
      assert.equal((await writable.records(notUnique)).length, 2);
      assert.deepEqual(await writable.records(id), [{ _id: 1, k: 1, t: null }]);
    });

    it('in a dry run, which only tells', async () => {
      const id = await writable.make({ ...keyed, records: [{ k: 1, t: 'one' }] });
      const result = await writable.done('datastore_upsert', {
        resource_id: id,
        dry_run: true,
        include_records: true,
        records: [{ k: 1, t: 'changed' }, { k: 2 }],
      });
      assert.deepEqual(member(result, 'records'), [
        { _id: 1, k: 1, t: 'changed' },
        { _id: 3, k: 2, t: null },
      ]);
      assert.deepEqual(await writable.records(id), [{ _id: 1, k: 1, t: 'one' }]);
    });
  });

  describe('gives every record its _id', () => {
    it('once, even to those that were refused or taken back', async () => {
      const id = await writable.make({ ...keyed, records: [{ k: 1 }] });
      const insert = (list: object[], more: object = {}) =>
        datastore.post('datastore_upsert', { resource_id: id, method: 'insert', records: list, ...more });
      await insert([{ k: 2 }], { dry_run: true });
      await insert([{ k: 3 }, { k: 4 }, { k: 'x' }]);
      await insert([{ k: 5 }, { k: 1 }]);
      assert.equal((await insert([{ k: 6 }])).status, 200);
      assert.deepEqual(await writable.records(id, { fields: '_id,k' }), [
        { _id: 1, k: 1 },
        { _id: 7, k: 6 },
      ]);
    });

    it('also where an upsert finds the record', async () => {
      const id = await writable.make({ ...keyed, records: [{ k: 1 }] });
      await writable.done('datastore_upsert', {
        resource_id: id,
        records: [{ k: 1 }, { k: 2 }, { k: 2, t: 'again' }],
      });
      await writable.done('datastore_upsert', { resource_id: id, records: [{ k: 3 }] });
      assert.deepEqual(await writable.records(id), [
        { _id: 1, k: 1, t: null },
        { _id: 3, k: 2, t: 'again' },
        { _id: 5, k: 3, t: null },
      ]);
    });

    it('around those that records brought with them', async () => {
      const id = await writable.make({ fields: [{ id: 'a', type: 'int' }] });
      await writable.done('datastore_upsert', { resource_id: id, records: [{ _id: 2, a: 2 }] });
      await writable.done('datastore_upsert', {
        resource_id: id,
        method: 'insert',
        records: [{ a: 1 }, { a: 3 }],
      });
      assert.deepEqual(await writable.records(id), [
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
        { _id: 3, a: 3 },
      ]);
    });
  });

  describe('changes records', () => {
    it('leaving what they do not name, in the order of the request', async () => {
      const id = await writable.make({
        ...keyed,
        records: [
          { k: 1, t: 'one' },
          { k: 2, t: 'two' },
        ],
      });
      await writable.done('datastore_upsert', {
        resource_id: id,
        method: 'update',
        records: [{ k: 2, t: 'x' }, { _id: 2, k: 3 }, { k: 3, t: 'y' }, { k: 1 }],
      });
      assert.deepEqual(await writable.records(id), [
        { _id: 1, k: 1, t: 'one' },
        { _id: 2, k: 3, t: 'y' },
      ]);
      const messages = await writable.refused('datastore_upsert', {
        resource_id: id,
        method: 'update',
        records: [
          { k: 1, t: 'z' },
          { k: 2, t: 'gone' },
        ],
      });
      assert.deepEqual(messages, { key: [`key "{'val_2': 2}" not found`] });
      await writable.refused('datastore_upsert', { resource_id: id, records: [{ _id: 1, k: 3 }] });
      assert.deepEqual(await writable.records(id, { fields: 'k,t' }), [
        { k: 1, t: 'one' },
        { k: 3, t: 'y' },
      ]);
    });

    it('so that they are found by what they are now', async () => {
      const id = await writable.make({ records: [{ t: 'Straße' }, { t: 'Weg' }] });
      await writable.done('datastore_upsert', { resource_id: id, records: [{ _id: 1, t: 'GASSE' }] });
      assert.deepEqual(await writable.records(id, { q: 'straße' }), []);
      assert.equal((await writable.records(id, { q: 'gasse' })).length, 1);
      const nested = await writable.make({
        fields: [{ id: 'j', type: 'json' }],
        records: [{ j: { k: 'Grün' } }],
      });
      assert.equal((await writable.records(nested, { q: 'grün' })).length, 1);
    });

    it('keeping microseconds that are not shown', async () => {
      const id = await writable.make({
        primary_key: 'ts',
        fields: [
          { id: 'ts', type: 'timestamp' },
          { id: 'n', type: 'int' },
        ],
        records: [{ ts: '2020-01-01T00:00:00.000001' }, { ts: '2020-01-01T00:00:00.000002' }],
      });
      await writable.done('datastore_upsert', { resource_id: id, records: [{ _id: 1, n: 5 }] });
      const found = await writable.records(id, { filters: { ts: '2020-01-01 00:00:00.000001' } });
      assert.deepEqual(found, [{ _id: 1, ts: '2020-01-01T00:00:00.000', n: 5 }]);
    });

    it('of two requests at once, one after the other', async () => {
      const id = await writable.make({ ...keyed, records: [{ k: 0 }] });
      const batch = (word: string) =>
        Array.from({ length: 300 }, (_, k) => ({ k: k % 200, t: `${word} ${String(k)}` }));
      const replies = await Promise.all(
        ['a', 'b', 'c', 'd'].map((word) =>
          datastore.post('datastore_upsert', { resource_id: id, records: batch(word) }),
        ),
      );
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 200, 200, 200],
      );
      const found = await writable.records(id, { limit: 1000 });
      assert.equal(found.length, 200);
      assert.equal(new Set(found.map(({ t }) => (t as string).slice(0, 1))).size, 1);
    });

    it('while others read a whole number of requests', async () => {
      const id = await writable.make({ fields: [{ id: 'a', type: 'int' }] });
      const insert = (): Promise<Reply> =>
        datastore.post('datastore_upsert', {
          resource_id: id,
          method: 'insert',
          records: Array.from({ length: 50 }, (_, a) => ({ a })),
        });
      const reading = Promise.all(
        Array.from({ length: 20 }, () => writable.records(id, { limit: 1000, filters: { a: { gte: 0 } } })),
      );
      await Promise.all([insert(), insert(), insert()]);
      for (const found of await reading) assert.equal(found.length % 50, 0);
      assert.equal(
        member(await writable.done('datastore_search', { resource_id: id, limit: 0 }), 'total'),
        150,
      );
    });
  });

  it('deletes what matches, and gives it back if asked', async () => {
    const id = await writable.make({ records: [{ a: 1 }, { a: 2 }, { a: 3 }] });
    const result = await writable.done('datastore_delete', {
      resource_id: id,
      filters: { a: { gte: 2 } },
      include_deleted_records: true,
    });
    assert.deepEqual(member(result, 'deleted_records'), [
      { _id: 2, a: 2 },
      { _id: 3, a: 3 },
    ]);
    assert.deepEqual(member(result, 'filterops'), { op: 'gte', field: 'a', value: 2 });
    assert.equal(member(await writable.done('datastore_search', { resource_id: id }), 'total'), 1);
    assert.deepEqual(await writable.refused('datastore_delete', { resource_id: id, filters: { b: 1 } }), {
      filters: ['Unknown field: b'],
    });
  });

  it('a parameter that nobody knows is refused beside filters, and passed over where only records can go', async () => {
    const id = await writable.make({ records: [{ a: 1 }] });
    const body = { resource_id: id, filters: { a: 2 }, bogus: '' };
    assert.deepEqual(await writable.refused('datastore_delete', body), {
      __extras: ['invalid value "bogus"'],
    });
    assert.equal(member(await writable.done('datastore_records_delete', body), '__extras'), undefined);
  });

  it('leaves resources of files alone', async () => {
    const resource_id = datastore.id('file.csv');
    for (const [action, body] of [
      ['datastore_create', { records: [{ a: '2' }] }],
      ['datastore_upsert', { method: 'insert', records: [{ a: '2' }] }],
      ['datastore_delete', {}],
      ['datastore_records_delete', { filters: {} }],
    ] as const) {
      const messages = (await writable.refused(action, { resource_id, force: true, ...body })) as Record<
        string,
        unknown
      >;
      assert.deepEqual(Object.keys(messages), ['read-only']);
    }
    assert.deepEqual(await datastore.values('file.csv', 'a'), [1]);
  });

  it('refuses text that would be stored as another text', async () => {
    for (const text of ['a\\u0000b', '\\ud800'])
      await writable.refused('datastore_create', `{"resource":{},"records":[{"t":"${text}"}]}`);
  });

  it('takes a large request quickly enough to be one statement', async () => {
    const list = Array.from({ length: 32_005 }, (_, year) => ({ year, t: `text ${String(year)}` }));
    const id = await writable.make({ primary_key: 'year', records: list });
    await writable.done('datastore_upsert', {
      resource_id: id,
      records: list.map(({ year }) => ({ year, t: 'x' })),
    });
    const result = await writable.done('datastore_search', {
      resource_id: id,
      filters: { t: 'x' },
      limit: 0,
    });
    assert.equal(member(result, 'total'), 32_005);
  });

  describe('lasts', () => {
    it('when the datastore begins anew, for reading too', async () => {
      const id = await writable.make({ ...keyed, aliases: 'other', records: [{ k: 1, t: 'one' }] });
      await datastore.server.close();
      for (const writable of [false, true]) {
        const server = await startServer({ directory: datastore.data, memoryLimitMb: 1024, writable });
        const ask = async (action: string, body: object) => {
          const response = await fetch(`${server.baseUrl}/api/action/${action}`, {
            method: 'POST',
            headers: { Authorization: server.token, 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          });
          return { status: response.status, text: await response.text() };
        };
        try {
          const found = await ask('datastore_search', { resource_id: 'other' });
          assert.match(found.text, /"records":\[\{"_id":1,"k":1,"t":"one"\}\]/);
          const written = await ask('datastore_upsert', { resource_id: id, records: [{ k: 1, t: 'one' }] });
          assert.equal(written.status, writable ? 200 : 403);
          if (!writable) assert.match(written.text, /--writable/);
        } finally {
          await server.close();
        }
      }
    });

    it('or has not happened, when what is known of it can’t be written', async () => {
      const resource_id = await writable.make({ records: [{ a: 1 }] });
      const full = mock.method(Catalogue.prototype, 'replace', () => Promise.reject(new Error('full')));
      const body = { resource_id, method: 'insert', records: [{ a: 2 }] };
      try {
        assert.equal((await datastore.post('datastore_upsert', body)).status, 500);
        assert.equal((await datastore.post('datastore_delete', { resource_id, filters: {} })).status, 500);
      } finally {
        full.mock.restore();
      }
      const found = await writable.done('datastore_search', { resource_id });
      assert.equal(member(found, 'total'), 1);
      assert.deepEqual(member(found, 'records'), [{ _id: 1, a: 1 }]);
      await writable.done('datastore_upsert', body);
      assert.equal(member(await writable.done('datastore_search', { resource_id }), 'total'), 2);
    });

    it('when a process ended between the records and their number', async () => {
      const id = await writable.make({ records: [{ a: 1 }, { a: 2 }] });
      const file = path.join(datastore.data, `${id}.json`);
      const before = await readFile(file, 'utf8');
      await writable.done('datastore_upsert', { resource_id: id, method: 'insert', records: [{ a: 3 }] });
      await datastore.server.close();
      await writeFile(file, before);
      const server = await startServer({ directory: datastore.data, memoryLimitMb: 1024, writable: true });
      const ask = async (action: string, body: object): Promise<string> => {
        const response = await fetch(`${server.baseUrl}/api/action/${action}`, {
          method: 'POST',
          headers: { Authorization: server.token, 'Content-Type': 'application/json' },
          body: JSON.stringify({ resource_id: id, ...body }),
        });
        return response.text();
      };
      try {
        assert.match(await ask('datastore_search', {}), /"total":3/);
        await ask('datastore_upsert', { method: 'insert', records: [{ a: 4 }] });
        assert.match(await ask('datastore_search', {}), /\{"_id":4,"a":4\}/);
      } finally {
        await server.close();
      }
    });
  });
});
