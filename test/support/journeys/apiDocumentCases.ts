/**
 * A test for each sentence of the API document that the project implements. They run on each engine's tables of the
 * samples.
 */
import assert from 'node:assert/strict';
import { ExactNumber, type ExactValue, member } from '../../../src/base/cells.ts';
import type { AskedServer } from '../drivers/askedServer.ts';

type Lesson = Record<string, ExactValue>;

/** `served` contains the lessons and stations of media/sample. */
export function apiDocumentCases(served: () => AskedServer): void {
  let datastore: AskedServer;
  let all: readonly Lesson[];

  before(async () => {
    datastore = served();
    all = (await datastore.records('lessons', { limit: 1000 })) as readonly Lesson[];
    assert.equal(all.length, 120);
  });

  const found = async (query: object) => (await datastore.records('lessons', { limit: 1000, ...query })) as Lesson[];
  const texts = (lesson: Lesson) =>
    Object.entries(lesson).flatMap(([key, value]) => {
      if (key === '_id' || value === null) return [];
      return [value instanceof ExactNumber ? value.text : JSON.stringify(value).replace(/^"|"$/g, '')];
    });

  it('resource_id names the resource; records are at result.records', async () => {
    for (const [name, field, value] of [
      ['lessons', 'code', '00040'],
      ['stations', 'station_id', 'S001'],
    ] as const) {
      const reply = await datastore.post('datastore_search', { resource_id: datastore.id(name) });
      assert.equal(reply.status, 200);
      assert.equal(member(reply.json, 'success'), true);
      const records = member(reply.result, 'records') as readonly Lesson[];
      assert.equal(records[0]?.[field], value);
    }
  });

  it('resource_id is required', async () => {
    const reply = await datastore.post('datastore_search', {});
    assert.equal(reply.status, 409);
    assert.deepEqual(reply.error, { resource_id: ['Missing value'], __type: 'Validation Error' });
  });

  it('limit is the highest number of records', async () => {
    assert.equal((await found({ limit: 7 })).length, 7);
    assert.equal((await found({ limit: 0 })).length, 0);
  });

  it('limit is 100 unless given', async () => {
    assert.equal((await found({ limit: undefined })).length, 100);
  });

  it('resource_id and limit alone give the first records', async () => {
    assert.deepEqual(await found({ limit: 5 }), all.slice(0, 5));
  });

  it('q finds the records that contain it in any field', async () => {
    for (const q of ['ridge', '0115', '007', 'true', '2026-02', '“The drawn']) {
      const expected = all.filter((lesson) => texts(lesson).some((text) => text.includes(q)));
      assert.ok(expected.length > 0, q);
      assert.deepEqual(await found({ q }), expected, q);
    }
  });

  it('q is not bound to upper or lower case', async () => {
    const expected = all.filter((lesson) => texts(lesson).some((text) => text.toLowerCase().includes('größe')));
    assert.ok(expected.length > 0);
    assert.deepEqual(await found({ q: 'GRÖSSE' }), []);
    assert.deepEqual(await found({ q: 'GRÖßE' }), expected);
    assert.deepEqual(await found({ q: 'größe' }), expected);
  });

  it('q is one text, not words, and not a pattern', async () => {
    assert.deepEqual(await found({ q: 'drawn colour' }), []);
    assert.deepEqual(await found({ q: '%' }), []);
    assert.deepEqual(await found({ q: 'dr_wn' }), []);
  });

  it('a filter with one value asks for equality', async () => {
    assert.deepEqual(
      await found({ filters: { subject: 'art' } }),
      all.filter(({ subject }) => subject === 'art'),
    );
    assert.deepEqual(
      await found({ filters: { stage: 2 } }),
      all.filter(({ stage }) => stage === 2),
    );
    assert.deepEqual(await found({ filters: { subject: 'ar' } }), []);
  });

  it('a filter with an array means any of its values', async () => {
    const expected = all.filter(({ subject }) => subject === 'art' || subject === 'music');
    assert.deepEqual(await found({ filters: { subject: ['music', 'art', 'none'] } }), expected);
  });

  it('several filters must all hold', async () => {
    const expected = all.filter(({ subject, stage }) => subject === 'math' && (stage === 1 || stage === 3));
    assert.ok(expected.length > 0);
    assert.deepEqual(await found({ filters: { subject: 'math', stage: [1, 3] } }), expected);
  });

  it('q, filters and limit work together in one POST', async () => {
    const expected = all.filter(({ subject, note }) => subject === 'art' && JSON.stringify(note).includes('projector'));
    assert.ok(expected.length > 1);
    const query = { q: 'PROJECTOR', filters: { subject: ['art'] }, limit: 1 };
    const reply = await datastore.post('datastore_search', { resource_id: datastore.id('lessons'), ...query });
    assert.deepEqual(member(reply.result, 'records'), expected.slice(0, 1));
    assert.equal(member(reply.result, 'total'), expected.length);
  });

  it('the token goes raw into Authorization', async () => {
    const ask = (authorization: string) =>
      datastore.send(`/api/action/datastore_search?resource_id=${datastore.id('lessons')}`, {
        headers: { Authorization: authorization },
      });
    assert.equal((await ask(datastore.server.token)).status, 200);
    assert.equal((await ask(`Bearer ${datastore.server.token}`)).status, 403);
  });

  it('GET takes the same parameters in the query string', async () => {
    const query = { q: 'projector', filters: '{"subject":["art"],"stage":4}', limit: '2' };
    const byGet = await datastore.get('datastore_search', { resource_id: datastore.id('lessons'), ...query });
    const byPost = await found({ q: 'projector', filters: { subject: ['art'], stage: 4 }, limit: 2 });
    assert.ok(byPost.length > 0);
    assert.deepEqual(member(byGet.result, 'records'), byPost);
  });

  it('a base URL may carry a path', async () => {
    const body = { resource_id: datastore.id('lessons'), limit: 1 };
    assert.deepEqual(
      member((await datastore.post('datastore_search', body, '/en')).result, 'records'),
      all.slice(0, 1),
    );
    assert.equal((await datastore.post('datastore_search', body, '/english')).status, 405);
  });

  it('/api/3/action is the same as /api/action', async () => {
    const target = `action/datastore_search?resource_id=${datastore.id('lessons')}&limit=1`;
    const init = { headers: { Authorization: datastore.server.token } };
    const [one, other] = await Promise.all([
      datastore.send(`/api/${target}`, init),
      datastore.send(`/api/3/${target}`, init),
    ]);
    assert.equal(one.status, 200);
    assert.equal(one.text, other.text);
  });
}
