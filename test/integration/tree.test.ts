import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import type { TreeNode } from '../../src/tree/resourceNode.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { forgetEverything, handles } from './handles.ts';

describe('the resource tree', () => {
  let deps: Program;
  before(async () => {
    deps = await handles();
    await forgetEverything(deps);
  });
  after(() => forgetEverything(deps));

  const item = (node: TreeNode | undefined): vscode.TreeItem => {
    assert.ok(node);
    return deps.tree.getTreeItem(node);
  };

  /** Not for long enough to count anything. */
  const lookAt = (node: TreeNode | undefined): Promise<vscode.TreeItem> => {
    assert.ok(node);
    const looking = new vscode.CancellationTokenSource();
    looking.cancel();
    return deps.tree.resolveTreeItem(item(node), node, looking.token);
  };

  it('is empty at first, so that the welcome shows', async () => {
    assert.deepEqual(await deps.tree.getChildren(), []);
  });

  it('shows a portal with its host, and a way to its first resource', async () => {
    await deps.store.add('City', 'https://data.example.org/en');
    const [portal] = await deps.tree.getChildren();
    const { label, description, contextValue } = item(portal);
    assert.deepEqual([label, description, contextValue], ['City', 'data.example.org/en', 'portal']);
    const [empty] = await deps.tree.getChildren(portal);
    assert.equal(item(empty).command?.command, 'datastoreExplorer.findDataset');
    assert.deepEqual(item(empty).command?.arguments, [{ portalId: deps.store.portals[0]?.id }]);
  });

  it('shows the resources of a portal, with their counts', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    await deps.store.putResource(portal.id, { id: 'r1', name: 'Lessons', records: 12_501 });
    const [node] = await deps.tree.getChildren();
    const [resource] = await deps.tree.getChildren(node);
    const { id, label, description, contextValue, command, accessibilityInformation } = item(resource);
    assert.equal(item(resource).tooltip, undefined);
    assert.equal((await lookAt(resource)).tooltip, 'Lessons\nResource ID: r1');
    assert.equal(id, `resource:${portal.id}/r1`);
    assert.deepEqual([label, description, contextValue], ['Lessons', '12,501 records', 'resource']);
    assert.deepEqual(command?.arguments, [{ portalId: portal.id, resourceId: 'r1' }]);
    assert.equal(accessibilityInformation?.label, 'Lessons, resource, 12,501 records');
    assert.ok(resource);
    assert.equal(item(await deps.tree.getParent(resource)).id, `portal:${portal.id}`);
  });

  it('marks a portal that has a token, and its resources, without the token', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    await deps.tokens.set(portal.baseUrl, 's3cret-token');
    const [node] = await deps.tree.getChildren();
    const shown = item(node);
    assert.equal(shown.contextValue, 'portal+token');
    assert.equal(shown.description, 'data.example.org/en · token set');
    const [resource] = await deps.tree.getChildren(node);
    assert.equal(item(resource).contextValue, 'resource+token');
    assert.doesNotMatch(JSON.stringify([shown, node, resource]), /s3cret/);
  });

  it('keeps the ids of its rows when a portal is renamed', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    const [before] = await deps.tree.getChildren();
    await deps.store.change(portal.id, { name: 'Town' });
    const [renamed] = await deps.tree.getChildren();
    assert.equal(item(renamed).label, 'Town');
    assert.equal(item(renamed).id, item(before).id);
  });

  it('reveals a resource', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    await deps.tree.reveal(portal.id, 'r1');
    // VS Code tells of the selection after the view is shown.
    await eventually(() => deps.tree.selection.map((node) => item(node).label), ['Lessons']);
  });

  it('reveals a resource that was just added, behind another view, while rows change', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    await vscode.commands.executeCommand('workbench.view.explorer');
    await deps.store.putResource(portal.id, { id: 'new', name: 'Just added' });
    const { tree } = deps;
    const childrenOf = tree.getChildren.bind(tree);
    let calls = 0;
    // A busy machine: VS Code reads rows again 200 ms after a change, while it still waits for those of before.
    tree.getChildren = async (node) => {
      calls += 1;
      tree.refresh();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return childrenOf(node);
    };
    try {
      await tree.reveal(portal.id, 'new');
    } finally {
      Reflect.deleteProperty(tree, 'getChildren');
    }
    assert.ok(calls > 0, 'VS Code has looked for the row');
    const selected = () => tree.selection.map((node) => item(node).label);
    await eventually(selected, ['Just added'], 'it is selected', 5000);
    await deps.store.removeResource({ portalId: portal.id, resourceId: 'new' });
  });

  it('reveals a resource that was added while another one was looked for', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    const { tree } = deps;
    const earlier = tree.reveal(portal.id, 'r1');
    await deps.store.putResource(portal.id, { id: 'later', name: 'Added later' });
    await Promise.all([earlier, tree.reveal(portal.id, 'later')]);
    await eventually(() => tree.selection.map((node) => item(node).label), ['Added later'], 'it is selected', 5000);
    await deps.store.removeResource({ portalId: portal.id, resourceId: 'later' });
  });

  it('shows what was opened and isn’t saved under Recent, above the portals', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    const ref = { portalId: portal.id, resourceId: 'r2' };
    await deps.directory.remember(ref, { name: 'Benches', dataset: { name: 'parks', title: 'City parks' } });
    await deps.directory.answered(ref, 12_501);
    const [recent, home] = await deps.tree.getChildren();
    assert.deepEqual([item(recent).label, item(recent).id, item(home).label], ['Recent', 'recent', 'Town']);
    const [row, another] = await deps.tree.getChildren(recent);
    assert.equal(another, undefined);
    const { id, label, description, contextValue, command, accessibilityInformation } = item(row);
    assert.deepEqual([id, label], [`recent:${portal.id}/r2`, 'Benches']);
    assert.equal(description, 'Town · 12,501 records');
    const { tooltip } = await lookAt(row);
    assert.equal(tooltip, 'Benches\nCity parks\nTown\nResource ID: r2');
    assert.equal(contextValue, 'resource+token+unsaved+recent');
    assert.deepEqual(command?.arguments, [ref]);
    assert.equal(accessibilityInformation?.label, 'Benches, resource, Town · 12,501 records');
    assert.ok(row);
    assert.equal(await deps.tree.getParent(row), recent);
    await deps.tree.reveal(portal.id, 'r2');
    assert.deepEqual(
      deps.tree.selection.map((node) => item(node).id),
      [`recent:${portal.id}/r2`],
    );
  });

  it('leaves people where they have gone while what they opened was on its way', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    await deps.tree.reveal(portal.id, 'r2');
    const from = deps.tree.place;
    await deps.tree.reveal(portal.id, 'r1');
    await deps.tree.follow({ portalId: portal.id, resourceId: 'r2' }, from);
    const selected = () => deps.tree.selection.map((node) => item(node).label);
    assert.deepEqual(selected(), ['Lessons']);
    await deps.tree.follow({ portalId: portal.id, resourceId: 'r2' });
    assert.deepEqual(selected(), ['Benches']);
  });

  it('moves a resource from Recent to its portal by its star, and selects it there', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    const [recent] = await deps.tree.getChildren();
    const [row] = await deps.tree.getChildren(recent);
    await vscode.commands.executeCommand('datastoreExplorer.saveResource', row);
    const [home, another] = await deps.tree.getChildren();
    assert.deepEqual([item(home).label, another], ['Town', undefined]);
    const saved = (await deps.tree.getChildren(home)).map(item);
    assert.deepEqual(
      saved.map(({ label, description, contextValue }) => [label, description, contextValue]),
      [
        ['Lessons', '12,501 records', 'resource+token'],
        ['Benches', '12,501 records', 'resource+token'],
        ['Datasets', undefined, 'catalog'],
      ],
    );
    await vscode.commands.executeCommand('datastoreExplorer.unsaveResource', { portalId: portal.id, resourceId: 'r2' });
    assert.deepEqual(
      (await deps.tree.getChildren()).map((node) => item(node).label),
      ['Recent', 'Town'],
    );
  });

  it('shows five of those under Recent, and a way to the others', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    for (let index = 1; index <= 11; index++)
      await deps.directory.remember(
        { portalId: portal.id, resourceId: `more${String(index)}` },
        { name: `More ${String(index)}` },
      );
    const [recent] = await deps.tree.getChildren();
    const rows = (await deps.tree.getChildren(recent)).map(item);
    assert.deepEqual(
      [rows.length, rows[0]?.label, rows[5]?.label, rows[5]?.command?.command],
      [6, 'More 11', 'More…', 'datastoreExplorer.openRecent'],
    );
    await vscode.commands.executeCommand('datastoreExplorer.clearRecent');
    assert.deepEqual(
      (await deps.tree.getChildren()).map((node) => item(node).label),
      ['Town'],
    );
  });

  it('says what is wrong with the local files, and offers another try', async () => {
    const { localFiles } = deps;
    localFiles.list = () => Promise.reject(new Error('the disk is gone'));
    const [node] = await deps.tree.getChildren({
      kind: 'portal',
      portal: localFiles.portal,
      look: deps.sources.of(localFiles.portal).look,
      hasToken: false,
    });
    Reflect.deleteProperty(localFiles, 'list');
    assert.equal(item(node).contextValue, 'error');
    assert.match(JSON.stringify(item(node).label), /the disk is gone/);
  });
});
