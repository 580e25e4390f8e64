import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readToken } from '../../../src/cli/options.ts';
import { runCli } from '../../support/drivers/commandLine.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';

const TOKEN = 's3cret-token';
const env = { DATASTORE_TOKEN: TOKEN };

describe('the token of the environment', () => {
  const cases: readonly (readonly [what: string, place: Parameters<typeof readToken>[1], isSent: boolean])[] = [
    ['goes to the portal of --base-url', { 'base-url': 'https://h.test' }, true],
    ['stays here where only a pasted address names the portal', {}, false],
    ['goes to the origin of --token-for', { 'token-for': ['https://H.test:443/'] }, true],
    ['goes to no other origin', { 'base-url': 'https://h.test', 'token-for': ['https://g.test'] }, false],
    ['goes to no other port', { 'token-for': ['https://h.test:8443'] }, false],
    ['goes to no other scheme', { 'token-for': ['http://h.test'] }, false],
  ];
  for (const [what, place, isSent] of cases)
    it(what, () => {
      const { token, remarks } = readToken('https://h.test/data', place, env);
      assert.equal(token, isSent ? TOKEN : undefined);
      const remark = "DATASTORE_TOKEN isn't sent to https://h.test. To send it there, use --token-for https://h.test.";
      assert.deepEqual(remarks, isSent ? [] : [remark]);
      assert.deepEqual(readToken('https://h.test/data', place, {}), { remarks: [] });
    });

  for (const origin of ['h.test', 'https://h.test/data', 'https://me@h.test', 'ftp://h.test', ''])
    it(`is for an origin, not for "${origin}"`, () => {
      assert.throws(() => readToken('https://h.test', { 'token-for': [origin] }, env), /isn't an origin such as/);
    });

  it('is for one origin', () => {
    const twice = { 'token-for': ['https://h.test', 'https://h.test'] };
    assert.throws(() => readToken('https://h.test', twice, env), /--token-for can be used once/);
  });
});

describe('commands that ask a portal', function () {
  this.timeout(60_000);
  const ckan = new FakeCkan({ resources: { r: { fields: [{ id: 'a', type: 'int' }], rows: [[5]] } } });
  let server: Server;
  let [portal, redirecting] = ['', ''];

  before(async () => {
    portal = new URL(await ckan.listen()).origin;
    server = http.createServer((request, response) => {
      response.writeHead(307, { location: portal + (request.url ?? '') }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    redirecting = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  after(async () => {
    server.close();
    await ckan.close();
  });
  beforeEach(() => ckan.calls.splice(0));
  const tokens = () => new Set(ckan.calls.map(({ authorization }) => authorization));

  it('send no token to a portal that only a pasted address names, and say so', async () => {
    const resource = ['--resource', `${portal}/api/3/action/datastore_search?resource_id=r`, '--format', 'csv'];
    const { code, stdout, stderr } = await runCli(['search', ...resource], env);
    assert.deepEqual([code, stdout], [0, '_id,a\r\n1,5\r\n']);
    assert.match(
      stderr,
      /^DATASTORE_TOKEN isn't sent to http:\/\/127\.0\.0\.1:\d+\. To send it there, use --token-for /,
    );
    assert.deepEqual(tokens(), new Set([undefined]));
    await runCli(['search', ...resource, '--token-for', portal], env);
    assert.ok(tokens().has(TOKEN));
  });

  it('send it to no other origin after a redirect, even to the named one', async () => {
    for (const place of [[], ['--token-for', portal]])
      for (const [command, ...more] of [['catalog'], ['search', '--resource', 'r'], ['summarize', '--resource', 'r']])
        await runCli([command ?? '', '--base-url', redirecting, ...more, ...place], env);
    assert.ok(!tokens().has(TOKEN));
  });

  it('take --token-for once, and not with a file', async () => {
    const twice = ['catalog', '--base-url', portal, '--token-for', portal, '--token-for', redirecting];
    assert.match((await runCli(twice, env)).stderr, /^--token-for can be used once/);
    const { code, stderr } = await runCli(['search', 'x.csv', '--token-for', portal], env);
    assert.deepEqual([code, stderr.includes('--token-for can\'t be used with the file "x.csv".')], [2, true]);
    assert.equal(ckan.calls.length, 0);
  });
});
