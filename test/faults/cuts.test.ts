/** R2: an answer that breaks off, at every byte, in every framing and encoding. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { count } from '../support/results/figures.ts';
import { InstantClock, noSignal, releaseAll, undici } from './client.ts';
import { message, RawServer } from './rawServer.ts';
import { isFull } from '../support/results/full.ts';
import { SeededTable } from './seededTable.ts';
import { clientOf } from './tableServer.ts';

/** How the end of an answer is known, and what of it comes. */
const framings: Readonly<
  Record<string, (headers: Readonly<Record<string, string>>, body: Buffer, cut: number) => Buffer>
> = {
  length: (headers, body, cut) => message(200, headers, body).subarray(0, cut),
  chunks: (headers, body, cut) =>
    message(200, { ...headers, 'transfer-encoding': 'chunked' }, chunked(body)).subarray(0, cut),
  'end of the connection': (headers, body, cut) =>
    message(200, { ...headers, connection: 'close' }, body).subarray(0, cut),
  'a length that is too small': (headers, body, cut) => message(200, headers, body.subarray(0, cut)),
};

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  plain: (text) => Buffer.from(text),
  gzip: (text) => gzipSync(text),
  br: (text) => brotliCompressSync(text),
};

const PIECES = 6;

function chunked(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  const size = Math.ceil(body.length / PIECES);
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

interface Sweep {
  readonly cuts: number;
  /** Cuts after which fewer or other records were taken for all. */
  readonly silent: number;
  /** Cuts after which the repeated request gave all records. */
  readonly healed: number;
}

/** Each cut is the first answer; the second is whole. */
async function sweep(records: number, every: number): Promise<Sweep> {
  // Without a limit, CKAN gives the first hundred of them.
  const query = { resourceId: 'r', limit: records };
  const text = new SeededTable({ records, version: '2.11' }).answer(JSON.stringify({ limit: records }));
  let [cuts, silent, healed] = [0, 0, 0];
  for (const frame of Object.values(framings))
    for (const [encoding, encode] of Object.entries(encodings)) {
      const body = encode(text);
      const headers = encoding === 'plain' ? {} : { 'content-encoding': encoding };
      const whole = frame(headers, body, Infinity);
      let asked = 0;
      let cut = 0;
      const server = await RawServer.start((_request, socket) => {
        asked += 1;
        if (asked > 1) socket.write(message(200, {}, text));
        else socket.end(frame(headers, body, cut));
      });
      const client = clientOf(server, { transport: undici(), clock: new InstantClock() });
      const end = frame === framings['a length that is too small'] ? body.length : whole.length;
      for (cut = 0; cut < end; cut += every) {
        asked = 0;
        // A server keeps all that it is asked: at every cut of a long answer that is more than the memory has.
        server.requests.length = 0;
        const { rows } = await client.search(query, undefined, noSignal);
        cuts += 1;
        if (rows.length !== records) silent += 1;
        else if (asked > 1) healed += 1;
      }
      await server.close();
    }
  return { cuts, silent, healed };
}

describe('R2: an answer that breaks off', function () {
  this.timeout(isFull ? 0 : 300_000);
  afterEach(releaseAll);

  it('at any byte is never taken for whole', async () => {
    const small = await sweep(2, isFull ? 1 : 3);
    // One of a usual page lies in other places: in the middle of the second block of zlib, of a piece of the socket.
    const page = await sweep(isFull ? 500 : 100, isFull ? 1 : 509);
    const cuts = small.cuts + page.cuts;
    count({
      name: 'R2',
      what: `cuts of an answer lose nothing, ${String(small.healed + page.healed)} of them asked again`,
      score: cuts - small.silent - page.silent,
      total: cuts,
    });
  });
});
