/** S6: who the embedded datastore answers (docs/security.md 11 and 14). */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { sampleFiles, TestDatastore } from '../service/datastore.ts';
import { Cases } from './cases.ts';

interface Part {
  readonly lines: readonly string[];
  readonly isRight: boolean;
}

const right = (...lines: readonly string[]): Part => ({ lines, isRight: true });
const wrong = (...lines: readonly string[]): Part => ({ lines, isRight: false });

/** Each is right or wrong by itself; only where all are right is there an answer. */
const HOSTS = [
  right('Host: 127.0.0.1:PORT'),
  right('Host: localhost:PORT'),
  wrong('Host: portal.example:PORT'),
  wrong('Host: 7f000001.c0a80001.rbndr.us:PORT'),
  wrong('Host: localhost.evil.example:PORT'),
  wrong('Host: 127.0.0.1.nip.io:PORT'),
  wrong('Host: 0.0.0.0:PORT'),
  wrong('Host: 127.1:PORT'),
  wrong('Host: [::1]:PORT'),
  wrong('Host: 127.0.0.1'),
];
const ORIGINS = [
  right(),
  right('Sec-Fetch-Site: none'),
  wrong('Origin: null'),
  wrong('Origin: https://evil.example'),
  wrong('Origin: http://127.0.0.1:PORT'),
  wrong('Origin: vscode-webview://abc'),
  wrong('Sec-Fetch-Site: cross-site'),
  wrong('Sec-Fetch-Site: same-site'),
];
const TOKENS = [
  right('Authorization: TOKEN'),
  wrong(),
  wrong('Authorization: Bearer TOKEN'),
  wrong('Cookie: token=TOKEN'),
  wrong('X-CKAN-API-Key: TOKEN'),
];

interface Question {
  readonly method: string;
  readonly target: string;
  readonly type?: string;
  readonly body?: string;
  readonly isRight: boolean;
}

const SEARCH = '/api/3/action/datastore_search';
const ASKED = '{"resource_id":"ID","limit":1}';
const QUESTIONS: readonly Question[] = [
  { method: 'GET', target: `${SEARCH}?resource_id=ID&limit=1`, isRight: true },
  { method: 'POST', target: SEARCH, type: 'application/json', body: ASKED, isRight: true },
  { method: 'POST', target: SEARCH, type: 'text/plain', body: ASKED, isRight: false },
  { method: 'POST', target: SEARCH, type: 'application/json-patch+json', body: ASKED, isRight: false },
  { method: 'PUT', target: SEARCH, type: 'application/json', body: ASKED, isRight: false },
  { method: 'DELETE', target: `${SEARCH}?resource_id=ID`, isRight: false },
  { method: 'OPTIONS', target: SEARCH, isRight: false },
  { method: 'GET', target: '/api/../../etc/passwd', isRight: false },
  { method: 'GET', target: `/datastore/dump/..%2f..%2fID`, isRight: false },
  { method: 'POST', target: '/api/3/action/datastore_upsert', type: 'application/json', body: '{}', isRight: false },
];

/** A connection of its own, as a web page or another program has. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', reject).on('close', () => resolve(answer));
    socket.write(text);
  });
}

/** Tables of open sockets, which exist only on Linux. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'].filter((table) => existsSync(table));

/** Local addresses, as the kernel writes them, on which something listens at this port. */
function listening(port: number): readonly string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return TABLES.flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = '', , state]) => local.endsWith(`:${hex}`) && state === '0A')
      .map(([, local = '']) => local.slice(0, -5)),
  );
}

describe('S6: the embedded datastore', () => {
  const cases = new Cases();
  let datastore: TestDatastore;
  let port = 0;
  before(async () => {
    datastore = await TestDatastore.open({ lessons: { path: sampleFiles.lessons } });
    port = Number(new URL(datastore.server.baseUrl).port);
  });
  after(() => datastore.close());
  after(() => cases.count('S6', 'requests to the embedded datastore answered or refused as they should be'));

  it('answers by its own name, with its token, and never a web page', async () => {
    const { token } = datastore.server;
    const fill = (text: string) =>
      text.replaceAll('PORT', String(port)).replaceAll('TOKEN', token).replaceAll('ID', datastore.id('lessons'));
    for (const host of HOSTS)
      for (const origin of ORIGINS)
        for (const given of TOKENS)
          for (const { method, target, type, body = '', isRight } of QUESTIONS) {
            const sent = fill(body);
            const lines = [
              `${method} ${target} HTTP/1.1`,
              ...[host, origin, given].flatMap((part) => part.lines),
              ...(type === undefined ? [] : [`Content-Type: ${type}`]),
              ...(sent === '' ? [] : [`Content-Length: ${String(sent.length)}`]),
              'Connection: close',
            ];
            const answer = await exchange(port, `${fill(lines.join('\r\n'))}\r\n\r\n${sent}`);
            const isAnswered = answer.startsWith('HTTP/1.1 200 ') && answer.includes('"subject"');
            const isWanted = isRight && host.isRight && origin.isRight && given.isRight;
            const gives = answer.includes('subject') || answer.includes(token);
            cases.judge(
              `${lines.join(' | ')}: ${answer.slice(0, 200)}`,
              isAnswered === isWanted && (isWanted || !gives) && !/access-control/i.test(answer),
            );
          }
  });

  if (TABLES.length > 0)
    it('listens on this machine alone', () => {
      const found = listening(port);
      assert.ok(found.length > 0, 'the tables of the kernel show it');
      cases.judge(
        found.join(),
        found.every((address) => address === '0100007F'),
      );
    });

  it('another address of this machine doesn’t reach it', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of [...others, { address: '127.0.0.2' }]) {
      const socket = connect(port, address);
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
      });
      socket.destroy();
      cases.judge(address, !isOpen);
    }
  });
});
