/** An export from Trino whose statements fail for a while (a node ends) stops with a message and can be continued. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTrino } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { startCli } from '../../support/drivers/commandLine.ts';
import { FakeTrino } from './fakeTrino.ts';

const PLACE = { catalog: 'lake', schema: 'school' };
const ROWS = Array.from({ length: 100_000 }, (_, at) => [at + 1, `name ${String(at + 1)}`]);
const COLUMNS = [
  ['n', 'integer'],
  ['name', 'varchar'],
] as const;

describe('an export from Trino', () => {
  let trino: FakeTrino;
  let server: RunningServer;
  let folder: string;
  before(async () => {
    trino = await FakeTrino.start({ ...PLACE, tables: { numbers: { columns: COLUMNS, rows: ROWS } } });
    const origin = `http://localhost:${String(trino.port)}`;
    const options = { origin, user: 'ann', password: undefined, scannedBytes: undefined, ...PLACE };
    server = await serveDatastore(await openTrino(options), {});
    folder = await mkdtemp(path.join(tmpdir(), 'trino-export-'));
  });
  after(async () => {
    await server.close();
    await trino.stop();
    await rm(folder, { recursive: true });
  });

  it('stops where a node ends, keeps what has come, and goes on with nothing lost or doubled', async () => {
    const out = path.join(folder, 'numbers.jsonl');
    const exported = (...more: string[]) =>
      startCli(['export', '--base-url', server.baseUrl, '--resource', 'numbers', '--out', out, ...more], {
        DATASTORE_TOKEN: server.token,
      });
    trino.onStatement = (sql) => {
      const [, offset = 0] = / offset (\d+) /.exec(sql) ?? [];
      if (Number(offset) > ROWS.length / 4)
        trino.refusal = { errorName: 'REMOTE_HOST_GONE', errorType: 'INTERNAL_ERROR' };
    };
    const stopped = await exported().done;
    trino.onStatement = () => undefined;
    assert.equal(stopped.code, 5, stopped.stderr);
    assert.match(stopped.stderr, /failed to answer/);
    const { records } = JSON.parse(stopped.stderr.trimEnd().split('\n').at(-1) ?? '') as { records: number };
    assert.ok(records > 0 && records < ROWS.length, String(records));
    assert.match(stopped.stderr, /records are kept\. Use --resume to continue/);
    trino.refusal = undefined;
    const resumed = await exported('--resume').done;
    assert.equal(resumed.code, 0, resumed.stderr);
    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { n: number }).n),
      ROWS.map(([n]) => n),
    );
  });
});
