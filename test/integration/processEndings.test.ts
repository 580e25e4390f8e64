/** Processes of the extension end in the middle of their work, in a real VS Code: what people read, and what goes on. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Program } from '../../src/program.ts';
import { PROCESS_END_REASONS } from '../../src/service/resource/processEndings.ts';
import { until } from '../../tools/vscode/until.ts';
import { childIds, childServing, childWithOpen } from '../support/drivers/childIds.ts';
import { forgetEverything, handles } from './handles.ts';

interface Shown {
  readonly text: string;
  readonly buttons: readonly string[];
}

const serviceIds = (pid: number): readonly number[] => childIds(pid, 'service.js');

describe('a process that ends', function () {
  this.timeout(120_000);
  const { signal } = new AbortController();
  let deps: Program;
  let folder: string;
  let offered: Shown[];

  before(async () => {
    deps = await handles();
    await forgetEverything(deps);
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'endings-')));
    deps.failures.offer = (_what, _kind, text, actions) => {
      offered.push({ text, buttons: actions.map(({ label }) => label) });
    };
  });
  beforeEach(() => {
    offered = [];
  });
  after(async () => {
    Reflect.deleteProperty(deps.failures, 'offer');
    await forgetEverything(deps);
    fs.rmSync(folder, { recursive: true });
  });

  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
  };
  const small = async (): Promise<string> => {
    const read = await (await deps.localFiles.open(write('small.csv', 'n\n1\n2\n'), {})).done;
    assert.ok(read);
    return read.id;
  };
  const ask = async (action: string, body: object) => {
    const { baseUrl, token } = await deps.localFiles.access(signal);
    const answer = await fetch(`${baseUrl}/api/action/${action}`, {
      method: 'POST',
      headers: { Authorization: token ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const total = async (id: string) =>
    /"total":(\d+)/.exec((await ask('datastore_search', { resource_id: id })).text)?.[1];
  /** The process that serves local files. Others may serve databases and the results of statements. */
  const servingId = async (): Promise<number> =>
    childServing((await deps.localFiles.access(signal)).baseUrl) ?? assert.fail('no process serves local files');
  const problemOf = async (work: Promise<unknown>): Promise<Shown> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const { message, actions } = deps.failures.describe(error);
    return { text: message, buttons: actions.map(({ label }) => label) };
  };

  for (const [kill, ending] of [
    ['SIGKILL', 'killed'],
    ['SIGSEGV', 'crash'],
  ] as const) {
    it(`serving, by ${kill}: says so with Show Log, restarts, and keeps the records`, async () => {
      const id = await small();
      assert.equal(await total(id), '2');
      process.kill(await servingId(), kill);
      await until(() => offered.length > 0, 'it is said', 20_000);
      const words = `${PROCESS_END_REASONS.serving[ending]} It was restarted. Open records stay open.`;
      assert.deepEqual(offered, [{ text: words, buttons: ['Show Log'] }]);
      assert.equal(await total(id), '2');
    });

    it(`importing, by ${kill}: the file couldn't be opened, and why, with Show Log`, async () => {
      const file = write(`${kill}.csv`, `n,t\n${'1,some text that takes a while to read\n'.repeat(1_500_000)}`);
      const running = await deps.localFiles.open(file, {});
      const job = await until(() => childWithOpen(file), 'it is read');
      process.kill(job, kill);
      const shown = await problemOf(running.done);
      const why = PROCESS_END_REASONS.import[ending];
      assert.deepEqual(shown, { text: `Couldn't open ${kill}.csv. ${why}`, buttons: ['Show Log'] });
    });
  }

  it('SQL, killed: the statement fails in words, and the next one is answered', async () => {
    const id = await small();
    const endless = `select count(*) from range_of a, range_of b, range_of c, range_of d where a.n + b.n + c.n + d.n < 0`;
    const numbers = `with recursive range_of(n) as (select 1 union all select n + 1 from range_of where n < 5000) `;
    const asked = ask('datastore_search_sql', { sql: numbers + endless });
    const serving = await servingId();
    const sql = await until(() => serviceIds(serving)[0], 'SQL runs', 20_000);
    process.kill(sql, 'SIGKILL');
    const { status, text } = await asked;
    assert.equal(status, 500);
    assert.ok(text.includes(PROCESS_END_REASONS.sql.killed), text);
    assert.match((await ask('datastore_search_sql', { sql: `select sum(n) as s from "${id}"` })).text, /"s":3/);
  });

  it('SQL, above a bound: the statement is refused in words while a search is answered', async () => {
    const id = await small();
    const joins = Array.from({ length: 500 }, (_, at) => `join t b${String(at)} on b${String(at)}.x = a.x`);
    const sql = `with t as (select 1 as x) select count(*) from t a ${joins.join(' ')}`;
    const asked = ask('datastore_search_sql', { sql });
    assert.equal(await total(id), '2');
    const { status, text } = await asked;
    assert.equal(status, 409);
    // A busy machine may not get so far within a minute.
    const { memory, time } = PROCESS_END_REASONS.sql;
    const words = [memory.replace('{0}', '1.5 GB'), time.replace('{0}', '60 seconds')];
    assert.ok(
      words.some((sentence) => text.includes(sentence)),
      text,
    );
  });
});
