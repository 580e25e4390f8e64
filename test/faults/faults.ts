/** Faults of docs/network.md that a server of raw bytes can make, as data. */
import { gzipSync } from 'node:zlib';
import type { HttpErrorKind } from '../../src/http/errors.ts';
import { message, type Answer } from './rawServer.ts';

export interface Fault {
  /** The number of the fault in docs/network.md, which is in the titles of its tests. */
  readonly row: number;
  readonly what: string;
  readonly answer: Answer;
  /** The kind of the error, or the status of the answer, that a person meets when it never gets better. */
  readonly ends: HttpErrorKind | number;
  /** How often we ask until then. */
  readonly tries: number;
}

export const PAGE = '{"success": true, "result": {"records": [["Zürich", 9007199254740993]]}}';

const gzipped = gzipSync(PAGE);
const chunked = { 'transfer-encoding': 'chunked' };
const closing = { connection: 'close' };
const half = PAGE.slice(0, 30);
const whole = String(Buffer.byteLength(PAGE));

/** Sends the beginning, then resets the connection once the client can have read it. */
function thenReset(beginning: Buffer): Answer {
  return (_request, socket) => {
    socket.write(beginning, () => {
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
  };
}

function thenFin(bytes: Buffer | string): Answer {
  return (_request, socket) => socket.end(bytes);
}

function thenNothing(bytes: Buffer | string): Answer {
  return (_request, socket) => {
    if (bytes.length > 0) socket.write(bytes);
  };
}

function status(code: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (_request, socket) => socket.write(message(code, headers, 'busy'));
}

function encoded(encoding: string, bytes: Buffer | string): Answer {
  return (_request, socket) => socket.write(message(200, { 'content-encoding': encoding }, bytes));
}

const wrongSum = Buffer.from(gzipped);
wrongSum.writeUInt32LE(0, wrongSum.length - 8);

export const faults: readonly Fault[] = [
  { row: 5, what: 'reset before headers', answer: (_, s) => s.resetAndDestroy(), ends: 'closed', tries: 5 },
  { row: 6, what: 'closed before headers', answer: thenFin(''), ends: 'closed', tries: 5 },
  { row: 6, what: 'closed within headers', answer: thenFin('HTTP/1.1 200 OK\r\nconte'), ends: 'closed', tries: 5 },
  {
    row: 8,
    what: 'reset in the body',
    answer: thenReset(message(200, { 'content-length': whole }, half)),
    ends: 'truncated',
    tries: 5,
  },
  {
    row: 8,
    what: 'reset in the last body',
    answer: thenReset(message(200, { ...closing, 'content-length': whole }, half)),
    ends: 'truncated',
    tries: 5,
  },
  {
    row: 9,
    what: 'closed in the body',
    answer: thenFin(message(200, { 'content-length': whole }, half)),
    ends: 'truncated',
    tries: 5,
  },
  {
    row: 9,
    what: 'closed in the last body',
    answer: thenFin(message(200, { ...closing, 'content-length': whole }, half)),
    ends: 'truncated',
    tries: 5,
  },
  {
    row: 13,
    what: 'chunks cut',
    answer: thenFin(message(200, chunked, `${half.length.toString(16)}\r\n${half}\r\n`)),
    ends: 'truncated',
    tries: 5,
  },
  {
    row: 13,
    what: 'last chunks cut',
    answer: thenFin(message(200, { ...chunked, ...closing }, `ff\r\n${half}`)),
    ends: 'truncated',
    tries: 5,
  },
  {
    row: 14,
    what: 'chunk size not hexadecimal',
    answer: thenFin(message(200, chunked, `zz\r\n${half}\r\n0\r\n\r\n`)),
    ends: 'protocol',
    tries: 2,
  },
  {
    row: 15,
    what: 'length and chunks',
    answer: thenFin(message(200, { ...chunked, 'content-length': '3' }, '3\r\nabc\r\n0\r\n\r\n')),
    ends: 'protocol',
    tries: 2,
  },
  {
    row: 15,
    what: 'two lengths',
    answer: thenFin(message(200, { 'content-length': '3', 'Content-Length': '4' }, 'abcd')),
    ends: 'protocol',
    tries: 2,
  },
  { row: 16, what: 'not HTTP', answer: thenFin('SSH-2.0-OpenSSH_9.2\r\n'), ends: 'protocol', tries: 2 },
  { row: 27, what: 'silence', answer: thenNothing(''), ends: 'timeout', tries: 2 },
  {
    row: 27,
    what: 'headers that never end',
    answer: thenNothing('HTTP/1.1 200 OK\r\nx: y\r\n'),
    ends: 'timeout',
    tries: 2,
  },
  {
    row: 28,
    what: 'body stalls',
    answer: thenNothing(message(200, { 'content-length': whole }, half)),
    ends: 'stalled',
    tries: 2,
  },
  {
    row: 30,
    what: 'flood of headers',
    answer: thenFin(message(200, { x: 'y'.repeat(65_536) })),
    ends: 'protocol',
    tries: 2,
  },
  {
    row: 31,
    what: 'gzip cut, length fits',
    answer: encoded('gzip', gzipped.subarray(0, -4)),
    ends: 'truncated',
    tries: 5,
  },
  { row: 32, what: 'gzip announced, body plain', answer: encoded('gzip', PAGE), ends: 'encoding', tries: 2 },
  { row: 33, what: 'gzip with a wrong checksum', answer: encoded('gzip', wrongSum), ends: 'encoding', tries: 2 },
  {
    row: 33,
    what: 'junk after gzip',
    answer: encoded('gzip', Buffer.concat([gzipped, Buffer.from('junk')])),
    ends: 'encoding',
    tries: 2,
  },
  { row: 32, what: 'broken brotli', answer: encoded('br', PAGE), ends: 'encoding', tries: 2 },
  { row: 34, what: 'unknown encoding', answer: encoded('foo', PAGE), ends: 'encoding', tries: 2 },
  {
    row: 35,
    what: 'six encodings',
    answer: encoded('gzip, gzip, gzip, gzip, gzip, gzip', gzipped),
    ends: 'encoding',
    tries: 2,
  },
  { row: 42, what: 'empty answer', answer: (_, s) => s.write(message(200, {})), ends: 200, tries: 2 },
  { row: 42, what: 'empty answer, said to be gzip', answer: encoded('gzip', ''), ends: 200, tries: 2 },
  { row: 42, what: 'no content', answer: (_, s) => s.write('HTTP/1.1 204 No Content\r\n\r\n'), ends: 204, tries: 2 },
  {
    row: 51,
    what: 'redirects in a circle',
    answer: status(302, { location: '/again' }),
    ends: 'redirectLoop',
    tries: 6,
  },
  {
    row: 52,
    what: 'redirect to another host',
    answer: status(302, { location: 'http://other.test/' }),
    ends: 'redirect',
    tries: 1,
  },
  {
    row: 54,
    what: 'redirect to a file',
    answer: status(302, { location: 'file:///etc/passwd' }),
    ends: 'redirect',
    tries: 1,
  },
  { row: 55, what: 'status 400', answer: status(400), ends: 400, tries: 1 },
  { row: 56, what: 'status 401', answer: status(401), ends: 401, tries: 1 },
  { row: 56, what: 'status 403', answer: status(403), ends: 403, tries: 1 },
  { row: 57, what: 'status 404', answer: status(404), ends: 404, tries: 1 },
  { row: 58, what: 'status 408', answer: status(408), ends: 408, tries: 5 },
  { row: 58, what: 'status 425', answer: status(425), ends: 425, tries: 5 },
  { row: 59, what: 'status 409', answer: status(409), ends: 409, tries: 1 },
  { row: 60, what: 'status 413', answer: status(413), ends: 413, tries: 1 },
  { row: 61, what: 'status 429', answer: status(429), ends: 429, tries: 5 },
  { row: 61, what: 'a wait beyond our time', answer: status(429, { 'retry-after': '3600' }), ends: 429, tries: 1 },
  { row: 62, what: 'status 500', answer: status(500), ends: 500, tries: 2 },
  { row: 62, what: 'status 502', answer: status(502), ends: 502, tries: 5 },
  { row: 62, what: 'status 503', answer: status(503), ends: 503, tries: 5 },
  { row: 62, what: 'status 504', answer: status(504), ends: 504, tries: 2 },
  { row: 63, what: 'status 499', answer: status(499), ends: 499, tries: 5 },
  { row: 63, what: 'status 522', answer: status(522), ends: 522, tries: 5 },
];

/** Cut answers that HTTP/1 cannot show to be cut; the reader of the JSON finds them. */
export const unseenCuts: readonly Pick<Fault, 'row' | 'what' | 'answer'>[] = [
  { row: 10, what: 'length too small', answer: thenFin(message(200, { 'content-length': String(half.length) }, PAGE)) },
  { row: 11, what: 'no length, closed early', answer: thenFin(message(200, closing, half)) },
  { row: 12, what: 'no length, reset early', answer: thenReset(message(200, closing, half)) },
];
