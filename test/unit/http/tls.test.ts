import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { certificate, type Certificate } from '../../faults/certificate.ts';
import { ask, releaseAll, failure, InstantClock, plainSettings, undici } from '../../faults/client.ts';
import { startProxy } from '../../faults/proxyServer.ts';
import { message, RawServer, type Answer } from '../../faults/rawServer.ts';
import { askInChild } from './askInChild.ts';

const answerWell: Answer = (_request, socket) => socket.write(message(200, {}, '{}'));

describe('TLS', function () {
  this.timeout(20_000);
  let good: Certificate;
  before(() => (good = certificate(['portal.test'])));
  afterEach(releaseAll);

  const unknownIssuer = 'DEPTH_ZERO_SELF_SIGNED_CERT';
  const faults: readonly [number, string, string, () => TlsOptions, string][] = [
    [19, 'expired', 'tlsExpired', () => certificate(['portal.test'], { expired: true }), 'CERT_HAS_EXPIRED'],
    [20, 'for another host', 'tlsName', () => certificate(['other.test']), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [21, 'of an unknown issuer', 'tlsIssuer', () => good, unknownIssuer],
    [
      22,
      'TLS 1.1 only',
      'tlsVersion',
      () => ({ ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' }),
      'PROTOCOL_VERSION',
    ],
  ];
  for (const [row, what, kind, options, code] of faults) {
    it(`${row}: ${what} is refused, for that reason`, async () => {
      const tls = options();
      const server = await RawServer.start(answerWell, { tls });
      const url = server.url('/', 'portal.test');
      // A known issuer has signed the other certificates.
      const trusted = { [code === unknownIssuer ? 'UNUSED' : 'NODE_EXTRA_CA_CERTS']: String(tls.cert) };
      const asked = await withFile(trusted, (environment) => askInChild(url, plainSettings, environment));
      assert.equal(asked.ended, kind);
      assert.match(asked.message, new RegExp(`^portal.test:.*${code}`));
      assert.equal(server.requests.length, 0);
    });
  }

  it('is not asked again after a refusal', async () => {
    const server = await RawServer.start(answerWell, { tls: good });
    const clock = new InstantClock();
    const url = server.url('/', 'portal.test');
    const error = await failure(ask(url, { clock }));
    assert.deepEqual({ kind: error.kind, host: error.host }, { kind: 'tlsIssuer', host: url.host });
    assert.deepEqual(clock.pauses, []);
  });

  for (const proxied of [false, true]) {
    it(`speaks HTTP/1.1 to a server that would rather speak HTTP/2${proxied ? ', also through a proxy' : ''}`, async () => {
      const server = await RawServer.start(answerWell, { tls: { ...good, ALPNProtocols: ['h2', 'http/1.1'] } });
      const proxy = proxied ? { proxy: (await startProxy()).url().origin } : {};
      const transport = undici({ strictSsl: false, ...proxy });
      assert.equal((await ask(server.url('/', 'portal.test'), { transport })).status, 200);
      assert.equal(server.requests[0]?.method, 'POST');
    });
  }

  it('strictSsl off accepts them all', async () => {
    for (const tls of [certificate(['other.test'], { expired: true }), good]) {
      const server = await RawServer.start(answerWell, { tls });
      assert.equal(
        (await ask(server.url('/', 'portal.test'), { transport: undici({ strictSsl: false }) })).status,
        200,
      );
    }
  });

  for (const [variable, systemCertificates, ended] of [
    ['SSL_CERT_FILE', true, 200],
    ['SSL_CERT_FILE', false, 'tlsIssuer'],
    ['NODE_EXTRA_CA_CERTS', true, 200],
    ['NODE_EXTRA_CA_CERTS', false, 200],
  ] as const) {
    it(`an authority of ${variable}, system certificates ${systemCertificates ? 'on' : 'off'}: ${ended}`, async () => {
      const server = await RawServer.start(answerWell, { tls: good });
      const url = server.url('/', 'portal.test');
      const settings = { ...plainSettings, systemCertificates };
      const asked = await withFile({ [variable]: good.cert }, (environment) => askInChild(url, settings, environment));
      assert.equal(asked.ended, ended);
    });
  }

  for (const [name, transport] of [
    ['undici', () => undici()],
    ['fetch', () => new FetchTransport()],
  ] as const) {
    it(`17: https to a port that speaks http, over ${name}`, async () => {
      const plain = createServer().listen(0, '127.0.0.1');
      await once(plain, 'listening');
      const url = new URL(`https://localhost:${(plain.address() as AddressInfo).port}/`);
      const error = await failure(ask(url, { transport: transport() }));
      assert.deepEqual({ kind: error.kind, host: error.host }, { kind: 'tlsOnPlainPort', host: url.host });
      plain.close();
    });

    it(`18: http to a port that speaks TLS, over ${name}`, async () => {
      const server = await RawServer.start(answerWell, { tls: good });
      const url = new URL(`http://localhost:${server.port}/`);
      assert.equal((await failure(ask(url, { transport: transport() }))).kind, 'closed');
    });
  }
});

/** Writes each text to a file and passes the paths. */
async function withFile<T>(
  texts: Readonly<Record<string, string>>,
  use: (environment: Record<string, string>) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'authority-'));
  try {
    const environment = Object.entries(texts).map(([name, text]) => {
      const file = path.join(directory, `${name}.pem`);
      writeFileSync(file, text);
      return [name, file];
    });
    return await use(Object.fromEntries(environment) as Record<string, string>);
  } finally {
    await rm(directory, { recursive: true });
  }
}
