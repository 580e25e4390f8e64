/** The memory of `serve` for a database doesn't grow with the requests. It runs as its own process. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { PostgresCluster } from '../engine/postgresCluster.ts';

const RECORDS = 64_000;
const PAGE = 32_000;
const PAGES = 10;
/** Without `keepHeapSmall`, it grew by 92 MB and more. */
const MOST_MB = 80;

function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

describe('the memory of a process in front of a database', function () {
  this.timeout(120_000);
  let cluster: PostgresCluster;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create table large as select n, 'name ' || n as name, n * 7.13 as amount, n % 3 = 0 as flag,
         repeat(md5(n::text), 4) as note from generate_series(1, ${RECORDS}) n;
       alter table large add primary key (n); analyze large;`,
    );
  });
  after(() => cluster.stop());

  it(`grows by less than ${MOST_MB} MB for pages of ${PAGE} records and a dump`, async () => {
    const argv = [path.join(projectRoot, 'src/cli.ts'), 'serve', '--postgres', cluster.url()];
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { base_url, token } = JSON.parse(line.toString()) as { base_url: string; token: string };
    const asked = async (where: string): Promise<string> =>
      (await fetch(base_url + where, { headers: { Authorization: token } })).text();
    const page = `/api/action/datastore_search?resource_id=large&limit=${PAGE}`;
    await asked(page.replace(String(PAGE), '1'));
    const idle = residentMb(child.pid);
    let most = idle;
    const watch = setInterval(() => (most = Math.max(most, residentMb(child.pid))), 10);
    try {
      // DuckDB would take 15 MB of it.
      assert.doesNotMatch(readFileSync(`/proc/${String(child.pid)}/maps`, 'utf8'), /duckdb/);
      for (let turn = 0; turn < PAGES; turn += 1)
        assert.match(await asked(`${page}&offset=${turn}`), /"total":64000,"records":\[\{"n":\d/);
      assert.equal((await asked('/datastore/dump/large')).split('\n').length, RECORDS + 2);
    } finally {
      clearInterval(watch);
      child.kill();
      await once(child, 'exit');
    }
    assert.ok(most - idle < MOST_MB, `${idle.toFixed(0)} MB idle, ${most.toFixed(0)} at most`);
  });
});
