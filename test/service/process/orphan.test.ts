/** A child process ends at once when its window has gone, however that ended, and whatever the child is doing. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import type { ServeReady } from '../../../src/service/process/protocol.ts';
import { servicePath } from '../../support/drivers/builtProgram.ts';
import { until } from '../../../tools/vscode/until.ts';

const never = new AbortController().signal;

describe('a child whose window is gone', () => {
  it('does not finish a long question first, and leaves nothing spilled', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'orphan-test-'));
    const data = path.join(folder, 'data');
    const file = path.join(folder, 'file.csv');
    await mkdir(data);
    await writeFile(file, `n\n${Array.from({ length: 200_000 }, (_, at) => String(at)).join('\n')}\n`);
    const options = { servicePath, directory: data, memoryLimitMb: () => 64, log: () => undefined };
    const importing = new EmbeddedDatastore(options);
    const { id } = await importing.importFile(file, {}, never);
    importing.dispose();

    const child = fork(servicePath, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.send({ kind: 'serve', directory: data, memoryLimitMb: 64 });
    const [{ baseUrl, token }] = (await once(child, 'message')) as [ServeReady];
    const sql = `select count(*) from (select distinct a.n, b.n from "${id}" a, "${id}" b) x`;
    const asked = fetch(`${baseUrl}/api/action/datastore_search_sql`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ sql }),
    });
    asked.catch(() => undefined);
    const spilled = async () => (await readdir(data)).filter((name) => name.startsWith('spill-'));
    await until(async () => (await spilled()).length > 0, 'it spills', 20_000);

    child.disconnect();
    await once(child, 'exit', { signal: AbortSignal.timeout(5000) });
    await until(async () => (await spilled()).length === 0, 'the process that ran the SQL has ended too');
    await rm(folder, { recursive: true });
  });
});
