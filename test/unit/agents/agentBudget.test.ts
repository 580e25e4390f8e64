import assert from 'node:assert/strict';
import { AgentBudget } from '../../../src/agents/agentBudget.ts';
import { callTool } from '../../../src/agents/callTool.ts';
import { untilAborted } from '../../../src/base/untilAborted.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { CASE_FIELDS, CASE_ROWS, ckanWith, toolAnswer } from '../../support/fakes/agentCases.ts';
import { placesOf, portalAt, transportTo } from '../../support/fakes/agentPlaces.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';

describe('The budget of the tools', () => {
  it('ends reading at its bytes, and says which share was summarized', async () => {
    const many = ckanWith({ rows: Array.from({ length: 20_000 }, (_, at) => ['x'.repeat(300), at, '']) });
    const budget = new AgentBudget({ mostBytes: 1_000_000 });
    const { says, data } = await toolAnswer(
      'datastore_summarize',
      { resource: 'r', by: ['city'] },
      placesOf(many),
      budget,
    );
    assert.deepEqual(says('complete'), ['false']);
    assert.deepEqual(says('cut').slice(0, 1), [
      'Only the first 100 records of 20000 (0.5 %) were read. One call reads at most 32 MiB.',
    ]);
    assert.deepEqual(data[2], ['x'.repeat(200) + '…[+100]', 100]);
    const described = await toolAnswer(
      'datastore_describe',
      { resource: 'r' },
      placesOf(many),
      new AgentBudget({ mostBytes: 1_000_000 }),
    );
    assert.match(described.says('cut')[0] ?? '', /^Only the first 100 records of 20000 .* cover only these\.$/);
    const { text } = await toolAnswer(
      'datastore_search',
      { resource: 'r' },
      placesOf(many),
      new AgentBudget({ mostBytes: 1000 }),
    );
    assert.match(text, /^error: One call reads at most 32 MiB\.\ncomplete: false\nnext: Ask for less/);
  });

  it('sends at most 20 requests, and says that fields were not read', async () => {
    const listed = Array.from({ length: 30 }, (_, at) => ({
      ...{ name: `d${String(at)}`, title: 'Cases' },
      resources: Array.from({ length: 7 }, () => ({ id: 'r', name: 'Cases', datastore_active: true })),
    }));
    const ckan = new FakeCkan({
      resources: { r: { fields: CASE_FIELDS, rows: CASE_ROWS } },
      catalog: { datasets: listed },
    });
    const places = placesOf(ckan);
    const { says, data, isError } = await toolAnswer('datastore_find', {}, places);
    assert.deepEqual([isError, says('total'), says('returned'), says('complete')], [false, ['30'], ['10'], ['false']]);
    assert.ok(says('cut').includes('Fields of some resources, which were not read.'));
    assert.deepEqual((data[1] as { readonly moreResources: number }).moreResources, 2);
    assert.ok(places.transport.sent.length > 10 && places.transport.sent.length <= 20);
  });

  it('sends no 21st request', async () => {
    const hosts = Array.from({ length: 11 }, (_, at) => `p${String(at)}.test`);
    const transport = transportTo(Object.fromEntries(hosts.map((host) => [host, ckanWith()])));
    const places = { portals: hosts.map((host) => portalAt(host)), files: [], transport };
    // Each portal is asked for datasets with all words, then for some of them.
    const { says, isError } = await toolAnswer('datastore_find', { q: 'no such' }, places);
    assert.deepEqual([isError, says('cut')], [false, ['One call sends at most 20 requests.']]);
    assert.equal(transport.sent.length, 20);
  });

  it('says when to go on after 60 requests in a minute', async () => {
    const places = placesOf(ckanWith());
    let time = 0;
    const budget = new AgentBudget({ now: () => time });
    for (let calls = 0; calls < 60; calls += 1) {
      time += 100;
      const { isError } = await toolAnswer('datastore_search', { resource: 'r' }, places, budget);
      assert.equal(isError, calls >= 58, String(calls));
    }
    assert.equal(places.transport.sent.length, 60);
    const { text } = await toolAnswer('datastore_search', { resource: 'r' }, places, budget);
    assert.match(text, /At most 60 requests are sent in a minute\. Go on in 55 seconds\./);
    time += 60_000;
    assert.ok(!(await toolAnswer('datastore_search', { resource: 'r' }, places, budget)).isError);
  });

  it('ends a call in time with what was read, even if a server never answers again', async () => {
    let hangsAfter = 0;
    const ckan = ckanWith();
    const honest = transportTo({ 'ckan.test': ckan });
    const send: Transport['send'] = (request, stop) =>
      hangsAfter-- > 0
        ? honest.send(request, stop)
        : new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason as Error)));
    const places = { ...placesOf(ckan), transport: { send, dispose: () => Promise.resolve() } };
    const input = { resource: 'r', by: ['city'] };
    const { text } = await toolAnswer('datastore_summarize', input, places, new AgentBudget({ mostMs: 50 }));
    assert.match(text, /^error: One call takes at most 30 seconds\.\n/);
    hangsAfter = 2;
    const { says, data } = await toolAnswer('datastore_summarize', input, places, new AgentBudget({ mostMs: 200 }));
    assert.deepEqual(says('cut'), [
      'Only the first 100 records of 3000 (3.3 %) were read. One call takes at most 30 seconds.',
    ]);
    assert.deepEqual(data[2], ['', 25]);
  });

  it('names the datasets that it found, even if their fields take too long', async () => {
    const ckan = ckanWith();
    const honest = transportTo({ 'ckan.test': ckan });
    const send: Transport['send'] = (request, stop) =>
      request.url.pathname.endsWith('package_search')
        ? honest.send(request, stop)
        : untilAborted(new Promise(() => undefined), stop);
    const places = { ...placesOf(ckan), transport: { send, dispose: () => Promise.resolve() } };
    const { says, data } = await toolAnswer('datastore_find', {}, places, new AgentBudget({ mostMs: 100 }));
    assert.deepEqual([says('returned'), says('complete')], [['1'], ['false']]);
    assert.match(says('cut')[0] ?? '', /^Fields of some resources, which were not read\.$/);
    assert.equal((data[1] as { readonly dataset: string }).dataset, 'Cases by city');
  });

  it('ends a call even if nothing heeds its signal', async () => {
    const transport = { send: () => new Promise<never>(() => undefined), dispose: () => Promise.resolve() };
    const file = { name: 'a.csv', open: () => new Promise<never>(() => undefined) };
    const places = { ...placesOf(ckanWith(), { files: [file] }), transport };
    const { text } = await toolAnswer(
      'datastore_search',
      { resource: 'a.csv' },
      places,
      new AgentBudget({ mostMs: 50 }),
    );
    assert.match(text, /^error: One call takes at most 30 seconds\.\n/);
  });

  it("ends with the caller's signal", async () => {
    const stop = new AbortController();
    stop.abort(new Error('stop'));
    await assert.rejects(callTool('datastore_find', {}, placesOf(ckanWith()), new AgentBudget(), stop.signal), /stop/);
  });

  it('follows redirects to https on the same host only', async () => {
    for (const [location, isRefused] of [
      ['http://169.254.169.254/', true],
      ['https://evil.test/api/action/datastore_search', true],
      ['https://ckan.test:8443/x', true],
      ['https://[::ffff:127.0.0.1]/', true],
    ] as const) {
      const places = placesOf(ckanWith({ firewall: () => ({ status: 302, text: '', headers: { location } }) }));
      const { text, isError } = await toolAnswer('datastore_search', { resource: 'r' }, places);
      assert.equal(isError, isRefused);
      assert.match(text, /redirects to another host/);
      assert.ok(
        places.transport.sent.every(({ url }) => url.host === 'ckan.test'),
        location,
      );
    }
  });

  it('never shows a token that a server sends back, whole or cut', async () => {
    const token = 'Secret*Token<1>';
    const echo = ckanWith({
      rows: [[`${'x'.repeat(190)}${token}`, 1, token]],
      fault: ({ action, body }, honest) =>
        action === 'datastore_search' && !body.includes('other')
          ? honest
          : {
              status: 409,
              text: JSON.stringify({ success: false, error: { message: token, __type: 'Validation Error' } }),
            },
    });
    const places = placesOf(echo, { portals: [portalAt('ckan.test', { token })] });
    for (const [name, input] of [
      ['datastore_search', { resource: 'other' }],
      ['datastore_search', { resource: 'r' }],
      ['datastore_describe', { resource: 'r' }],
      ['datastore_find', {}],
      ['datastore_summarize', { resource: 'r', by: ['city', 'day'] }],
    ] as const) {
      const { text } = await toolAnswer(name, input, places);
      assert.ok(places.transport.sent.some(({ headers }) => headers['authorization'] === token));
      assert.doesNotMatch(
        text.replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
        /Secret/,
        name,
      );
    }
  });
});
