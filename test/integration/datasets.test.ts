/** The datasets of a portal in VS Code's own tree. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import type { TreeNode } from '../../src/tree/resourceNode.ts';
import { generatedDatasets } from '../support/fakes/fakeCatalog.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { until } from '../../tools/vscode/until.ts';
import { cityPortal, forgetEverything } from './handles.ts';

const generated = generatedDatasets(250);

const RECORDS = generated.at(249)?.resources?.[0]?.id ?? '';
const UNSAVED = generated.at(248)?.resources?.[0]?.id ?? '';

describe('the datasets of a portal in VS Code', () => {
  const ckan = new FakeCkan({
    catalog: { datasets: generated },
    resources: {
      [RECORDS]: {
        name: 'Records 000249',
        fields: [
          { id: 'kind', type: 'text' },
          { id: 'height', type: 'numeric' },
        ],
        rows: Array.from({ length: 1234 }, (_, row) => [`kind ${row}`, row]),
      },
      [UNSAVED]: { name: 'Records 000248', fields: [{ id: 'kind', type: 'text' }], rows: [['oak']] },
    },
  });
  let deps: Program;
  let portalId = '';
  before(async () => {
    ({ deps, portalId } = await cityPortal(ckan, { id: RECORDS, name: 'Saved one' }));
    await vscode.commands.executeCommand('datastoreExplorer.resources.focus');
  });
  after(async () => {
    await forgetEverything(deps);
    await ckan.close();
  });

  const item = (node: TreeNode): vscode.TreeItem => deps.tree.getTreeItem(node);
  const among = async (label: string, parent: TreeNode | undefined): Promise<TreeNode> =>
    until(async () => (await deps.tree.getChildren(parent)).find((each) => item(each).label === label), label);
  /** Waits for each row, because a slow branch first has a row that says that it is loading. */
  const row = async (...labels: readonly string[]): Promise<TreeNode> => {
    let node: TreeNode | undefined;
    for (const label of labels) node = await among(label, node);
    assert.ok(node);
    return node;
  };
  const rows = async (...labels: readonly string[]): Promise<readonly TreeNode[]> =>
    deps.tree.getChildren(await row(...labels));
  const click = async (node: TreeNode): Promise<void> => {
    const { command, arguments: given = [] } = item(node).command ?? {};
    assert.ok(command);
    await vscode.commands.executeCommand(command, ...(given as readonly unknown[]));
  };
  const none = new vscode.CancellationTokenSource().token;

  it('stand behind the saved resources, closed, and cost no request', async () => {
    ckan.calls.splice(0);
    const [saved, datasets] = await rows('City');
    assert.ok(saved && datasets);
    const { label, contextValue, collapsibleState } = item(datasets);
    assert.deepEqual([item(saved).label, label, contextValue], ['Saved one', 'Datasets', 'catalog']);
    assert.equal(collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    await rows('City', 'Datasets');
    assert.deepEqual(ckan.calls, []);
  });

  it('say what they are, to eyes and ears', async () => {
    const way = ['City', 'Datasets', 'Organizations', 'Office 9', 'Dataset 000249 about budgets'] as const;
    const [office, dataset] = [await row(...way.slice(0, 4)), await row(...way)];
    assert.equal(item(office).description, '7 datasets');
    assert.equal(item(office).accessibilityInformation?.label, 'Office 9, organization, 7 datasets');
    assert.equal(item(dataset).description, '2 resources');
    assert.equal(
      item(dataset).accessibilityInformation?.label,
      'Dataset 000249 about budgets, dataset, 2 resources, 1 with records',
    );
    const [records, report] = [await row(...way, 'Records 000249'), await row(...way, 'Report 000249')];
    assert.equal((await rows(...way)).length, 2);
    const shown = [records, report].map((each) => [item(each).label, item(each).description]);
    assert.deepEqual(shown, [
      ['Records 000249', 'CSV'],
      ['Report 000249', 'PDF · no records to search'],
    ]);
    assert.equal(item(report).accessibilityInformation?.label, 'Report 000249, resource, PDF, no records to search');
    assert.notEqual(item(records).contextValue, item(report).contextValue);
  });

  for (const [what, way] of [
    ['of a dataset', ['City', 'Datasets', 'Recently Updated', 'Dataset 000249 about budgets', 'Records 000249']],
    ['that is saved', ['City', 'Saved one']],
  ] as const)
    it(`count the fields and records of a resource ${what} once its row is looked at`, async () => {
      deps.tree.reload();
      const node = await row(...way);
      ckan.calls.splice(0);
      const shown = item(node);
      assert.equal(shown.tooltip, undefined);
      await deps.tree.resolveTreeItem(shown, node, none);
      assert.match(String(shown.tooltip), /^2 fields · 1,234 records$/m);
      await deps.tree.resolveTreeItem(item(node), node, none);
      assert.deepEqual(
        ckan.searches.map((body) => JSON.parse(body) as unknown),
        [{ resource_id: RECORDS, limit: 0 }],
      );
    });

  it('wait no longer for a count that nobody looks at any more', async () => {
    deps.tree.reload();
    const node = await row('City', 'Saved one');
    const looking = new vscode.CancellationTokenSource();
    looking.cancel();
    const shown = await deps.tree.resolveTreeItem(item(node), node, looking.token);
    assert.equal(shown.tooltip, `Saved one\nResource ID: ${RECORDS}`);
  });

  const unsaved = ['City', 'Datasets', 'Recently Updated', 'Dataset 000248 about trees', 'Records 000248'];

  it('open without being saved, by the command of their row, and are recent then', async () => {
    const node = await row(...unsaved);
    assert.equal(item(node).contextValue, 'resource+unsaved+found');
    await click(node);
    await until(() => deps.panels.shows({ portalId, resourceId: UNSAVED }), 'its records are open');
    const [recent] = deps.opened.recent;
    assert.deepEqual([recent?.name, recent?.dataset?.title], ['Records 000248', 'Dataset 000248 about trees']);
    assert.equal(deps.store.find(portalId)?.resources.length, 1);
  });

  it('are kept under their portal by the star of their row', async () => {
    await vscode.commands.executeCommand('datastoreExplorer.saveResource', await row(...unsaved));
    assert.equal(item(await row('City', 'Records 000248')).contextValue, 'resource');
    assert.equal(item(await row(...unsaved)).contextValue, 'resource+found');
    assert.deepEqual(deps.opened.recent, []);
  });

  it('come by pages: More… lists the next one', async () => {
    const updated = ['City', 'Datasets', 'Recently Updated'] as const;
    const more = await row(...updated, 'More…');
    assert.equal((await rows(...updated)).length, 101);
    assert.equal(item(more).description, '100 of 250');
    await click(more);
    await until(async () => (await rows(...updated)).length === 201, 'the second page');
  });

  it('know their address for the clipboard', async () => {
    const node = await row('City', 'Datasets', 'Recently Updated', 'Dataset 000249 about budgets');
    await vscode.commands.executeCommand('datastoreExplorer.copyPageUrl', node);
    const { baseUrl } = deps.store.find(portalId) ?? {};
    assert.equal(await vscode.env.clipboard.readText(), `${baseUrl ?? ''}/dataset/dataset-000249`);
    await vscode.commands.executeCommand('datastoreExplorer.copyDatasetId', node);
    assert.equal(await vscode.env.clipboard.readText(), 'dataset-000249');
  });
});
