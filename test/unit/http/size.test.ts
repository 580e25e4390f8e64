import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { ask, releaseAll, failure, noSignal, textOf, undici } from '../../faults/client.ts';
import { PAGE } from '../../faults/faults.ts';
import { message, RawServer, type Answer } from '../../faults/rawServer.ts';
import { until } from '../../../tools/vscode/until.ts';

const MIB = 1024 * 1024;

/** 300 MiB of zeros in some 300 KiB, because gzip allows several members. */
function gzipBomb(): Buffer {
  const member = gzipSync(Buffer.alloc(MIB));
  return Buffer.concat(Array.from({ length: 300 }, () => member));
}

describe('answers that are too large', function () {
  this.timeout(20_000);
  let server: RawServer;
  const serve = async (answer: Answer): Promise<URL> => {
    server = await RawServer.start(answer);
    return server.url();
  };
  afterEach(releaseAll);

  for (const [name, transport] of [
    ['undici', () => undici()],
    ['fetch', () => new FetchTransport()],
  ] as const) {
    it(`36: a gzip bomb of 300 MiB is stopped at 64 MiB, once, over ${name}`, async () => {
      const bomb = gzipBomb();
      const url = await serve((_request, socket) => socket.write(message(200, { 'content-encoding': 'gzip' }, bomb)));
      const before = process.memoryUsage().rss;
      const error = await failure(ask(url, { transport: transport() }));
      assert.equal(error.kind, 'tooLarge');
      assert.equal(server.requests.length, 1);
      const grown = (process.memoryUsage().rss - before) / MIB;
      assert.ok(grown < 256, `${grown} MiB`);
    });

    it(`37: a plain body is stopped at 64 MiB and its connection closed, over ${name}`, async () => {
      const piece = Buffer.alloc(MIB, ' ');
      let sent = 0;
      const url = await serve((_request, socket) => {
        socket.write(message(200, { 'content-length': String(2 ** 40) }));
        const more = (): void => {
          while (!socket.destroyed && socket.write(piece)) sent++;
        };
        socket.on('drain', more);
        more();
      });
      const error = await failure(ask(url, { transport: transport() }));
      assert.equal(error.kind, 'tooLarge');
      await until(() => server.open === 0, 'the connection is closed');
      assert.ok(sent < 80, `${sent} MiB sent`);
    });
  }

  it('the limit itself is allowed, one byte more is not', async () => {
    const url = await serve((_request, socket) => socket.write(message(200, {}, 'x'.repeat(1000))));
    assert.equal((await ask(url, { maxBytes: 1000 })).text.length, 1000);
    assert.equal((await failure(ask(url, { maxBytes: 999 }))).kind, 'tooLarge');
  });
});

describe('31: a compressed page cut at any byte', function () {
  this.timeout(20_000);
  afterEach(releaseAll);
  const encodings = [
    ['gzip', gzipSync(PAGE)],
    ['br', brotliCompressSync(PAGE)],
    ['deflate', deflateSync(PAGE)],
    ['gzip, gzip', gzipSync(gzipSync(PAGE))],
  ] as const;
  const framings = [
    ['a length that fits', (cut: Buffer, headers: Record<string, string>) => message(200, headers, cut)],
    [
      'chunks',
      (cut: Buffer, headers: Record<string, string>) => {
        const chunk = Buffer.concat([Buffer.from(`${cut.length.toString(16)}\r\n`), cut, Buffer.from('\r\n0\r\n\r\n')]);
        return message(200, { ...headers, 'transfer-encoding': 'chunked' }, chunk);
      },
    ],
    [
      'no length',
      (cut: Buffer, headers: Record<string, string>) => message(200, { ...headers, connection: 'close' }, cut),
    ],
  ] as const;

  for (const [encoding, whole] of encodings) {
    for (const [framing, frame] of framings) {
      it(`${encoding}, with ${framing}`, async () => {
        const server = await RawServer.start((request, socket) => {
          const bytes = frame(whole.subarray(0, Number(request.target.slice(1))), { 'content-encoding': encoding });
          socket.write(bytes);
          if (framing === 'no length') socket.end();
        });
        const transport = undici();
        const get = async (length: number): Promise<string> => {
          const response = await transport.send(
            { method: 'GET', url: server.url(`/${length}`), headers: {} },
            noSignal,
          );
          return textOf(response.body);
        };
        for (let length = 1; length < whole.length; length++) {
          assert.equal((await failure(get(length))).kind, 'truncated', `after ${length} bytes`);
        }
        assert.equal(await get(whole.length), PAGE);
      });
    }
  }
});
