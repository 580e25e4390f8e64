/** A PostgreSQL database as a portal in a real VS Code: added, listed, opened, refused, restarted. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import type { Program } from '../../src/program.ts';
import type { Portal } from '../../src/platform/portal.ts';
import type { TreeNode } from '../../src/tree/resourceNode.ts';
import { PROCESS_END_REASONS } from '../../src/service/resource/processEndings.ts';
import { until } from '../../tools/vscode/until.ts';
import { PostgresCluster } from '../service/engine/postgresCluster.ts';
import { forgetEverything, handles, tabLabels } from './handles.ts';
import { letLeak } from './ownProcesses.ts';

const PASSWORD = 'correct-horse-canary';
const TABLES = 230;

describe('a PostgreSQL database in VS Code', function () {
  this.timeout(60_000);
  const { signal } = new AbortController();
  let cluster: PostgresCluster;
  let deps: Program;
  let portal: Portal | undefined;

  before(async () => {
    deps = await handles();
    await forgetEverything(deps);
    cluster = await PostgresCluster.start();
    const [row] = await cluster.ask('show data_directory');
    const many = Array.from({ length: TABLES }, (_, at) => `create table t${String(at).padStart(3, '0')} ();`);
    await cluster.sql(
      `create table lessons (subject text, hours numeric);
       insert into lessons values ('art', 1.50), ('math', 9007199254740993), ('art', null);
       ${many.join('\n')}
       create role locked login password '${PASSWORD}'; grant select on all tables in schema public to locked;
       copy (select unnest(array['host all locked all scram-sha-256', 'host all all all trust']))
         to '${String(row?.['data_directory'])}/pg_hba.conf';
       select pg_reload_conf();`,
    );
    await vscode.commands.executeCommand('datastoreExplorer.resources.focus');
  });
  after(async () => {
    await forgetEverything(deps);
    if (portal !== undefined) await deps.databaseActions.forget(portal);
    await cluster.stop();
  });

  const home = (): Portal => {
    assert.ok(portal, 'the database was added');
    return portal;
  };
  const urlWith = (password: string): string => cluster.url('locked').replace('@', `:${password}@`);
  /** Takes every question as it stands, until all are answered. */
  const accepting = async <T>(asked: Promise<T>): Promise<T> => {
    const answered = asked.then(
      () => true,
      () => true,
    );
    const soon = (): Promise<false> => new Promise((resolve) => setTimeout(resolve, 100, false));
    while (!(await Promise.race([answered, soon()]))) {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      // A message waits for an answer, too.
      await vscode.commands.executeCommand('notifications.clearAll');
    }
    return asked;
  };
  const item = (node: TreeNode): vscode.TreeItem => deps.tree.getTreeItem(node);
  const among = (label: string, parent?: TreeNode): Promise<TreeNode> =>
    until(async () => (await deps.tree.getChildren(parent)).find((each) => item(each).label === label), label);
  const tables = async (): Promise<readonly TreeNode[]> => {
    const branch = await among('Tables', await among('postgres'));
    await among('lessons', branch);
    return deps.tree.getChildren(branch);
  };
  const lessons = async () => {
    const { argument } = await open();
    return { portalId: home().id, resourceId: argument.resource.id };
  };
  /** What a click on the table does. */
  const open = async () => {
    const table = (await tables()).find((node) => item(node).label === 'lessons');
    assert.ok(table);
    const { command = '', arguments: given = [] } = item(table).command ?? {};
    return { command, argument: given[0] as { readonly resource: { readonly id: string } } };
  };
  const subjects = async (): Promise<readonly unknown[]> => {
    const ref = await lessons();
    const client = await deps.directory.client(ref, signal);
    const { fields, rows } = await client.search({ resourceId: ref.resourceId }, undefined, signal);
    return rows.map((row) => row[fields.findIndex(({ id }) => id === 'subject')]);
  };

  it('is not added with a wrong password, and nothing of it is kept', async () => {
    assert.equal(await accepting(deps.databaseActions.add('postgres', urlWith('guessed'))), undefined);
    assert.deepEqual(deps.store.portals, []);
  });

  it('is added by its address, and its password stands in no list of portals', async () => {
    const added = await accepting(deps.databaseActions.add('postgres', urlWith(PASSWORD)));
    assert.ok(added);
    ({ portal } = added);
    assert.equal(portal.name, 'postgres');
    assert.ok(!JSON.stringify(deps.store.portals).includes(PASSWORD));
  });

  it('lists its tables by name, a hundred at a time', async () => {
    const shown = await tables();
    const [first, more] = [shown[0], shown.at(-1)];
    assert.ok(first && more);
    assert.equal(item(first).label, 'lessons');
    assert.deepEqual(
      [shown.length, item(more).label, item(more).description],
      [101, 'More…', `100 of ${String(TABLES + 1)}`],
    );
    await deps.tree.showMore(more);
    assert.equal((await tables()).length, 201);
  });

  it('offers what a database has, not what a catalog has', async () => {
    const node = await among('postgres');
    const children = (await deps.tree.getChildren(node)).map((child) => item(child).label);
    assert.deepEqual([item(node).contextValue, children], ['database', ['Tables']]);
  });

  it('opens records of a table with a click, under its name, digit for digit', async () => {
    const { command, argument } = await open();
    await vscode.commands.executeCommand(command, argument);
    await until(() => tabLabels().includes('lessons — Records'), 'the panel is there');
    assert.deepEqual(await subjects(), ['art', 'math', 'art']);
    await vscode.commands.executeCommand('datastoreExplorer.exportJson', await lessons());
    const text = await until(
      () =>
        vscode.window.activeTextEditor?.document.getText().includes('math') === true &&
        vscode.window.activeTextEditor.document.getText(),
      'the export',
    );
    assert.match(text, /"hours": 9007199254740993\b/);
    assert.match(text, /"hours": 1\.50\b/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('leaves a table selected where people are, and goes to no row of Recent', async () => {
    const press = async (...names: readonly string[]): Promise<void> => {
      for (const name of names) await vscode.commands.executeCommand(`list.${name}`);
    };
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('datastoreExplorer.resources.focus');
    // VS Code draws a change in less than this time, and gives no event for it.
    const drawn = () => new Promise((resolve) => setTimeout(resolve, 1500));
    await drawn();
    // Recent, its only row, the database, Tables.
    await press('focusFirst', 'focusDown', 'focusDown', 'focusDown', 'expand');
    await drawn();
    await press('focusDown', 'select');
    await until(() => tabLabels().includes('lessons — Records'), 'the panel is there');
    await drawn();
    assert.deepEqual(
      deps.tree.place.map(({ kind }) => kind),
      ['table'],
    );
  });

  it('can be a side of a comparison: a whole table, and what a query finds in it', async () => {
    const ref = await lessons();
    const query = { resourceId: ref.resourceId, filters: conditionsOf('{"subject":"art"}') };
    const { showInformationMessage } = vscode.window;
    const download = (_: string, __: unknown, ...buttons: readonly unknown[]) => Promise.resolve(buttons[0]);
    Object.assign(vscode.window, { showInformationMessage: download });
    try {
      await accepting(deps.comparison.run({ portalId: home().id, query }, 'Compare with…'));
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    await until(() => tabLabels().some((label) => label.startsWith('lessons → lessons · subject: art')), 'the changes');
    const shown = await until(() => deps.panels.active?.controller.running.screen.shown, 'the records');
    assert.equal(shown.result.rowCount, 1, 'math was removed');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  for (const [how, kill, ending] of [
    ['was killed', 'SIGKILL', 'killed'],
    ['crashed', 'SIGSEGV', 'crash'],
    ['took too much memory', 'SIGUSR2', 'memory'],
  ] as const)
    it(`says that its process ${how}, and answers again`, async () => {
      const [killed = 0] = servers();
      const said: unknown[] = [];
      deps.failures.offer = (_what, _kind, text, actions) => {
        said.push([text, actions.map(({ label }) => label)]);
      };
      // The process that starts instead of the first one is the one that leaks.
      const stopLeaking = letLeak();
      process.kill(killed, kill);
      await until(() => said.length > 0, 'it is said', 20_000);
      stopLeaking();
      Reflect.deleteProperty(deps.failures, 'offer');
      assert.deepEqual(said, [[PROCESS_END_REASONS.database[ending].replace('{0}', '1 GB'), ['Show Log']]]);
      assert.deepEqual(await subjects(), ['art', 'math', 'art']);
    });

  it('says that it is down, and answers once it is up', async () => {
    const ref = await lessons();
    const client = await deps.directory.client(ref, signal);
    await cluster.restart(async () => {
      const error: unknown = await client.search({ resourceId: ref.resourceId }, undefined, signal).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const { message } = deps.failures.describe(error);
      assert.match(message, /^.+ \(127\.0\.0\.1:\d+\) can't be reached\.$/);
    });
    assert.deepEqual(await subjects(), ['art', 'math', 'art']);
  });

  it('says that a password is wrong that was changed, and offers to enter it', async () => {
    await cluster.sql("alter role locked password 'another'");
    deps.databases.forget(home().id);
    const error: unknown = await subjects().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const { message, actions } = deps.failures.describe(error);
    assert.match(message, /^127\.0\.0\.1:\d+ rejected the password of "locked", or requires one\.$/);
    assert.deepEqual(
      actions.map(({ label }) => label),
      ['Enter Password…'],
    );
    await cluster.sql(`alter role locked password '${PASSWORD}'`);
  });

  it('is gone with its process', async () => {
    assert.deepEqual(await subjects(), ['art', 'math', 'art']);
    await deps.store.remove(home().id);
    await deps.databaseActions.forget(home());
    await until(() => servers().length === 0, 'the process has ended');
  });
});

/** The processes of this extension host that serve a database. */
function servers(): readonly number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => {
    try {
      const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${String(id)}/status`, 'latin1'))?.[1];
      const line = readFileSync(`/proc/${String(id)}/cmdline`, 'latin1');
      return Number(parent) === process.pid && line.includes('database.js');
    } catch {
      return false;
    }
  });
}
