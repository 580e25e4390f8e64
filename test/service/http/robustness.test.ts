/** Slow, greedy, many and lost clients don't affect others. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '../../../src/service/http/server.ts';
import { LIMITS, type RunningServer } from '../../../src/service/http/serving.ts';
import { until } from '../../../tools/vscode/until.ts';
import { isFull } from '../../support/results/full.ts';
import { TestDatastore } from '../datastore.ts';

const LINES = 300_000;
const HOUR_MS = 3_600_000;

describe('bad clients', () => {
  let datastore: TestDatastore;
  let port: number;
  let open: Socket[];

  before(async () => {
    const lines = Array.from({ length: LINES }, (_, at) => `${String(at)},${'x'.repeat(100)}`);
    datastore = await TestDatastore.open({ 'a.csv': { content: `n,t\n${lines.join('\n')}\n` } });
    port = Number(new URL(datastore.server.baseUrl).port);
  });
  beforeEach(() => {
    open = [];
  });
  afterEach(() => {
    for (const socket of open) socket.destroy();
  });
  after(() => datastore.close());

  const dial = (to = port) => {
    const socket = connect(to, '127.0.0.1');
    socket.on('error', () => undefined);
    open.push(socket);
    return socket;
  };
  const head = (to = port) => `Host: 127.0.0.1:${String(to)}\r\nAuthorization: ${datastore.server.token}\r\n`;
  const serves = async () => {
    assert.deepEqual(await datastore.values('a.csv', 'n', { limit: 2 }), [0, 1]);
  };
  /** Serves the same data with other limits. */
  const serve = (limits: Partial<typeof LIMITS>): Promise<RunningServer> =>
    startServer(
      { directory: datastore.data, memoryLimitMb: 256, token: datastore.server.token },
      { ...LIMITS, ...limits },
    );
  const closed = (socket: Socket) =>
    new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1'))).on('close', () => resolve(text));
    });

  for (const size of [1 << 20, 10 << 20])
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])
      it(`a body of ${String(size >> 20)} MiB and more as ${type}: 413, and the connection ends`, async () => {
        const body = `{"resource_id":"${'x'.repeat(size)}"}`;
        const socket = dial();
        const answer = closed(socket);
        // The server needn't read the rest before it answers and closes, so the answer is read from the first byte on.
        socket.write(
          `POST /api/action/datastore_search HTTP/1.1\r\n${head()}Content-Type: ${type}\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`,
        );
        assert.match(await answer, /^HTTP\/1\.1 413 /);
        await serves();
      });

  it('a large body for an action that is not allowed here: 403, before any of it is there', async () => {
    const socket = dial();
    const answer = closed(socket);
    socket.write(
      `POST /api/action/datastore_upsert HTTP/1.1\r\n${head()}Content-Type: application/json\r\nContent-Length: 60000000\r\n\r\n`,
    );
    assert.match(await answer, /^HTTP\/1\.1 403 [^]*This datastore is for reading only/);
  });

  it('an endless body in pieces: 413, long before its end', async () => {
    const socket = dial();
    const answer = closed(socket);
    socket.write(
      `POST /api/action/datastore_search HTTP/1.1\r\n${head()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const pump = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', pump);
    pump();
    assert.match(await answer, /^HTTP\/1\.1 413 /);
    assert.ok(socket.bytesWritten < 64 << 20, String(socket.bytesWritten));
    await serves();
  });

  it('a reader that stops reading: the records wait on the disk, not in memory, and others are served', async () => {
    const socket = dial();
    socket.write(`GET /datastore/dump/${datastore.id('a.csv')} HTTP/1.1\r\n${head()}\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    await serves();
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 20; round += 1) await serves();
    assert.ok(process.memoryUsage().rss - before < 64 << 20);
    assert.ok(socket.bytesRead < 8 << 20, String(socket.bytesRead));
  });

  describe('a dump whose client', () => {
    const STALLED_MS = 900;
    let impatient: RunningServer;
    beforeEach(async () => (impatient = await serve({ stalledMs: STALLED_MS })));
    afterEach(() => impatient.close());

    /** Returns a socket after its first bytes. */
    async function begun(): Promise<Socket> {
      const to = Number(new URL(impatient.baseUrl).port);
      const socket = dial(to);
      socket.write(`GET /datastore/dump/${datastore.id('a.csv')} HTTP/1.1\r\n${head(to)}\r\n`);
      await new Promise((resolve) => socket.once('readable', resolve));
      return socket;
    }

    it('takes nothing any more is ended', async () => {
      const socket = await begun();
      // The system's buffers hold less than the dump by now.
      await delay(2.5 * STALLED_MS);
      const text = await closed(socket.resume());
      assert.ok(text.length < LINES * 50, String(text.length));
      assert.ok(!text.includes(`,${String(LINES - 1)},`));
    });

    it('reads slowly gets all of it', async () => {
      const socket = await begun();
      let length = 0;
      let end = '';
      for await (const chunk of socket) {
        const text = (chunk as Buffer).toString('latin1');
        // The system notices what a client reads in steps of about a MiB.
        if (length >> 20 !== (length + text.length) >> 20) await delay(STALLED_MS / 6);
        length += text.length;
        end = (end + text).slice(-200);
        if (end.endsWith('\r\n0\r\n\r\n')) break;
      }
      assert.ok(length > 20 * (1 << 20), 'which takes longer than the limit');
      assert.ok(end.includes(`,${String(LINES - 1)},`));
    });
  });

  it('a client that goes away in the middle of a dump', async () => {
    for (let round = 0; round < 5; round += 1) {
      const socket = dial();
      socket.write(`GET /datastore/dump/${datastore.id('a.csv')} HTTP/1.1\r\n${head()}\r\n`);
      await new Promise((resolve) => socket.once('data', resolve));
      socket.destroy();
    }
    await serves();
  });

  it('a client that closes its half of the connection still gets its answer', async () => {
    const socket = dial();
    const answer = closed(socket);
    socket.end(`GET /api/action/status_show HTTP/1.1\r\n${head()}Connection: close\r\n\r\n`);
    assert.match(await answer, /^HTTP\/1\.1 200 /);
  });

  it('many requests at once on one connection are answered in order', async () => {
    const socket = dial();
    const answer = closed(socket);
    const ask = (limit: number, end = '') =>
      `GET /api/action/datastore_search?resource_id=${datastore.id('a.csv')}&limit=${String(limit)} HTTP/1.1\r\n${head()}${end}\r\n`;
    socket.write(Array.from({ length: 50 }, (_, at) => ask(at)).join('') + ask(50, 'Connection: close\r\n'));
    const limits = [...(await answer).matchAll(/"limit":(\d+)/g)].map(([, limit]) => Number(limit));
    assert.deepEqual(
      limits,
      Array.from({ length: 51 }, (_, at) => at),
    );
  });

  describe('slow ones', () => {
    for (const [what, begin, more] of [
      ['says nothing', '', ''],
      ['sends its head byte by byte', 'GET / HTTP/1.1\r\n', 'X'],
      ['never ends its head', 'GET / HTTP/1.1\r\nHost: x\r\n', 'X: y\r\n'],
      ['sends its body byte by byte', 'BODY', ' '],
    ] as const)
      it(`one that ${what} is cut off`, async () => {
        const isBody = begin === 'BODY';
        const impatient = await serve({ headMs: 300, requestMs: isBody ? 600 : HOUR_MS, checkMs: 50 });
        const to = Number(new URL(impatient.baseUrl).port);
        const socket = dial(to);
        const answer = closed(socket);
        const body = `POST /api/action/status_show HTTP/1.1\r\n${head(to)}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
        socket.write(isBody ? body : begin);
        const trickle = setInterval(() => socket.write(more), 50);
        const text = await answer;
        clearInterval(trickle);
        await impatient.close();
        assert.ok(text === '' || text.startsWith('HTTP/1.1 408 '), text);
      });
  });

  it('1,000 connections at once: each gets an answer or a clean end, and afterwards it serves', async () => {
    const ends = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const socket = dial();
        const answer = closed(socket);
        socket.write(`GET /api/action/status_show HTTP/1.1\r\n${head()}Connection: close\r\n\r\n`);
        const text = await answer;
        assert.ok(text === '' || /^HTTP\/1\.1 200 .*"success":true.*\}$/s.test(text), text.slice(0, 200));
        return text === '' ? 'refused' : 'answered';
      }),
    );
    assert.ok(ends.filter((end) => end === 'answered').length >= LIMITS.connections / 2);
    await serves();
  });

  it('1,000 connections that say nothing take no more than their share', async () => {
    const patient = await serve({ headMs: HOUR_MS, requestMs: HOUR_MS });
    const sockets = Array.from({ length: 1000 }, () => dial(Number(new URL(patient.baseUrl).port)));
    const ended = new Set<Socket>();
    for (const socket of sockets) socket.on('close', () => ended.add(socket)).resume();
    await until(() => ended.size >= 1000 - LIMITS.connections, 'the others are closed');
    for (const socket of sockets) socket.destroy();
    await until(() => ended.size === 1000, 'all have ended');
    const token = { headers: { Authorization: patient.token } };
    const ask = () => fetch(`${patient.baseUrl}/api/action/status_show`, token).catch(() => undefined);
    await until(async () => (await ask())?.status === 200, 'it serves again');
    await patient.close();
  });

  const searches = isFull ? 200 : 60;
  it(`${String(searches)} searches at once are all answered`, async () => {
    const all = await Promise.all(
      Array.from({ length: searches }, (_, at) =>
        datastore.values('a.csv', 'n', at % 2 === 0 ? { limit: 1, offset: at } : { limit: 1, q: String(LINES - at) }),
      ),
    );
    all.forEach(([value], at) => assert.equal(value, at % 2 === 0 ? at : LINES - at));
  });
});
