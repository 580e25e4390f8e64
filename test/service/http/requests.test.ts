/** The input of an action may be in several places (docs/ckan.md 1 to 3), and answers have fixed shapes. */
import assert from 'node:assert/strict';
import { member } from '../../../src/base/cells.ts';
import { TestDatastore } from '../datastore.ts';

describe('requests', () => {
  let datastore: TestDatastore;

  before(async () => {
    datastore = await TestDatastore.open({ 'r.csv': { content: 't,n\none,1\n"",0\n,\n25,25\nTrue,-1\nNone,5\n' } });
  });
  after(() => datastore.close());

  it('a repeated name is a list; JSON text in filters and q', async () => {
    const target = `/api/action/datastore_search?resource_id=${datastore.id('r.csv')}&fields=t&fields=_id&q=%7B%22t%22%3A%22ne%22%7D`;
    const reply = await datastore.send(target, { headers: { Authorization: datastore.server.token } });
    assert.deepEqual(member(reply.result, 'records'), [
      { t: 'one', _id: 1 },
      { t: 'None', _id: 6 },
    ]);
  });

  const form = (body: BodyInit, headers: Record<string, string> = {}) =>
    datastore.send('/api/action/datastore_search', {
      method: 'POST',
      headers: { Authorization: datastore.server.token, ...headers },
      body,
    });

  it('POST with a form, and with the JSON that curl -d calls one', async () => {
    const fields = { resource_id: datastore.id('r.csv'), fields: 't', limit: '1', filters: '{"n":[25]}' };
    const url = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const json = JSON.stringify({ ...fields, filters: { n: 25 } });
    const parts = new FormData();
    for (const [name, value] of Object.entries(fields)) parts.append(name, value);
    for (const reply of [await form(new URLSearchParams(fields)), await form(parts), await form(json, url)])
      assert.deepEqual(member(reply.result, 'records'), [{ t: '25' }], reply.text);
    assert.equal((await form('no json', url)).status, 400);
    assert.equal((await form('x', { 'Content-Type': 'multipart/form-data; boundary=b' })).status, 400);
  });

  it('HEAD and OPTIONS; JSONP with the token', async () => {
    const target = `/api/action/datastore_search?resource_id=${datastore.id('r.csv')}`;
    const ask = (method: string, query = '') =>
      datastore.send(target + query, { method, headers: { Authorization: datastore.server.token } });
    const head = await ask('HEAD');
    assert.deepEqual([head.status, head.text], [200, '']);
    const preflight = await ask('OPTIONS');
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [200, null]);
    const script = await ask('GET', '&callback=cb');
    assert.match(script.text, /^cb\(\{"help".*\}\);$/s);
    assert.equal(script.headers.get('content-type'), 'application/javascript;charset=utf-8');
    assert.match((await ask('GET', '&callback=alert(1);x')).text, /^\{/);
  });

  it('a form without a boundary has no parameters: those in the address count', async () => {
    const reply = await datastore.send(`/api/action/datastore_search?limit=1&resource_id=${datastore.id('r.csv')}`, {
      method: 'POST',
      headers: { Authorization: datastore.server.token, 'Content-Type': 'multipart/form-data' },
    });
    assert.equal(reply.status, 200, reply.text);
  });

  it('a query string wins over a body', async () => {
    const reply = await datastore.send('/api/action/datastore_search?limit=1', {
      method: 'POST',
      headers: { Authorization: datastore.server.token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ resource_id: datastore.id('r.csv') }),
    });
    assert.deepEqual(member(reply.error, 'resource_id'), ['Missing value']);
  });
});
