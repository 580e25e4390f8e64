/** Answers of portals that are small on the way and large at home, or large all the way, to a search of the command line. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { message, RawServer, type Answer } from '../faults/rawServer.ts';
import type { Bomb } from './bomb.ts';

const CLIENT_MB = 512;
const MIB = 1 << 20;
const MILLION = 1_000_000;
/** Exit codes of records, of a portal's error and of one of the network. */
const IN_WORDS = [0, 3, 4];

function portal(name: string, make: () => Answer): Bomb {
  return {
    name: `portal-${name}`,
    boundMb: CLIENT_MB,
    run: async (site) => {
      const server = await RawServer.start(make());
      try {
        const address = ['--base-url', server.url().origin, '--resource', 'r'];
        const { code, stdout, stderr } = await site.command([
          'search',
          ...address,
          '--limit',
          '1',
          '--format',
          'ndjson',
        ]);
        const said = stdout.slice(0, 100) + stderr.slice(0, 300);
        if (code === null || !IN_WORDS.includes(code)) throw new Error(`exit code ${String(code)}: ${said}`);
        return said;
      } finally {
        await server.close();
      }
    },
  };
}

const whole =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): (() => Answer) =>
  () => {
    const bytes = message(200, headers, body);
    return (_, socket) => socket.write(bytes);
  };

const envelope = (result: string): string => `{"success":true,"result":${result}}`;
const records = (list: string): string => envelope(`{"records":[${list}]}`);
const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join();

/** Sends the pieces, each as soon as the one before was taken; the last one for ever if `isEndless`. */
const pieces =
  (head: string, list: readonly Buffer[], isEndless: boolean): (() => Answer) =>
  () =>
  (_, socket) => {
    let next = 0;
    socket.write(head);
    const more = (): void => {
      while (!socket.destroyed) {
        const piece = list[isEndless ? Math.min(next, list.length - 1) : next];
        if (piece === undefined) return;
        next += 1;
        if (!socket.write(piece)) return;
      }
    };
    socket.on('drain', more);
    more();
  };

const chunk = (text: string): Buffer => Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const long = chunk('x'.repeat(MIB));

const gzipBomb = (): Buffer => {
  const packed = gzipSync(Buffer.alloc(MIB, ' '), { level: 9 });
  return Buffer.concat(Array.from({ length: 600 }, () => packed));
};
const brotliBomb = (): Buffer =>
  brotliCompressSync(Buffer.alloc(300 * MIB, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

export const BOMBS: readonly Bomb[] = [
  portal('gzip', () => whole(gzipBomb(), { 'content-encoding': 'gzip' })()),
  portal('gzip-in-gzip', () => whole(gzipSync(gzipBomb()), { 'content-encoding': 'gzip, gzip' })()),
  portal('gzip-many-times', () =>
    whole(gzipBomb(), { 'content-encoding': Array.from({ length: 100 }, () => 'gzip').join() })(),
  ),
  portal('brotli', () => whole(brotliBomb(), { 'content-encoding': 'br' })()),
  portal('gzip-value', () =>
    whole(gzipSync(records(`{"a":"${'x'.repeat(300 * MILLION)}"}`), { level: 9 }), { 'content-encoding': 'gzip' })(),
  ),
  portal(
    'huge-record',
    pieces(
      CHUNKED,
      [chunk('{"success":true,"result":{"records":[{"a":"'), ...Array.from({ length: 600 }, () => long)],
      false,
    ),
  ),
  portal('body-without-end', pieces(CHUNKED, [long], true)),
  portal('spaces-without-end', pieces(CHUNKED, [chunk(' '.repeat(MIB))], true)),
  portal('deep-arrays', () => whole(records(`${'['.repeat(MILLION)}${']'.repeat(MILLION)}`))()),
  portal('deep-objects', () => whole(records('{"a":'.repeat(MILLION) + '1' + '}'.repeat(MILLION)))()),
  portal('hundred-levels', () => whole(records(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`))()),
  portal('many-fields', () =>
    whole(envelope(`{"fields":[${times(MILLION, (at) => `{"id":"f${String(at)}"}`)}],"records":[],"total":0}`))(),
  ),
  portal('many-keys', () => whole(records(`{${times(MILLION, (at) => `"k${String(at)}":1`)}}`))()),
  portal('many-records', () => whole(records(times(2 * MILLION, () => '{"a":1}')))()),
  portal('long-number', () => whole(records(`{"a":${'9'.repeat(10 * MILLION)}}`))()),
  portal('long-name', () => whole(records(`{"${'k'.repeat(50 * MILLION)}":1}`))()),
  portal('many-escapes', () => whole(records(`{"a":"${'\\u0041'.repeat(10 * MILLION)}"}`))()),
  portal(
    'headers-without-end',
    pieces('HTTP/1.1 200 OK\r\n', [Buffer.from(`x: ${'y'.repeat(1000)}\r\n`.repeat(100))], true),
  ),
  portal('header-line-without-end', pieces('HTTP/1.1 200 OK\r\nx: ', [Buffer.alloc(MIB, 'y')], true)),
  portal('redirects-without-end', () => (_, socket) => socket.write(message(302, { location: '/a/' }))),
  portal('long-error', () => {
    const body = JSON.stringify({ success: false, error: { message: 'x'.repeat(60 * MILLION) } });
    const bytes = message(409, {}, body);
    return (_, socket) => socket.write(bytes);
  }),
  portal(
    'web-page-without-end',
    pieces('HTTP/1.1 502 Bad Gateway\r\nTransfer-Encoding: chunked\r\n\r\n', [chunk('<p>'.repeat(MIB / 4))], true),
  ),
];
