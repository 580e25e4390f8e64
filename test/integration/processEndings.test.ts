/**
 * Processes of the extension end in the middle of their work, in a real VS Code: what people read, what goes on, and
 * what the buttons do. Serving takes a free port there; a port that is taken: test/service/process/serveCommand.test.ts.
 */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PROCESS_END_REASONS } from '../../src/service/resource/processEndings.ts';
import { until } from '../../tools/vscode/until.ts';
import { childIds, childWithOpen } from '../support/drivers/childIds.ts';
import { closeEditors, tabLabels } from './handles.ts';
import { letLeak, OwnProcesses } from './ownProcesses.ts';

const serviceIds = (pid: number): readonly number[] => childIds(pid, 'service.js');

describe('a process that ends', function () {
  this.timeout(120_000);
  let own: OwnProcesses;
  let stopLeaking: () => void;

  before(async () => {
    own = await OwnProcesses.open();
    // The first test ends the processes that were there before.
    stopLeaking = letLeak();
  });
  beforeEach(() => own.dismiss());
  after(async () => {
    stopLeaking();
    await own.close();
  });

  const isLogShown = (): boolean =>
    vscode.window.visibleTextEditors.some(({ document: { uri } }) => uri.scheme === 'output');
  const isTabShown = (label: string) => (): boolean => tabLabels().includes(label);
  const hideAll = async (): Promise<void> => {
    await closeEditors();
    await vscode.commands.executeCommand('workbench.action.closePanel');
  };

  for (const { signal, ending, serving, importing } of [
    { signal: 'SIGKILL', ending: 'killed', serving: 'Show Log', importing: 'Show Log' },
    { signal: 'SIGSEGV', ending: 'crash', serving: 'Show Log', importing: 'Show Log' },
    { signal: 'SIGUSR2', ending: 'memory', serving: 'Change Memory Limit', importing: 'Change Import Options…' },
  ] as const) {
    const how = ending === 'memory' ? 'above its bound of memory' : `by ${signal}`;
    const appears: Readonly<Record<string, () => boolean>> = {
      'Show Log': isLogShown,
      'Change Memory Limit': isTabShown('Settings'),
      'Change Import Options…': isTabShown(`Import Options for ${signal}.csv`),
    };
    const press = async (button: string): Promise<void> => {
      own.press(button);
      await until(() => appears[button]?.() === true, `${button} has shown it`);
      await hideAll();
    };

    it(`serving, ${how}: says so with ${serving}, restarts, and keeps the records`, async () => {
      const id = await own.small();
      assert.equal(await own.total(id), '2');
      process.kill(await own.servingId(), signal);
      const why = PROCESS_END_REASONS.serving[ending].replace('{0}', '1920 MB');
      const text = `${why} It was restarted. Open records stay open.`;
      assert.deepEqual(await own.said(), { text, buttons: [serving] });
      assert.equal(await own.total(id), '2');
      await press(serving);
    });

    it(`importing, ${how}: the file couldn't be opened, and why, with ${importing}`, async () => {
      const id = await own.small();
      const file = own.write(`${signal}.csv`, `n,t\n${'1,some text that takes a while to read\n'.repeat(1_500_000)}`);
      const running = await own.deps.localFiles.open(file, {});
      const job = await until(() => childWithOpen(file), 'it is read');
      process.kill(job, signal);
      const why = PROCESS_END_REASONS.import[ending].replace('{0}', '2 GB');
      const text = `Couldn't open ${signal}.csv. ${why} The file wasn't changed.`;
      assert.deepEqual(await own.saidOf(running.done), { text, buttons: [importing] });
      assert.equal(await own.total(id), '2');
      await press(importing);
    });
  }

  it('SQL, killed: the statement fails in words, and the next one is answered', async () => {
    const id = await own.small();
    const endless = `select count(*) from range_of a, range_of b, range_of c, range_of d where a.n + b.n + c.n + d.n < 0`;
    const numbers = `with recursive range_of(n) as (select 1 union all select n + 1 from range_of where n < 5000) `;
    const asked = own.ask('datastore_search_sql', { sql: numbers + endless });
    const serving = await own.servingId();
    const sql = await until(() => serviceIds(serving)[0], 'SQL runs', 20_000);
    process.kill(sql, 'SIGKILL');
    const { status, text } = await asked;
    assert.equal(status, 500);
    assert.ok(text.includes(PROCESS_END_REASONS.sql.killed), text);
    assert.match((await own.ask('datastore_search_sql', { sql: `select sum(n) as s from "${id}"` })).text, /"s":3/);
  });

  it('SQL, above a bound: the statement is refused in words while a search is answered', async () => {
    const id = await own.small();
    const joins = Array.from({ length: 500 }, (_, at) => `join t b${String(at)} on b${String(at)}.x = a.x`);
    const sql = `with t as (select 1 as x) select count(*) from t a ${joins.join(' ')}`;
    const asked = own.ask('datastore_search_sql', { sql });
    assert.equal(await own.total(id), '2');
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
