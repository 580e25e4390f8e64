/** A server of our own answers in Trino's protocol as a real one rarely does. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ActionError } from '../../../src/service/ckan/actionError.ts';
import { RecordTooLarge } from '../../../src/service/question/answerErrors.ts';
import { TrinoConnection } from '../../../src/service/engine/trino/trinoConnection.ts';
import { DataUnavailable } from '../../../src/service/store/dataUnavailable.ts';

/** `none` never comes; `endless` sends lists of one number without end. */
type Answer = object | number | 'none' | 'endless';
const MIB = 1 << 20;

const never = new AbortController().signal;

describe('a connection to Trino', () => {
  let server: Server;
  let origin: string;
  /** Answers by path; of several, the next one is used. */
  let answers: Map<string, Answer[]>;
  /** MiB sent of an endless answer. */
  let sentMib: number;
  let requests: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string })[];

  before(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method, url = '', headers } = request;
        requests.push({ method, url, headers, body });
        const answer = method === 'DELETE' ? 204 : (answers.get(url)?.shift() ?? 404);
        if (answer === 'none') return;
        if (answer === 'endless') {
          const write = () => {
            sentMib += 1;
            if (!response.destroyed) response.write('[1],'.repeat(MIB / 4), write);
          };
          response.write('{"data":[', write);
          return;
        }
        response.statusCode = typeof answer === 'number' ? answer : 200;
        response.end(typeof answer === 'number' ? '' : JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => {
    answers = new Map();
    requests = [];
    sentMib = 0;
  });

  const connection = (password?: string, scannedBytes?: number, requestMs?: number) =>
    new TrinoConnection(
      { origin, user: 'me', password },
      { scannedBytes, ...(requestMs !== undefined && { requestMs }) },
      'c.s',
    );
  const asked = () => requests.map(({ method, url }) => `${String(method)} ${String(url)}`);

  it('follows a statement to its end, at the address that it was given whatever Trino calls itself', async () => {
    answers.set('/v1/statement', [{ nextUri: 'http://elsewhere.example:1/v1/statement/q/1?a=b' }]);
    answers.set('/v1/statement/q/1?a=b', [
      { nextUri: 'http://elsewhere.example:1/v1/statement/q/2', data: [['x', null]] },
    ]);
    answers.set('/v1/statement/q/2', [{ data: [['y', { z: 1 }]] }]);
    assert.deepEqual(await connection('hush', 5).all('select 1', 1000, never), [
      ['x', null],
      ['y', { z: 1 }],
    ]);
    assert.deepEqual(asked(), ['POST /v1/statement', 'GET /v1/statement/q/1?a=b', 'GET /v1/statement/q/2']);
    const [first] = requests;
    assert.equal(first?.body, 'select 1');
    assert.equal(first.headers['x-trino-user'], 'me');
    assert.equal(first.headers.authorization, `Basic ${Buffer.from('me:hush').toString('base64')}`);
    assert.equal(
      first.headers['x-trino-session'],
      'required_workers_max_wait_time=10000ms,query_max_run_time=1000ms,query_max_scan_physical_bytes=5B',
    );
  });

  it('asks again where Trino is busy, and ends the statement where it stays so', async () => {
    answers.set('/v1/statement', [{ nextUri: `${origin}/1` }, { nextUri: `${origin}/2` }]);
    answers.set('/1', [503, 429, { data: [['x']] }]);
    assert.deepEqual(await connection().all('select 1', 0, never), [['x']]);
    answers.set('/2', [502, 500]);
    await assert.rejects(connection().all('select 1', 0, never), DataUnavailable);
    assert.equal(asked().at(-1), 'DELETE /2');
  });

  it('ends a statement whose rows are wanted no more', async () => {
    answers.set('/v1/statement', [{ nextUri: `${origin}/1`, data: [['x']] }]);
    for await (const rows of connection().rows('select 1', 0, never)) if (rows.length > 0) break;
    assert.deepEqual(asked(), ['POST /v1/statement', 'DELETE /1']);
  });

  it('ends a statement that was aborted while it began', async () => {
    const client = new AbortController();
    answers.set('/v1/statement', [{ nextUri: `${origin}/1` }]);
    const running = connection().all('select 1', 0, client.signal);
    client.abort();
    await assert.rejects(running, { name: 'AbortError' });
    assert.deepEqual(asked(), ['POST /v1/statement', 'DELETE /1']);
  });

  for (const [errorName, errorType, refusal] of [
    ['EXCEEDED_TIME_LIMIT', 'INSUFFICIENT_RESOURCES', /"query":\["Query took too long"\]/],
    ['EXCEEDED_SCAN_LIMIT', 'USER_ERROR', /"query":\["Query read too much data"\]/],
    ['CLUSTER_OUT_OF_MEMORY', 'INSUFFICIENT_RESOURCES', /"query":\["Query needed too much memory"\]/],
    ['TYPE_MISMATCH', 'USER_ERROR', /"query":\["Invalid query"\],"info":\{"orig":\["its words"\]\}/],
    ['TABLE_NOT_FOUND', 'USER_ERROR', /^"dropped/],
    ['CATALOG_NOT_FOUND', 'USER_ERROR', /^"dropped: noDatabase"/],
    ['PERMISSION_DENIED', 'USER_ERROR', /^"unreachable: notAllowed"/],
    ['QUERY_QUEUE_FULL', 'INSUFFICIENT_RESOURCES', /^"unreachable: busy"/],
    ['REMOTE_HOST_GONE', 'INTERNAL_ERROR', /^"unreachable: failed"/],
  ] as const)
    it(`says of ${errorName} what people can do with it`, async () => {
      answers.set('/v1/statement', [{ error: { message: 'its words', errorName, errorType } }]);
      const error: unknown = await connection()
        .all('select 1', 0, never)
        .catch((reason: unknown) => reason);
      const said =
        error instanceof ActionError
          ? error.body
          : error instanceof DataUnavailable
            ? `${error.reason}: ${String(error.refusal)}`
            : error;
      assert.match(JSON.stringify(said), refusal);
    });

  it('says that nobody answers, or that it is not let in', async () => {
    answers.set('/v1/statement', [403]);
    const isRefusal = { reason: 'unreachable', resource: 'c.s', refusal: 'needsHttps' };
    await assert.rejects(connection().all('select 1', 0, never), isRefusal);
    const away = new TrinoConnection(
      { origin: 'http://127.0.0.1:9', user: 'me', password: undefined },
      { scannedBytes: undefined },
      'c.s',
    );
    const isAway = { reason: 'unreachable', refusal: 'unreachable' };
    await assert.rejects(away.all('select 1', 0, never), isAway);
  });

  it('gives up a server that accepts requests and never answers, before its statement begins or within', async () => {
    const isAway = { reason: 'unreachable', refusal: 'unreachable' };
    answers.set('/v1/statement', ['none', { nextUri: `${origin}/1`, data: [['x']] }]);
    answers.set('/1', ['none']);
    await assert.rejects(connection(undefined, undefined, 200).all('select 1', 0, never), isAway);
    await assert.rejects(connection(undefined, undefined, 200).all('select 1', 0, never), isAway);
    assert.deepEqual(asked(), ['POST /v1/statement', 'POST /v1/statement', 'GET /1', 'DELETE /1']);
  });

  it('refuses an answer of more than 64 MiB, without reading the rest of it', async () => {
    const mib = Buffer.alloc(1024 * 1024, ' ');
    let sent = 0;
    const bomb = createServer((_, response) => {
      const write = (): void => {
        if (!response.destroyed && (sent += 1) < 1000) response.write(mib, write);
      };
      write();
    });
    await new Promise<void>((resolve) => bomb.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${String((bomb.address() as AddressInfo).port)}`;
    const trino = new TrinoConnection(
      { origin: address, user: 'me', password: undefined },
      { scannedBytes: undefined },
      'c.s',
    );
    await assert.rejects(trino.all('select 1', 60_000, never), RecordTooLarge);
    assert.ok(sent < 200);
    bomb.closeAllConnections();
    bomb.close();
  });

  it('ends a statement whose answers lead to ever more answers when its time is over', async () => {
    const endless = { nextUri: `${origin}/v1/next` };
    answers.set('/v1/statement', [endless]);
    answers.set('/v1/next', { shift: () => endless } as unknown as Answer[]);
    await assert.rejects(connection(undefined, undefined, 200).all('select 1', 100, never), (error: unknown) => {
      assert.ok(error instanceof ActionError);
      assert.deepEqual(error.body['query'], ['Query took too long']);
      return true;
    });
    assert.equal(asked().at(-1), 'DELETE /v1/next');
  });

  it('refuses to collect answers without end', async () => {
    const endless = { nextUri: `${origin}/v1/next`, data: [['x'.repeat(1 << 20)]] };
    answers.set('/v1/statement', [endless]);
    answers.set('/v1/next', { shift: () => endless } as unknown as Answer[]);
    await assert.rejects(connection().all('select 1', 60_000, never), (error: unknown) => {
      assert.ok(error instanceof ActionError);
      assert.deepEqual(error.body['query'], ['The answer of the database is too large']);
      return true;
    });
    assert.ok(requests.length < 80);
  });

  it('refuses an answer of millions of values, but not a text that looks like them', async () => {
    const like = '[1,"\\",{'.repeat(1 << 19);
    answers.set('/v1/statement', [{ data: [[like]] }, { data: Array.from({ length: 1 << 20 }, () => [123]) }]);
    assert.deepEqual(await connection().all('select 1', 60_000, never), [[like]]);
    await assert.rejects(connection().all('select 1', 60_000, never), RecordTooLarge);
  });

  it('gives an answer up as soon as it has too many values', async () => {
    answers.set('/v1/statement', ['endless']);
    await assert.rejects(connection().all('select 1', 60_000, never), RecordTooLarge);
    assert.ok(sentMib < 32, `${String(sentMib)} MiB were sent`);
  });
});
