import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { CommandDeps } from '../../src/commands.ts';
import type { TreeNode } from '../../src/tree/resourceNode.ts';
import { forgetEverything, handles } from './handles.ts';

describe('the resource tree', () => {
  let deps: CommandDeps;
  before(async () => {
    deps = await handles();
    await forgetEverything(deps);
  });
  after(() => forgetEverything(deps));

  const item = (node: TreeNode | undefined): vscode.TreeItem => {
    assert.ok(node);
    return deps.tree.getTreeItem(node);
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
    assert.equal(item(empty).command?.command, 'datastoreExplorer.addResource');
  });

  it('shows the resources of a portal, with their counts', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    await deps.store.putResource(portal.id, { id: 'r1', name: 'Lessons', records: 12_501 });
    const [node] = await deps.tree.getChildren();
    const [resource] = await deps.tree.getChildren(node);
    const { id, label, description, tooltip, contextValue, command, accessibilityInformation } =
      item(resource);
    assert.equal(tooltip, 'Lessons\nResource ID: r1');
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
    assert.deepEqual(
      deps.tree.selection.map((node) => item(node).label),
      ['Lessons'],
    );
  });

  it('says what is wrong with the local files, and offers another try', async () => {
    const { localFiles } = deps;
    localFiles.list = () => Promise.reject(new Error('the disk is gone'));
    const [node] = await deps.tree.getChildren({
      kind: 'portal',
      portal: localFiles.portal,
      hasToken: false,
    });
    Reflect.deleteProperty(localFiles, 'list');
    assert.equal(item(node).contextValue, 'error');
    assert.match(JSON.stringify(item(node).label), /the disk is gone/);
  });
});
