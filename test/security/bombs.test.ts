/** S8: answers that are small on the way and large at home, or large all the way (docs/security.md 17). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { releaseAll } from '../faults/client.ts';
import { message, RawServer, type Answer } from '../faults/rawServer.ts';
import { startCli } from '../support/drivers/commandLine.ts';
import { Cases } from './cases.ts';

const MIB = 1 << 20;
const MILLION = 1_000_000;
/** More than the same command needs for an honest answer. */
const MOST_MIB = 256;
const MOST_MS = 5000;

const answer = (result: string): Answer => whole({}, `{"success":true,"result":{"records":[${result}]}}`);

function whole(headers: Readonly<Record<string, string>>, body: string | Buffer): Answer {
  const bytes = message(200, headers, body);
  return (_, socket) => socket.write(bytes);
}

const spaces = Buffer.alloc(MIB, ' ');
/** gzip allows one member after the other. */
const gzipBomb = () => Buffer.concat(Array.from({ length: 300 }, () => gzipSync(spaces, { level: 9 })));
const brotliBomb = () =>
  brotliCompressSync(Buffer.alloc(300 * MIB, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const times = (make: (at: number) => string) => Array.from({ length: MILLION }, (_, at) => make(at)).join();

/** Sends the same again and again, as fast as it is taken. */
const endless =
  (head: string, piece: Buffer): Answer =>
  (_, socket) => {
    socket.write(head);
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  };

const BOMBS: Readonly<Record<string, () => Answer>> = {
  'gzip, 300 MiB in 300 KiB': () => whole({ 'content-encoding': 'gzip' }, gzipBomb()),
  'gzip in gzip': () => whole({ 'content-encoding': 'gzip, gzip' }, gzipSync(gzipBomb())),
  'brotli, 300 MiB': () => whole({ 'content-encoding': 'br' }, brotliBomb()),
  'encodings in encodings': () =>
    whole({ 'content-encoding': Array.from({ length: 100 }, () => 'gzip').join() }, gzipBomb()),
  'a record of 100 MB': () => answer(`{"a":"${'x'.repeat(100 * MILLION)}"}`),
  'arrays, a million deep': () => answer(`[${'['.repeat(MILLION)}${']'.repeat(MILLION)}]`),
  'objects, a million deep': () => answer('{"a":'.repeat(MILLION) + '1' + '}'.repeat(MILLION)),
  'a million fields': () =>
    whole(
      {},
      `{"success":true,"result":{"fields":[${times((at) => `{"id":"f${String(at)}"}`)}],"records":[],"total":0}}`,
    ),
  'a million keys': () => answer(`{${times((at) => `"k${String(at)}":1`)}}`),
  'a number of a million digits': () => answer(`{"a":${'9'.repeat(MILLION)}}`),
  'headers without end': () => endless('HTTP/1.1 200 x\r\n', Buffer.from(`x: ${'y'.repeat(1000)}\r\n`.repeat(100))),
  'a body without end': () =>
    endless('HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n', Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)),
  'redirects without end': () => (_, socket) => socket.write(message(302, { location: '/a/' })),
  'an error of 60 MB': () => {
    const bytes = message(409, {}, JSON.stringify({ success: false, error: { message: 'x'.repeat(60 * MILLION) } }));
    return (_, socket) => socket.write(bytes);
  },
};

/** The peak memory of a process by the kernel's count. NaN on systems without that count. */
function peakMib(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return NaN;
  }
}

interface Outcome {
  readonly code: number | null;
  readonly text: string;
  readonly ms: number;
  readonly mib: number;
}

/** A search, in a process of its own, which a crash would end and whose memory can be seen. */
async function searched(given: Answer): Promise<Outcome> {
  const server = await RawServer.start(given);
  const started = performance.now();
  const { child, done } = startCli([
    'search',
    '--base-url',
    server.url().origin,
    '--resource',
    'r',
    '--limit',
    '1',
    '--format',
    'ndjson',
  ]);
  let mib = 0;
  const timer = setInterval(() => {
    const now = peakMib(child.pid ?? 0);
    if (now > mib) mib = now;
  }, 20);
  const { code, stdout, stderr } = await done;
  clearInterval(timer);
  await releaseAll();
  return { code, text: stdout.slice(0, 200) + stderr.slice(0, 500), ms: performance.now() - started, mib };
}

describe('S8: an answer like a bomb', function () {
  this.timeout(120_000);
  const cases = new Cases();
  let honest: Outcome;
  before(async () => {
    honest = await searched(answer('{"a":1}'));
    assert.equal(honest.code, 0, honest.text);
  });
  after(() =>
    cases.count('S8', `bombs end in records or words, within ${String(MOST_MS / 1000)} s and ${String(MOST_MIB)} MiB`),
  );

  for (const [what, make] of Object.entries(BOMBS))
    it(`${what} ends in records or words`, async () => {
      const { code, text, ms, mib } = await searched(make());
      const isTold = code === 0 || code === 3 || code === 4;
      const isSmall = !(mib - honest.mib > MOST_MIB) && ms - honest.ms <= MOST_MS;
      cases.judge(`${what}: ${String(code)}, ${ms.toFixed()} ms, ${mib.toFixed()} MiB: ${text}`, isTold && isSmall);
    });
});
