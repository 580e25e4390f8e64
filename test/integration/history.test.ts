import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readStored } from '../../src/base/stored.ts';
import { type DatastoreQuery, StoredQuery } from '../../src/datastore/query/query.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import type { HistoryRow } from '../../src/kept/history/historyTree.ts';
import type { Program } from '../../src/program.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { cityPortal, forgetEverything } from './handles.ts';

describe('the view History', () => {
  const rows = Array.from({ length: 30 }, (_, index) => [index % 3 === 0 ? 'draw' : 'paint', index]);
  const fields = [
    { id: 'lesson', type: 'text' },
    { id: 'hours', type: 'numeric' },
  ];
  const city = new FakeCkan({ resources: { lessons: { name: 'Lessons', fields, rows } } });
  let deps: Program;
  let portalId: string;
  before(async () => {
    ({ deps, portalId } = await cityPortal(city, { id: 'lessons', name: 'Lessons' }));
  });
  after(async () => {
    await forgetEverything(deps);
    await city.close();
  });

  const run = (query: Partial<DatastoreQuery>) =>
    deps.panels.run(portalId, { resourceId: 'lessons', ...query }, new AbortController().signal);
  const group = async (label: string): Promise<readonly HistoryRow[]> => {
    const groups = await deps.historyTree.getChildren();
    const found = groups.find((each) => deps.historyTree.getTreeItem(each).label === label);
    return found === undefined ? [] : deps.historyTree.getChildren(found);
  };
  const texts = async (label: string) =>
    (await group(label)).map((row) => {
      const { label: title, description } = deps.historyTree.getTreeItem(row);
      return [
        title,
        String(description)
          .replace(/ · [\d.,]+ m?s(?:ec)? · /, ' · … · ')
          .replace(/ · \d.*$/, ''),
      ];
    });
  const ours = async (label: string) =>
    (await texts(label)).filter(([title]) => (title as string).startsWith('Lessons'));

  it('has the queries that panels answered under Today, with their counts and portal', async () => {
    await run({});
    await run({ filters: conditionsOf('{"lesson":"draw"}'), limit: 5 });
    await eventually(
      () => ours('Today'),
      [
        ['Lessons · lesson: draw · limit 5', '10 records · … · City'],
        ['Lessons', '30 records · … · City'],
      ],
    );
    const [row = assert.fail()] = await group('Today');
    const { tooltip, contextValue, accessibilityInformation } = deps.historyTree.getTreeItem(row);
    assert.match(tooltip as string, /^Lessons · lesson: draw · limit 5\n10 records · .*\nCity, /);
    assert.match(accessibilityInformation?.label ?? '', /^Lessons · lesson: draw · limit 5, 10 records · /);
    assert.equal(contextValue, 'query');
    assert.ok('query' in row);
    // Commands that keep queries read their text.
    assert.deepEqual(readStored(StoredQuery, row.query), {
      ...{ resourceId: 'lessons', filters: conditionsOf('{"lesson":"draw"}'), limit: 5 },
    });
    assert.equal(row.portalId, portalId);
  });

  it('runs a query again, in the panel of its resource, and puts it first', async () => {
    const whole = (await group('Today')).find((row) => deps.historyTree.getTreeItem(row).label === 'Lessons');
    assert.ok(whole);
    const { command, arguments: given = [] } = deps.historyTree.getTreeItem(whole).command ?? assert.fail();
    await vscode.commands.executeCommand(command, ...(given as unknown[]));
    await eventually(() => deps.panels.active?.controller.running.screen.shown?.query, { resourceId: 'lessons' });
    await eventually(
      async () => (await ours('Today')).map(([title]) => title),
      ['Lessons', 'Lessons · lesson: draw · limit 5'],
    );
  });

  it('pins a query above all days', async () => {
    const [, filtered] = await group('Today');
    await vscode.commands.executeCommand('datastoreExplorer.pinHistoryQuery', filtered);
    await eventually(() => ours('Pinned').then((all) => all.length), 1);
    const [pinned = assert.fail()] = await group('Pinned');
    assert.equal(deps.historyTree.getTreeItem(pinned).contextValue, 'query+pinned');
    await vscode.commands.executeCommand('datastoreExplorer.unpinHistoryQuery', pinned);
    await eventually(() => ours('Pinned'), []);
  });

  it('keeps nothing while the setting is off', async () => {
    const settings = vscode.workspace.getConfiguration('datastoreExplorer');
    await settings.update('history.enabled', false, vscode.ConfigurationTarget.Global);
    await run({ q: 'paint' });
    await settings.update('history.enabled', undefined, vscode.ConfigurationTarget.Global);
    await run({ q: 'draw' });
    await eventually(
      async () => (await ours('Today')).map(([title]) => title),
      ['Lessons · "draw"', 'Lessons', 'Lessons · lesson: draw · limit 5'],
    );
  });
});
