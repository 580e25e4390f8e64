/** R7: Cancel ends at once, wherever it comes. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Exchange } from '../../../src/http/exchange.ts';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { ExportRun } from '../../../src/export/exportRun.ts';
import type { FormatId } from '../../../src/export/formats.ts';
import { until } from '../../../tools/vscode/until.ts';
import { count } from '../../support/results/figures.ts';
import { releaseAll, undici } from '../client.ts';
import { isFull } from '../../support/results/full.ts';
import { seeded } from '../random.ts';
import { message, RawServer, type Answer } from '../rawServer.ts';
import { SeededTable } from '../seededTable.ts';
import { startTable } from '../tableServer.ts';
import type { UndiciTransport } from '../../../src/http/undiciTransport.ts';

const CANCELS = isFull ? 50 : 10;
const LIMIT_MS = 200;

interface Asked {
  readonly url: URL;
  readonly transport: UndiciTransport;
  /** Whether it has got to where it is to be cancelled. */
  readonly isThere: () => boolean;
  /** The work that is cancelled. One search if absent. */
  readonly work?: (client: DatastoreClient, signal: AbortSignal) => Promise<unknown>;
}

const silent: Answer = () => undefined;

async function answered(answer: Answer, isThere = (server: RawServer) => server.requests.length > 0): Promise<Asked> {
  const server = await RawServer.start(answer);
  return { url: server.url(), transport: undici(), isThere: () => isThere(server) };
}

const page = message(
  200,
  {},
  new SeededTable({ records: 20_000, version: '2.11' }).answer('{"resource_id":"r","limit":20000}'),
);

/** In memory: how long a disk takes that others keep busy is not counted. */
const MEMORY = '/dev/shm';
const folder = fs.mkdtempSync(path.join(fs.existsSync(MEMORY) ? MEMORY : tmpdir(), 'cancelled-'));
const EXPORTED = 100_000;

/** An export into a file, which goes on where the one before it was canceled. */
async function exported(format: FormatId, isThere: (file: string) => boolean): Promise<Asked> {
  const server = await startTable(new SeededTable({ records: EXPORTED, version: '2.12' }));
  const url = server.url();
  const file = path.join(folder, `records.${format}`);
  const work: Asked['work'] = (client, signal) => {
    // The server has another port each time.
    const question = { baseUrl: '', query: { resourceId: 'r' }, format };
    return new ExportRun(question, { file, resumes: true, overwrites: true }).run(client, signal);
  };
  return { url, transport: undici(), isThere: () => isThere(file), work };
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

const stages: Readonly<Record<string, () => Promise<Asked>>> = {
  'looking up the name': () => {
    let asked = false;
    const lookup: LookupFunction = () => void (asked = true);
    const url = new URL('http://portal.test/');
    return Promise.resolve({ url, transport: undici({}, { lookup }), isThere: () => asked });
  },
  connecting: async () => {
    const proxy = await RawServer.start(silent);
    const transport = undici({ proxy: proxy.url().origin });
    return { url: new URL('https://portal.test/'), transport, isThere: () => proxy.requests.length > 0 };
  },
  'shaking hands': async () => {
    const server = await RawServer.start(silent);
    const url = new URL(`https://portal.test:${String(server.port)}/`);
    return { url, transport: undici(), isThere: () => server.connections > 0 };
  },
  'waiting for headers': () => answered(silent),
  'reading a body': () => answered((_request, socket) => socket.write(message(200, { 'content-length': '100' }, '{'))),
  'waiting to ask again': () =>
    answered(
      (_request, socket) => socket.write(message(503, {})),
      (server) => server.requests.length > 1,
    ),
  'waiting as long as the server asked': () =>
    answered((_request, socket) => socket.write(message(429, { 'retry-after': '30' }))),
  'reading records': () => answered((_request, socket) => socket.write(page)),
  'writing records': () => {
    fs.rmSync(path.join(folder, 'records.ndjson.part'), { force: true });
    return exported('ndjson', (file) => sizeOf(`${file}.part`) > 0);
  },
  // A Parquet file begins with PAR1; behind that are records.
  'building a file': () => exported('parquet', (file) => sizeOf(`${file}.built`) > 'PAR1'.length),
};

const search: NonNullable<Asked['work']> = (client, signal) => client.search({ resourceId: 'r' }, undefined, signal);

/** Milliseconds from the cancel to the end; undefined when the end came first. */
async function cancelOnce(asked: Asked, later: number): Promise<number | undefined> {
  const { url, transport, isThere, work = search } = asked;
  const stop = new AbortController();
  const reason = new Error('stopped by the person');
  const exchange = new Exchange({ transport, timeoutMs: () => 60_000 });
  const client = new DatastoreClient({ exchange, access: () => Promise.resolve({ baseUrl: url.origin }) });
  const ended = work(client, stop.signal).then(
    () => undefined,
    (error: unknown) => error,
  );
  await until(isThere, 'the stage is reached');
  const due = performance.now() + later;
  const before = turnsWaitedFor();
  // A timer makes Cancel wait while the program is busy, as it does for people.
  setTimeout(() => stop.abort(reason), later);
  const error = await ended;
  const took = performance.now() - due;
  if (took < 0) return undefined;
  assert.ok(error === undefined || error === reason, `ended with ${String(error)}`);
  return Math.max(0, took - (turnsWaitedFor() - before));
}

/**
 * Milliseconds in which a thread of ours could work and others on this machine did: the one that runs our code, and those
 * that it waits for when it writes files. Known on Linux.
 */
function turnsWaitedFor(): number {
  const threads = '/proc/self/task';
  let nanoseconds = 0;
  for (const thread of fs.existsSync(threads) ? fs.readdirSync(threads) : []) {
    const about = (what: string) => fs.readFileSync(path.join(threads, thread, what), 'utf8');
    if (['MainThread', 'libuv-worker'].includes(about('comm').trim()))
      nanoseconds += Number(about('schedstat').split(' ')[1]);
  }
  return nanoseconds / 1e6;
}

describe('R7: Cancel', function () {
  this.timeout(isFull ? 0 : 120_000);
  afterEach(releaseAll);
  after(() => fs.rmSync(folder, { recursive: true }));

  let [right, all] = [0, 0];
  let longest = 0;
  for (const [stage, start] of Object.entries(stages)) {
    it(`while ${stage}`, async () => {
      const random = seeded(11);
      let cancels = 0;
      for (let tries = 0, later = 30; cancels < CANCELS && tries < 5 * CANCELS; tries += 1) {
        const took = await cancelOnce(await start(), random() * later);
        await releaseAll();
        if (took === undefined) {
          later /= 2;
          continue;
        }
        cancels += 1;
        longest = Math.max(longest, took);
        all += 1;
        if (took <= LIMIT_MS) right += 1;
      }
      assert.equal(cancels, CANCELS);
    });
  }

  it(`ends everything within ${String(LIMIT_MS)} ms`, () => {
    const what = `cancels in ${String(Object.keys(stages).length)} stages end within ${String(LIMIT_MS)} ms (longest: ${longest.toFixed(0)} ms)`;
    count({ name: 'R7', what, score: right, total: all });
  });
});
