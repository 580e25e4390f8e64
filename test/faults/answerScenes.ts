/** Faults 36 to 63 of docs/network.md, but those that any bytes make (`rawScenes`). */
import { gzipSync } from 'node:zlib';
import { certificate } from './certificate.ts';
import { undici } from './client.ts';
import { message, RawServer, type Answer } from './rawServer.ts';
import { CAP, instead, TOKEN, type Scene, type Trouble } from './scene.ts';

const MIB = 1024 * 1024;
/** Above what an answer may have. */
const TOO_MUCH = 65 * MIB;

const says = (answer: Answer): Trouble => ({ answer: () => answer });

/** `change` the JSON of a page. */
function edited(change: (json: string) => string | Buffer, headers = {}): Trouble {
  return {
    answer: instead((honest) => {
      const json = honest.subarray(honest.indexOf('\r\n\r\n') + 4).toString();
      return message(200, headers, change(json));
    }),
  };
}

const refused = (status: number, error: object): Trouble =>
  says((_, socket) => socket.write(message(status, {}, JSON.stringify({ success: false, error }))));

const refusals: readonly (readonly [row: number, status: number, type: string])[] = [
  [41, 200, 'Authorization Error'],
  [41, 200, 'Not Found Error'],
  [41, 200, 'Validation Error'],
  [41, 200, 'Internal Server Error'],
  [55, 400, 'Validation Error'],
  [57, 404, 'Not Found Error'],
  [59, 409, 'Validation Error'],
];

/** Sends a body without an end, as long as the client reads. */
const endless: Answer = (_request, socket) => {
  const piece = Buffer.concat([Buffer.from(`${MIB.toString(16)}\r\n`), Buffer.alloc(MIB, ' '), Buffer.from('\r\n')]);
  socket.write(message(200, { 'transfer-encoding': 'chunked' }));
  const more = (): void => {
    if (!socket.destroyed)
      socket.write(piece, (error) => {
        if (!error) setImmediate(more);
      });
  };
  more();
};

/** One record of the second page, whatever else is asked for. */
const HUGE_ID = 33;

export const answerScenes: readonly Scene[] = [
  {
    row: 36,
    what: 'a decompression bomb',
    trouble: () => {
      const bomb = gzipSync(Buffer.alloc(TOO_MUCH, ' '), { level: 1 });
      return says((_, socket) => socket.write(message(200, { 'content-encoding': 'gzip' }, bomb)));
    },
  },
  { row: 37, what: 'a body without an end', trouble: () => says(endless) },
  {
    row: 38,
    what: 'a body that is too long for one text',
    // A text of 600 MB is longer than V8 allows. The first bytes already exceed the client's limit.
    trouble: () =>
      says((_, socket) => {
        socket.write(message(200, { 'content-length': String(600 * MIB) }));
        socket.write(Buffer.alloc(TOO_MUCH, ' '));
      }),
  },
  { row: 39, what: 'a compressed body', trouble: edited((json) => gzipSync(json), { 'content-encoding': 'gzip' }) },
  ...[200, 202, 403].map((status) => ({
    row: 40,
    what: `a web page, status ${String(status)}`,
    trouble: says((_, socket) =>
      socket.write(message(status, { 'content-type': 'text/html' }, '<html><title>Log in</title>')),
    ),
  })),
  ...refusals.map(([row, status, type]): Scene => ({
    row,
    what: `status ${String(status)}, ${type}`,
    table: { version: '2.11' },
    trouble: refused(status, { __type: type, message: 'That can’t be.' }),
  })),
  { row: 43, what: 'a byte order mark', trouble: edited((json) => `\u{feff}${json}`) },
  {
    row: 44,
    what: 'invalid UTF-8',
    notices: ['lossyText'],
    trouble: edited(
      (json) => Buffer.from(json.replace('"help":""', '"help":"\u{0}"')).map((byte) => byte || 0xff) as Buffer,
    ),
  },
  {
    row: 45,
    what: 'another charset',
    trouble: edited((json) => Buffer.from(json, 'utf16le'), { 'content-type': 'application/json; charset=utf-16le' }),
  },
  {
    row: 46,
    what: 'a key twice',
    table: { version: '2.11' },
    notices: ['fieldsLeftOut'],
    trouble: edited((json) => json.replace('"help":""', '"help":1,"help":""')),
  },
  ...(['NaN', 'Infinity', '-Infinity'] as const).map((word) => ({
    row: 47,
    what: `${word} as a bare word`,
    line: (line: string) => line.replace(/"count":\d+/, `"count":"${word}"`),
    trouble: edited((json) =>
      json.replaceAll(
        /((?:\{"_id":|\[)(\d+),(?:"name":)?"[^"]*",(?:"amount":)?[\d.]+,(?:"count":)?)\d+/g,
        // The page begins with the last record of the first one, which came without a fault.
        (all, start: string, id: string) => (Number(id) > CAP ? `${start}${word}` : all),
      ),
    ),
  })),
  { row: 48, what: 'numbers that a double can’t hold', trouble: edited((json) => json) },
  {
    row: 49,
    what: 'nesting that is too deep',
    trouble: edited((json) => json.replace('"help":""', `"help":${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
  },
  {
    row: 50,
    what: 'one record that is too large',
    table: { version: '2.11' },
    trouble: {
      answer: (_index, _request, honest) => (request, socket) => {
        const whole = honest(request);
        const isHuge = whole.includes(`"_id":${String(HUGE_ID)},`) || whole.includes(`[${String(HUGE_ID)},"`);
        socket.write(isHuge ? message(200, {}, Buffer.alloc(TOO_MUCH, ' ')) : whole);
      },
    },
    check: (_stage, { part = '' }) => {
      if (!part.includes(`"_id":${String(HUGE_ID - 1)},`)) throw new Error('records before it are missing');
    },
  },
  {
    row: 53,
    what: 'a redirect from http to https',
    trouble: async ({ honest }) => {
      const answer: Answer = (request, socket) => socket.write(message(200, {}, honest(request)));
      const server = await RawServer.start(answer, { tls: certificate(['portal.test']) });
      const location = server.url('/api/action/datastore_search', 'portal.test').href;
      return {
        transport: undici({ strictSsl: false }),
        answer: () => (_, socket) => socket.write(message(307, { location })),
        around: async (work) => {
          await work();
          const carried = server.requests.filter(({ headers }) => [...headers.values()].includes(TOKEN));
          if (server.requests.length === 0 || carried.length > 0) throw new Error('the token went along');
        },
      };
    },
  },
  {
    row: 61,
    what: 'a wait that the server asks for',
    heals: true,
    waitsMs: 6900,
    trouble: {
      answer: (index) => (index === 0 ? (_, socket) => socket.write(message(429, { 'retry-after': '7' })) : undefined),
    },
  },
  {
    row: 61,
    what: 'an hour that the server asks for, again and again',
    sends: 5,
    trouble: says((_, socket) => socket.write(message(429, { 'retry-after': '3600' }))),
  },
];
