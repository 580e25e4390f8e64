import assert from 'node:assert/strict';
import { proxyFor, type NetworkSettings } from '../../../src/http/networkSettings.ts';
import { failure, plainSettings } from '../../faults/client.ts';

const DIRECT = undefined;
const PROXY = 'http://proxy.test:8080';

describe('proxyFor', () => {
  const choices: readonly [string, string, Partial<NetworkSettings>, string | undefined][] = [
    ['nothing is set', 'https://portal.test/', {}, DIRECT],
    ['the setting', 'https://portal.test/', { proxy: PROXY }, PROXY],
    ['the setting without a scheme', 'https://portal.test/', { proxy: 'proxy.test:8080' }, PROXY],
    ['a setting of spaces', 'https://portal.test/', { proxy: '  ' }, DIRECT],
    ['support is off', 'https://portal.test/', { proxy: PROXY, proxySupport: 'off' }, DIRECT],
    ['support is on', 'https://portal.test/', { proxy: PROXY, proxySupport: 'on' }, PROXY],
    ['support is fallback', 'https://portal.test/', { proxy: PROXY, proxySupport: 'fallback' }, PROXY],
    ['HTTPS_PROXY', 'https://portal.test/', { environment: { HTTPS_PROXY: PROXY } }, PROXY],
    ['HTTPS_PROXY is not for http', 'http://portal.test/', { environment: { HTTPS_PROXY: PROXY } }, DIRECT],
    ['https_proxy', 'https://portal.test/', { environment: { https_proxy: PROXY } }, PROXY],
    ['HTTP_PROXY', 'http://portal.test/', { environment: { HTTP_PROXY: PROXY } }, PROXY],
    ['HTTP_PROXY is also for https', 'https://portal.test/', { environment: { HTTP_PROXY: PROXY } }, PROXY],
    ['ALL_PROXY', 'http://portal.test/', { environment: { all_proxy: PROXY } }, PROXY],
    ['an empty HTTPS_PROXY', 'https://portal.test/', { environment: { HTTPS_PROXY: '' } }, DIRECT],
    [
      'the setting wins',
      'https://portal.test/',
      { proxy: PROXY, environment: { HTTPS_PROXY: 'http://other.test' } },
      PROXY,
    ],
    [
      'off means the environment too',
      'https://portal.test/',
      { proxySupport: 'off', environment: { HTTPS_PROXY: PROXY } },
      DIRECT,
    ],
    ['10: loopback is always direct', 'http://127.0.0.1:5000/', { proxy: PROXY }, DIRECT],
    ['10: localhost is always direct', 'http://localhost:5000/', { environment: { HTTP_PROXY: PROXY } }, DIRECT],
    ['10: ::1 is always direct', 'http://[::1]:5000/', { proxy: PROXY }, DIRECT],
  ];
  for (const [what, url, settings, proxy] of choices) {
    it(what, () => {
      assert.equal(proxyFor(new URL(url), { ...plainSettings, ...settings })?.origin, proxy);
    });
  }

  const exceptions: readonly [string, string, boolean][] = [
    ['portal.test', 'https://portal.test/', true],
    ['portal.test', 'https://data.portal.test/', true],
    ['portal.test', 'https://otherportal.test/', false],
    ['.portal.test', 'https://data.portal.test/', true],
    ['*.portal.test', 'https://data.portal.test/', true],
    ['PORTAL.test', 'https://portal.test/', true],
    ['portal.test:443', 'https://portal.test/', true],
    ['portal.test:8443', 'https://portal.test/', false],
    ['portal.test:80', 'http://portal.test/', true],
    ['*', 'https://portal.test/', true],
    ['10.0.0.0/8', 'http://10.20.30.40/', true],
    ['10.0.0.0/8', 'http://11.20.30.40/', false],
    ['10.0.0.0/', 'http://11.20.30.40/', false],
    ['10.0.0.0/33', 'http://10.0.0.0/', false],
    ['10.0.0.0/8', 'http://portal.test/', false],
    ['fd00::/8', 'http://[fd00::1]/', true],
    ['fd00::1', 'http://[fd00::1]/', true],
    ['[fd00::1]:80', 'http://[fd00::1]/', true],
    ['10.0.0.1', 'http://10.0.0.1/', true],
    ['', 'http://portal.test/', false],
  ];
  for (const [entry, url, direct] of exceptions) {
    it(`noProxy ${JSON.stringify(entry)} ${direct ? 'covers' : 'does not cover'} ${url}`, () => {
      const settings = { ...plainSettings, proxy: PROXY };
      const expected = direct ? DIRECT : PROXY;
      assert.equal(proxyFor(new URL(url), { ...settings, noProxy: [entry] })?.origin, expected);
      const environment = { NO_PROXY: `first.test, ${entry}` };
      assert.equal(proxyFor(new URL(url), { ...settings, environment })?.origin, expected);
    });
  }

  for (const [proxy, host] of [
    ['http://me:secret@', '…'],
    ['socks5://me:secret@proxy.test:1080', 'proxy.test:1080'],
    ['http://me:secret@proxy.test:99999', '…'],
  ] as const) {
    it(`${proxy} cannot be used, and its password is not told`, async () => {
      const choose = async (): Promise<unknown> =>
        Promise.resolve(proxyFor(new URL('https://portal.test/'), { ...plainSettings, proxy }));
      const error = await failure(choose());
      const { kind, target } = error;
      assert.deepEqual({ kind, host: error.host, target }, { kind: 'proxyAddress', host, target: 'http.proxy' });
      assert.doesNotMatch(error.message, /secret/);
    });
  }
});
