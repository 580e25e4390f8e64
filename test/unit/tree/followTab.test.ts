import assert from 'node:assert/strict';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { type Sidebar, sidebarWith } from '../../support/host/sidebar.ts';

describe('the tree', () => {
  let sidebar: Sidebar;
  const ref = (resourceId: string) => ({ portalId: sidebar.portal.id, resourceId });
  const labels = () => sidebar.view.selection.map((node) => sidebar.tree.getTreeItem(node).label);
  beforeEach(async () => {
    sidebar = await sidebarWith({ 'city.test': new FakeCkan({ resources: {} }) });
    const { store, portal } = sidebar;
    for (const name of ['Trees', 'Benches']) await store.putResource(portal.id, { id: name, name });
  });
  afterEach(() => sidebar.tree.dispose());

  it('selects the resource of the tab in front, and never takes the focus', async () => {
    await sidebar.tree.followTab(ref('Trees'));
    assert.deepEqual(labels(), ['Trees']);
    await sidebar.tree.followTab(ref('Benches'));
    assert.deepEqual(labels(), ['Benches']);
    assert.ok(sidebar.view.revealed.every(({ focus }) => !focus));
  });

  it('leaves people where they went, however often the tab in front is answered', async () => {
    await sidebar.tree.followTab(ref('Trees'));
    const [home] = await sidebar.tree.getChildren();
    assert.ok(home);
    sidebar.view.choose([home]);
    await sidebar.tree.followTab(ref('Trees'));
    assert.deepEqual(labels(), ['City']);
  });

  it('selects a row that comes after its tab once that is answered', async () => {
    await sidebar.tree.followTab(ref('Late'));
    assert.deepEqual(labels(), []);
    await sidebar.store.putResource(sidebar.portal.id, { id: 'Late', name: 'Late' });
    await sidebar.tree.followTab(ref('Late'));
    assert.deepEqual(labels(), ['Late']);
  });

  it('has Recent above the portals, without resources that never answered', async () => {
    const { directory, rowsUnder } = sidebar;
    await directory.remember(ref('found'), { name: 'Found' });
    directory.failed(ref('found'), 'Access denied.');
    assert.deepEqual(
      (await rowsUnder()).map(({ label }) => label),
      ['City'],
    );
    await directory.answered(ref('found'), 12);
    assert.deepEqual(
      (await rowsUnder()).map(({ label }) => label),
      ['Recent', 'City'],
    );
    assert.deepEqual(
      (await rowsUnder('Recent')).map(({ label }) => label),
      ['Found'],
    );
  });
});
