/** If the serving process is killed during an answer, its caller gets an error, and the next request is answered. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import { ExportRun } from '../../../src/export/exportRun.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import { servicePath } from '../../support/drivers/builtProgram.ts';
import { childIds, ticksOf } from '../../support/drivers/childIds.ts';
import { until } from '../../../tools/vscode/until.ts';

const never = new AbortController().signal;
const LINES = 200_000;

describe('kill -9 of the serving process', () => {
  let folder: string;
  let datastore: EmbeddedDatastore;
  let id: string;
  const lines: string[] = [];
  const data = () => path.join(folder, 'data');

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'crash-test-'));
    const file = path.join(folder, 'file.csv');
    await writeFile(file, `n\n${Array.from({ length: LINES }, (_, at) => String(at)).join('\n')}\n`);
    datastore = new EmbeddedDatastore({
      servicePath,
      directory: data(),
      memoryLimitMb: () => 64,
      log: (line) => lines.push(line),
    });
    ({ id } = await datastore.importFile(file, {}, never));
    await until(() => childIds().length === 0, 'the import has ended');
  });
  after(async () => {
    datastore.dispose();
    await until(() => childIds().length === 0, 'all child processes have ended');
    await rm(folder, { recursive: true });
  });

  const ask = async (action: string, body: object) => {
    const { baseUrl, token } = await datastore.access(never);
    return fetch(`${baseUrl}/api/action/${action}`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  };
  const total = async () => {
    const reply = await ask('datastore_search', { resource_id: id, q: '77', limit: 0 });
    return ((await reply.json()) as { result: { total: number } }).result.total;
  };
  /** Hashes the data files, without those that a process spills. */
  const digest = async () => {
    const hash = createHash('sha256');
    for (const name of (await readdir(data())).filter((each) => !each.startsWith('spill-')).sort())
      hash.update(name).update(await readFile(path.join(data(), name)));
    return hash.digest('hex');
  };

  for (const [what, action, body] of [
    ['a long SELECT', 'datastore_search_sql', { sql: 'select count(*) from "ID" a, "ID" b where a.n + b.n = 0.5' }],
    [
      'one that is spilled',
      'datastore_search_sql',
      { sql: 'select count(*) from (select distinct a.n, b.n from "ID" a, "ID" b) x' },
    ],
  ] as const)
    it(`during ${what}: an error, then answers from the same data`, async () => {
      const before = await digest();
      const expected = await total();
      assert.ok(expected > 0);
      const [child = 0] = childIds();
      // SQL runs in a child of the serving process.
      const sqlTicks = () => childIds(child).reduce((sum, each) => sum + ticksOf(each), 0);
      const sql = body.sql.replaceAll('ID', id);
      const asked = ask(action, { sql });
      asked.catch(() => undefined);
      if (what.includes('spilled'))
        await until(async () => (await readdir(data())).some((name) => name.startsWith('spill-')), 'it spills', 20_000);
      else await until(() => sqlTicks() > 20, 'it works on it', 20_000);
      process.kill(child, 'SIGKILL');
      await assert.rejects(asked, /fetch failed/);
      await until(() => !childIds().includes(child), 'its parent knows');
      assert.equal(await total(), expected);
      assert.notEqual(childIds()[0], child);
      assert.equal(await digest(), before);
      const left = async () => (await readdir(data())).filter((name) => name.startsWith('spill-'));
      await until(async () => (await left()).length === 0, 'what was spilled is gone');
      const { token } = await datastore.access(never);
      assert.ok(token !== '' && !lines.some((line) => line.includes(token)));
    });

  it('during an export: an error, what people had, and then the whole file', async () => {
    const transport = new FetchTransport();
    const client = new DatastoreClient({
      exchange: new Exchange({ transport, timeoutMs: () => 20_000 }),
      access: () => datastore.access(never),
      dialect: OUR_DIALECT,
    });
    const file = path.join(folder, 'records.json');
    await writeFile(file, 'what people had');
    const exported = (onProgress: () => void) => {
      const question = { baseUrl: '', query: { resourceId: id }, format: 'json' } as const;
      return new ExportRun(question, { file, overwrites: true }).run(client, never, { onProgress });
    };
    await total();
    const [child = 0] = childIds();
    let kill = (): void => {
      process.kill(child, 'SIGKILL');
      kill = () => undefined;
    };
    // The answer, of some 9 MB, doesn't fit into the buffers of a connection.
    await assert.rejects(
      exported(() => kill()),
      { name: 'HttpError' },
    );
    assert.equal(await readFile(file, 'utf8'), 'what people had');
    await until(() => !childIds().includes(child), 'its parent knows');
    const { records, isComplete } = await exported(() => undefined);
    assert.deepEqual([records, isComplete], [LINES, true]);
    assert.equal((JSON.parse(await readFile(file, 'utf8')) as unknown[]).length, LINES);
  });
});
