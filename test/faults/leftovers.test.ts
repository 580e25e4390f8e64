/** R14: failures leave nothing behind. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { until } from '../../tools/vscode/until.ts';
import { count } from '../support/results/figures.ts';
import { isFull } from '../support/results/full.ts';
import { releaseAll, undici } from './client.ts';
import { Failures } from './failures.ts';
import { SeededTable } from './seededTable.ts';
import { clientOf, startTable } from './tableServer.ts';

const PAGES = isFull ? 1000 : 320;
const VIEWS = 8;
const RECORDS = 100;

/** What keeps a process alive: sockets and timers, by kind. */
function resources(): readonly string[] {
  return process.getActiveResourcesInfo().toSorted();
}

describe(`R14: ${String(PAGES)} pages, of whose requests half fail`, function () {
  this.timeout(300_000);
  afterEach(releaseAll);

  it('leave no socket, timer or listener', async () => {
    const table = new SeededTable({ records: RECORDS, version: '2.11' });
    const failures = new Failures(0.5, 5);
    const server = await startTable(table, { fault: failures.next });
    const transport = undici({}, { headersMs: 50, bodyIdleMs: 50 });
    const client = clientOf(server, { transport });
    const { signal } = new AbortController();
    const before = resources();
    let pages = 0;
    const view = async (): Promise<void> => {
      for (let asked = 0; asked < PAGES / VIEWS; asked += 1) {
        const page = await client.search({ resourceId: 'r' }, undefined, signal).catch(() => undefined);
        if (page?.rows.length === RECORDS) pages += 1;
      }
    };
    await Promise.all(Array.from({ length: VIEWS }, view));
    assert.ok(failures.count > PAGES / 2 && pages > PAGES / 2, `${String(pages)} pages`);
    await transport.dispose();
    await until(() => server.open === 0, 'all connections are closed').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const left = resources().length - before.length;
    const kinds: readonly [what: string, left: number][] = [
      ['sockets', server.open],
      ['sockets and timers', Math.max(0, left)],
      ['listeners of the signal', getEventListeners(signal, 'abort').length],
    ];
    assert.deepEqual(
      kinds.filter(([, some]) => some > 0),
      [],
    );
    const what = `kinds of leftovers (sockets, timers, listeners) are none after ${String(PAGES)} pages and ${String(failures.count)} failures`;
    count({ name: 'R14', what, score: kinds.filter(([, some]) => some === 0).length, total: kinds.length });
  });
});
