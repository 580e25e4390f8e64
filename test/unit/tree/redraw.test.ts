import assert from 'node:assert/strict';
import { eventually } from '../../support/drivers/eventually.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { type Sidebar, sidebarWith } from '../../support/host/sidebar.ts';

describe('a change in the tree', () => {
  let sidebar: Sidebar;
  const put = (name: string, records?: number) =>
    sidebar.store.putResource(sidebar.portal.id, { id: name, name, ...(records !== undefined && { records }) });
  const changes = () => sidebar.view.changed.map((row) => (row ? sidebar.tree.getTreeItem(row).label : 'all'));
  beforeEach(async () => {
    sidebar = await sidebarWith({ 'city.test': new FakeCkan({ resources: {} }) });
    for (const name of ['Trees', 'Benches']) await put(name);
    await eventually(() => changes().at(-1), 'all');
    sidebar.view.changed.splice(0);
    sidebar.tree.refresh();
    await eventually(changes, ['all']);
    sidebar.view.changed.splice(0);
  });
  afterEach(() => sidebar.tree.dispose());

  it('draws only the rows whose texts have changed', async () => {
    const before = await sidebar.tree.getChildren((await sidebar.tree.getChildren())[0]);
    await put('Benches', 12);
    await eventually(changes, ['Benches']);
    const [, row] = await sidebar.rowsUnder('City');
    assert.equal(row?.description, '12 records');
    const after = await sidebar.tree.getChildren((await sidebar.tree.getChildren())[0]);
    assert.ok(before.every((node, index) => node === after[index]));
  });

  it('draws a row again with the mark of its failure', async () => {
    const ref = { portalId: sidebar.portal.id, resourceId: 'Trees' };
    sidebar.directory.failed(ref, 'Access denied.');
    await eventually(changes, ['Trees']);
    await sidebar.directory.answered(ref, 7);
    await eventually(() => changes().at(-1), 'Trees');
    assert.ok(!changes().includes('all'));
  });

  it('draws all rows when one comes', async () => {
    await put('Fountains');
    await eventually(changes, ['all']);
  });

  it('draws a portal again whose name has changed', async () => {
    await sidebar.store.change(sidebar.portal.id, { name: 'Town' });
    await eventually(changes, ['Town']);
  });

  it('is not undone by a reading that began before it and ends after it', async () => {
    const { tokens, portal, tree } = sidebar;
    const has = tokens.has.bind(tokens);
    const replies: (() => void)[] = [];
    tokens.has = async (url) => {
      const answer = await has(url);
      await new Promise<void>((resolve) => replies.push(resolve));
      return answer;
    };
    const early = tree.getChildren();
    await eventually(() => replies.length, 1);
    Reflect.deleteProperty(tokens, 'has');
    await tokens.set(portal.baseUrl, 's3cret');
    await tree.getChildren();
    replies.forEach((reply) => reply());
    const [row] = await early;
    assert.ok(row);
    assert.equal(tree.getTreeItem(row).description, 'city.test · token set');
  });

  it('draws all rows where what has changed can’t be read, so that VS Code asks and says why', async () => {
    const { localFiles } = sidebar;
    localFiles.isPresent = () => {
      Reflect.deleteProperty(localFiles, 'isPresent');
      return Promise.reject(new Error('The disk is away'));
    };
    await put('Benches', 12);
    await eventually(changes, ['all']);
  });
});
