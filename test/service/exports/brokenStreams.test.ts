/** Exports of local files that don't come to their end: nothing half-written is called complete. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { DATABASE_DIALECT, OUR_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import { ExportRun } from '../../../src/export/exportRun.ts';
import type { FormatId } from '../../../src/export/formats.ts';
import type { ExportProgress } from '../../../src/export/runLog.ts';
import type { ExportWay } from '../../../src/export/strategy.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { onFailingDisk } from '../../faults/failingDisk.ts';
import { TestDatastore } from '../datastore.ts';

const RECORDS = 100_000;
const content = (text: string): string =>
  `n,t\n${Array.from({ length: RECORDS }, (_, at) => `${String(at)},${text}`).join('\n')}\n`;
const never = new AbortController().signal;

describe('an export of a local file that breaks off', function () {
  this.timeout(120_000);
  let datastore: TestDatastore;
  let folder: string;
  let file: string;
  before(async () => {
    datastore = await TestDatastore.open({ 'many.csv': { content: content('old') } });
  });
  after(() => datastore.close());
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'broken-streams-'));
    file = path.join(folder, 'records.out');
    fs.writeFileSync(file, 'what people had');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const clientAt = (baseUrl: string, token = 'x', dialect = OUR_DIALECT): DatastoreClient =>
    new DatastoreClient({
      exchange: new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 }),
      access: () => Promise.resolve({ baseUrl, token }),
      dialect,
    });
  interface Run {
    readonly format?: FormatId;
    readonly resumes?: boolean;
    readonly signal?: AbortSignal;
    readonly onProgress?: (progress: ExportProgress) => void;
    readonly onWay?: (way: ExportWay) => void;
  }
  const run = (client: DatastoreClient, { format = 'csv', resumes = false, signal = never, ...options }: Run = {}) => {
    const query = { resourceId: datastore.id('many.csv') };
    const target = { file, overwrites: !resumes, resumes };
    return new ExportRun({ baseUrl: '', query, format }, target).run(client, signal, options);
  };

  /** Exports from a server that answers with these frames. */
  const answered = (answer: (response: ServerResponse) => void, format: FormatId = 'csv') =>
    withServer(answer, (client) => run(client, { format }));
  const withServer = async <T>(answer: (response: ServerResponse) => void, work: (client: DatastoreClient) => T) => {
    const server = createServer((request, response) => request.resume().on('end', () => answer(response)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      return await work(clientAt(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`));
    } finally {
      server.close();
      server.closeAllConnections();
    }
  };
  const frame = (kind: string, count: number, text = '') =>
    `${kind} ${String(count)} ${String(Buffer.byteLength(text))}\n${text}`;
  const head = frame('head', 2, '{"fields":[{"id":"a","type":"text"}],"kind":"csv"}');
  const keepsFile = () => assert.equal(fs.readFileSync(file, 'utf8'), 'what people had');

  it('is whole with its end', async () => {
    const { records, isComplete } = await answered((response) =>
      response.end(head + frame('text', 1, 'é\r\n') + frame('text', 0) + frame('lists', 1, '["b,"]') + frame('end', 2)),
    );
    assert.deepEqual([records, isComplete], [2, true]);
    assert.equal(fs.readFileSync(file, 'utf8'), 'a\r\né\r\n"b,"\r\n');
  });

  it('is whole wherever it is cut on its way', async () => {
    const whole = Buffer.from(head + frame('text', 1, 'é\r\n') + frame('text', 1, 'x\r\n') + frame('end', 2));
    const ends = [...whole.keys()].filter((at) => whole[at] === 0x0a).map((at) => at + 1);
    for (const at of [...ends, ...ends.map((end) => end - 1), whole.indexOf('é') + 1]) {
      await answered((response) => {
        response.write(whole.subarray(0, at), () => setTimeout(() => response.end(whole.subarray(at)), 10));
      });
      assert.equal(fs.readFileSync(file, 'utf8'), 'a\r\né\r\nx\r\n', `cut at ${String(at)}`);
    }
  });

  it('has the whole records that came in a text for an editor', async () => {
    const question = { baseUrl: '', query: { resourceId: datastore.id('many.csv') }, format: 'csv' as const };
    const frames = head + frame('text', 1, 'é\r\n') + frame('text', 2, 'x\r\ny\r\n').slice(0, -1);
    const { text, records, failure } = await withServer(
      (response) => response.write(frames, () => response.destroy()),
      (client) => new ExportRun(question, { maxLength: Infinity }).run(client, never),
    );
    assert.deepEqual([text, records, failure instanceof Error], ['a\r\né\r\n', 1, true]);
  });

  const errors: Readonly<Record<string, readonly [answer: (response: ServerResponse) => void, error: object]>> = {
    'without an end': [(response) => response.end(head + frame('text', 1, 'x\r\n')), { kind: 'truncated' }],
    'with the end of other records': [
      (response) => response.end(head + frame('text', 1, 'x\r\n') + frame('end', 2)),
      { kind: 'truncated' },
    ],
    'in a frame': [(response) => response.end(`${head}text 1 50\nx\r\n`), { kind: 'truncated' }],
    'with a frame of an unknown kind': [(response) => response.end(`${head}what 1 1\nx`), { kind: 'truncated' }],
    'with a frame without a size': [
      (response) => response.end(`${head}text\n${frame('end', 0)}`),
      { kind: 'truncated' },
    ],
    'with its connection': [
      (response) => response.write(head + frame('text', 1, 'x\r\n'), () => response.destroy()),
      { name: 'HttpError' },
    ],
    'with an error of the service': [
      (response) => {
        const error = { __type: 'Request Error', message: 'The disk is full.' };
        response.end(head + frame('failed', 507, JSON.stringify({ success: false, error })));
      },
      { name: 'DatastoreError', status: 507, serverMessage: 'The disk is full.' },
    ],
    'before it begins': [
      (response) => {
        response.statusCode = 404;
        response.end(JSON.stringify({ success: false, error: { __type: 'Not Found Error', message: 'gone' } }));
      },
      { name: 'DatastoreError', kind: 'notFound' },
    ],
    'with what is no answer at all': [(response) => response.end('<html>'), { name: 'DatastoreError', kind: 'unfit' }],
  };
  for (const [what, [answer, error]] of Object.entries(errors))
    it(`is an error: ${what}`, async () => {
      for (const format of ['csv', 'json', 'parquet', 'xlsx'] as const)
        await assert.rejects(answered(answer, format), error);
      keepsFile();
    });

  it('leaves what people had when it is cancelled, and starts over when it is resumed', async () => {
    for (const format of ['csv', 'parquet', 'xlsx', 'markdown'] as const) {
      const stop = new AbortController();
      const onProgress = ({ records }: ExportProgress): void => {
        if (records > 0) stop.abort(new Error('enough'));
      };
      await assert.rejects(run(datastore.client, { format, signal: stop.signal, onProgress }), /enough/);
      keepsFile();
      const ways: ExportWay[] = [];
      fs.rmSync(file);
      const { records } = await run(datastore.client, { format, resumes: true, onWay: (way) => ways.push(way) });
      assert.deepEqual([records, ways, fs.readdirSync(folder)], [RECORDS, ['stream'], ['records.out']]);
      fs.writeFileSync(file, 'what people had');
    }
  });

  it('leaves what people had when the disk is full in its middle', async () => {
    let failures = 0;
    for (const format of ['csv', 'parquet', 'xlsx'] as const)
      for (const at of [2, 4, 6, 8]) {
        fs.writeFileSync(file, 'what people had');
        let outcome: unknown;
        const failed = await onFailingDisk({ at, isLasting: true }, async () => {
          await run(datastore.client, { format }).catch((error: unknown) => (outcome = error));
        });
        if (outcome === undefined) assert.ok(!failed && fs.statSync(file).size > RECORDS);
        else {
          failures += 1;
          assert.ok(failed);
          keepsFile();
        }
        assert.equal((await run(datastore.client, { format })).records, RECORDS);
      }
    assert.ok(failures >= 6, String(failures));
  });

  it('ends the statements of a hundred cancelled exports, and leaves no files of the service', async () => {
    const left = () => fs.readdirSync(datastore.data, { recursive: true }).map(String).toSorted();
    await run(datastore.client, { format: 'parquet' });
    const before = left();
    for (let time = 0; time < 100; time += 1) {
      const { stream } = datastore.client;
      assert.ok(stream);
      const stop = new AbortController();
      const kind = time % 2 === 0 ? 'csv' : 'parquet';
      const opened = stream({ resourceId: datastore.id('many.csv') }, { kind }, stop.signal);
      if (time % 4 < 2) await opened;
      stop.abort(new Error('enough'));
      await opened.then(({ pieces }) => pieces[Symbol.asyncIterator]().next()).catch(() => undefined);
    }
    const start = performance.now();
    const { records } = await run(datastore.client);
    assert.equal(records, RECORDS);
    assert.ok(performance.now() - start < 20_000);
    assert.deepEqual(left(), before);
  });

  it('has the records of one state of the file', async () => {
    const { stream } = datastore.client;
    assert.ok(stream);
    const query = { resourceId: datastore.id('many.csv'), fields: ['t'] };
    const { pieces } = await stream(query, { kind: 'ndjson' }, never);
    const source = path.join(datastore.folder, 'many.csv');
    fs.writeFileSync(source, content('new'));
    const texts: string[] = [];
    for await (const piece of pieces) {
      if (texts.length === 0) await datastore.import(source, 'many.csv');
      assert.ok(piece.text);
      texts.push(Buffer.concat(piece.text).toString('utf8'));
    }
    assert.equal(texts.join(''), '{"t":"old"}\n'.repeat(RECORDS));
    assert.equal((await run(datastore.client)).records, RECORDS);
    assert.match(fs.readFileSync(file, 'utf8'), /new/);
  });

  it('is refused with a form that the service does not know, and with pages', async () => {
    const resource = { resource_id: datastore.id('many.csv') };
    const status = async (parameters: object) => {
      const { baseUrl, token } = datastore.server;
      const response = await fetch(`${baseUrl}/api/3/action/x_datastore_export`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: token },
        body: JSON.stringify({ ...resource, ...parameters }),
      });
      return [response.status, (await response.text()).slice(0, 10)];
    };
    const form = { kind: 'csv' };
    assert.deepEqual(await status({ form }), [200, 'head 10000']);
    assert.deepEqual(await status({ form, limit: '5' }), [200, 'head 5 117']);
    for (const wrong of [
      {},
      { form: 'csv' },
      { form: [] },
      { form: { kind: 'exe' } },
      { form: { ...form, delimiter: 'x' } },
    ])
      assert.equal((await status(wrong))[0], 409, JSON.stringify(wrong));
    for (const wrong of [
      { offset: 1 },
      { limit: -1 },
      { fields: ['no'] },
      { sort: 'no' },
      { filters: { no: 1 } },
      { no: 1 },
    ])
      assert.equal((await status({ form, ...wrong }))[0], 409, JSON.stringify(wrong));
    assert.equal((await status({ form, resource_id: 'no' }))[0], 404);
  });

  it('is asked of files on this machine only', () => {
    for (const dialect of [DATABASE_DIALECT, new LearnedDialect()])
      assert.equal(clientAt('https://ckan.test', 'x', dialect).stream, undefined);
  });
});
