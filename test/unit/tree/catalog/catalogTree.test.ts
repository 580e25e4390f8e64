import assert from 'node:assert/strict';
import { LOCAL_PORTAL_ID } from '../../../../src/sources/local/localFile.ts';
import { type BranchNode, type CatalogTreeNode, nodeOfCatalog } from '../../../../src/tree/catalog/catalogNode.ts';
import { CatalogTree } from '../../../../src/tree/catalog/catalogTree.ts';
import { generatedDatasets, type FakeCatalogOptions, type FakeDataset } from '../../../support/fakes/fakeCatalog.ts';
import { FakeCkan, NOT_FOUND, type FakeAnswer, type FakeCkanOptions } from '../../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../../support/host/twoPortals.ts';
import { until } from '../../../../tools/vscode/until.ts';

const SCHOOLS: FakeDataset = {
  name: 'schools',
  title: 'All schools',
  organization: 'school-board',
  groups: ['education'],
  tags: ['children', 'a/b'],
  modified: '2026-05-03T10:00:00',
  resources: [
    { id: 'r1', name: 'Addresses', format: 'CSV', datastore_active: true },
    { id: 'r2', name: 'Report', format: 'PDF', datastore_active: false },
  ],
};
const TREES: FakeDataset = { name: 'trees', title: 'Trees', organization: 'parks', modified: '2026-01-01T00:00:00' };
const SECRET: FakeDataset = { name: 'secret', title: 'Secret', organization: 'parks', isPrivate: true };

async function setUp(catalog: Partial<FakeCatalogOptions> | undefined, options: Partial<FakeCkanOptions> = {}) {
  const datasets = [SCHOOLS, TREES, SECRET];
  const ckan = new FakeCkan({ resources: {}, ...(catalog && { catalog: { datasets, ...catalog } }), ...options });
  const host = await hostWith({ 'city.test': ckan, 'other.test': ckan });
  const changed: string[] = [];
  const tree = new CatalogTree({
    catalogOf: (portalId) => host.clients.catalogOf(portalId),
    addressOf: (portalId) => host.store.find(portalId)?.baseUrl,
    describe: (error) => host.failures.describe(error),
    changed: ({ id }) => changed.push(id),
    busy: () => undefined,
  });
  const root = nodeOfCatalog(host.portal.id);
  /** The rows under a row, once they have come: a busy machine shows that it waits for them first. */
  const children = (node: CatalogTreeNode) =>
    until(async () => {
      const shown = await tree.children(node);
      return !shown.some(({ kind }) => kind === 'waiting') && shown;
    }, 'the rows have come');
  /** The row at the end of this path of labels. */
  const at = async (...labels: readonly string[]): Promise<CatalogTreeNode> => {
    let node: CatalogTreeNode = root;
    for (const label of labels) {
      const rows: readonly CatalogTreeNode[] = await children(node);
      const found = rows.find((row) => labelOf(row) === label);
      assert.ok(found, `${label} among ${rows.map(labelOf).join(', ')}`);
      node = found;
    }
    return node;
  };
  const rows = async (...labels: readonly string[]) => (await children(await at(...labels))).map(labelOf);
  return { ...host, ckan, tree, root, at, rows, children, changed };
}

function labelOf(node: CatalogTreeNode): string {
  switch (node.kind) {
    case 'facet':
      return node.facet;
    case 'filed':
      return node.within.title;
    case 'dataset':
      return node.dataset.title;
    case 'datasetResource':
    case 'table':
      return node.resource.name;
    case 'schema':
      return node.name;
    case 'catalog':
    case 'tables':
    case 'updated':
      return node.kind;
    default:
      return node.kind === 'failure' ? node.kind : node.text;
  }
}

const branch = (node: CatalogTreeNode) => node as BranchNode;

describe('the datasets of a portal in the tree', () => {
  it('are four lists, for which nothing is asked', async () => {
    const { ckan, rows } = await setUp({});
    assert.deepEqual(await rows(), ['organization', 'groups', 'tags', 'updated']);
    assert.deepEqual(ckan.calls, []);
  });

  it('are asked for branch by branch, with one request each', async () => {
    const { ckan, rows } = await setUp({});
    assert.deepEqual(await rows('organization'), ['Parks', 'School board']);
    assert.equal(ckan.calls.length, 1);
    assert.deepEqual(await rows('organization', 'School board'), ['All schools']);
    assert.equal(ckan.calls.length, 2);
    assert.deepEqual(await rows('organization', 'School board', 'All schools'), ['Addresses', 'Report']);
    assert.equal(ckan.calls.length, 2);
  });

  it('are filed under groups and tags too, whatever is in a name', async () => {
    const { rows } = await setUp({});
    assert.deepEqual(await rows('groups', 'Education'), ['All schools']);
    assert.deepEqual(await rows('tags', 'A/b'), ['All schools']);
  });

  it('are listed by their last update, newest first', async () => {
    const { rows } = await setUp({});
    assert.deepEqual(await rows('updated'), ['All schools', 'Trees']);
  });

  it('say where there are none', async () => {
    const { rows } = await setUp({ datasets: [{ ...TREES, organization: 'parks' }] });
    assert.deepEqual(await rows('groups'), ['None with datasets']);
    assert.deepEqual(await rows('updated', 'Trees'), ['No resources']);
  });

  it('come by pages of 100, and More… leads to the first row of the next page', async () => {
    const { ckan, tree, at, children } = await setUp({ datasets: generatedDatasets(100_000) });
    const list = branch(await at('updated'));
    const first = await children(list);
    assert.deepEqual([first.length, first.at(-1)?.kind], [101, 'more']);
    const next = await tree.more(list.id);
    const second = await tree.children(list);
    assert.equal(second.length, 201);
    assert.equal(second[100], next);
    assert.equal(second.at(-1)?.id, first.at(-1)?.id);
    assert.equal(ckan.calls.length, 2);
  });

  it('have the resources of a large dataset asked for, 500 at a time', async () => {
    const resources = Array.from({ length: 5200 }, (_, place) => ({ id: `r${place}`, name: `R ${place}` }));
    const { ckan, tree, at, children } = await setUp({ datasets: [{ name: 'big', title: 'Big', resources }] });
    const big = branch(await at('updated', 'Big'));
    assert.ok(big.kind === 'dataset' && big.resources === undefined);
    assert.deepEqual([big.dataset.resourceCount, big.dataset.hasMore], [5000, true]);
    const rows = await children(big);
    assert.equal(ckan.calls.at(-1)?.action, 'package_show');
    assert.deepEqual([rows.length, rows.at(-1)?.kind], [501, 'more']);
    await tree.more(big.id);
    assert.equal((await tree.children(big)).length, 1001);
    assert.equal(ckan.calls.length, 2);
  });

  it('name a dataset that was deleted meanwhile', async () => {
    const resources = Array.from({ length: 60 }, (_, place) => ({ id: `r${place}` }));
    const datasets: FakeDataset[] = [{ name: 'big', title: 'Big', resources }];
    const { tree, at } = await setUp({ datasets });
    const big = await at('updated', 'Big');
    datasets.splice(0);
    const [row] = await tree.children(big);
    assert.ok(row?.kind === 'failure');
    assert.match(row.text, /City doesn't have this dataset/);
  });

  it('show the private ones that a token may see, once it is set', async () => {
    const { store, tokens, tree, at, rows } = await setUp({}, { token: 's3cret' });
    tokens.onDidChange((origin) => {
      for (const { id, baseUrl } of store.portals) if (new URL(baseUrl).origin === origin) tree.outdatePortal(id);
    });
    assert.deepEqual(await rows('organization', 'Parks'), ['Trees']);
    tokens.hold('https://city.test', 's3cret');
    assert.deepEqual(await rows('organization', 'Parks'), ['Secret', 'Trees']);
    const secret = await at('organization', 'Parks', 'Secret');
    assert.ok(secret.kind === 'dataset' && secret.dataset.isPrivate);
  });

  it('are not listed from the address that the portal had before', async () => {
    const { store, portal, tree, ckan, rows } = await setUp({});
    await rows('updated');
    await store.change(portal.id, { baseUrl: 'https://other.test' });
    tree.prune();
    await rows('updated');
    assert.equal(ckan.calls.length, 2);
    await store.remove(portal.id);
    tree.prune();
    assert.equal(await tree.more(`${nodeOfCatalog(portal.id).id}/updated`), undefined);
  });

  it('say that a portal has no catalog, and offer what is left', async () => {
    const { rows } = await setUp(undefined);
    assert.deepEqual(await rows('updated'), ['This portal has no catalog to search', 'Add Resource by ID…']);
  });

  for (const [what, answer, message] of [
    ['a web page', { status: 200, text: '<!DOCTYPE html><title>Welcome</title>' }, /City/],
    ['no such path', NOT_FOUND, /City/],
    ['a login page', { status: 403, text: '<html>Sign in</html>' }, /City/],
    ['503', { status: 503, text: 'busy' }, /City/],
    ['wrong JSON', { status: 200, text: '{"success": true, "result": ' }, /City/],
  ] as const satisfies readonly (readonly [string, FakeAnswer, RegExp])[])
    it(`name a portal that answers ${what}, and are listed once it works again`, async () => {
      let isBad = true;
      const { tree, at, rows } = await setUp({}, { firewall: () => (isBad ? answer : undefined) });
      const list = await at('updated');
      const [row, ...others] = await tree.children(list);
      assert.ok(row?.kind === 'failure', row && labelOf(row));
      assert.match(row.text, message);
      assert.deepEqual(others, []);
      isBad = false;
      await tree.tryAgain(row.branch);
      assert.deepEqual(await rows('updated'), ['All schools', 'Trees']);
    });

  it('stay when they can’t be refreshed: the failure stands above them', async () => {
    let isBad = false;
    const { tree, root, ckan, rows } = await setUp(
      {},
      { firewall: () => (isBad ? { status: 503, text: '' } : undefined) },
    );
    await rows('updated');
    isBad = true;
    tree.outdate();
    assert.deepEqual(await rows('updated'), ['failure', 'All schools', 'Trees']);
    const asked = ckan.calls.length;
    await rows('updated');
    assert.equal(ckan.calls.length, asked);
    assert.equal(root.portal.id === LOCAL_PORTAL_ID, false);
  });

  it('tell that the next page failed where it would stand', async () => {
    let isBad = false;
    const { tree, at } = await setUp(
      { datasets: generatedDatasets(300) },
      { firewall: () => (isBad ? { status: 503, text: '' } : undefined) },
    );
    const list = branch(await at('updated'));
    await tree.children(list);
    isBad = true;
    assert.equal(await tree.more(list.id), undefined);
    const rows = await tree.children(list);
    assert.deepEqual(
      rows.slice(-2).map(({ kind }) => kind),
      ['failure', 'more'],
    );
    isBad = false;
    await tree.tryAgain(list.id);
    assert.equal((await tree.children(list)).length, 201);
  });

  it('answer within a moment while a portal doesn’t, and announce its answer', async () => {
    const answers: ((answer: FakeAnswer) => void)[] = [];
    const { tree, at, rows, changed } = await setUp(
      {},
      { fault: (_call, honest) => new Promise((resolve) => answers.push(() => resolve(honest))) },
    );
    const list = await at('updated');
    assert.deepEqual((await tree.children(list)).map(labelOf), ['Loading…']);
    assert.deepEqual((await tree.children(list)).map(labelOf), ['Loading…']);
    assert.deepEqual([answers.length, changed], [1, []]);
    answers[0]?.(NOT_FOUND);
    await until(() => changed.length > 0, 'the rows are announced');
    assert.deepEqual(changed, [list.id]);
    assert.deepEqual(await rows('updated'), ['All schools', 'Trees']);
  });

  it('are waited for no longer once their branch is closed, and asked for when it is opened again', async () => {
    let isHeld = true;
    const { ckan, tree, at, rows, changed } = await setUp(
      {},
      { fault: (_call, honest) => (isHeld ? new Promise<FakeAnswer>(() => undefined) : honest) },
    );
    const list = await at('updated');
    assert.deepEqual((await tree.children(list)).map(labelOf), ['Loading…']);
    tree.collapsed(list);
    assert.deepEqual([ckan.calls.length, changed], [1, []]);
    isHeld = false;
    await tree.expanded(list);
    assert.deepEqual(changed, [list.id]);
    assert.deepEqual(await rows('updated'), ['All schools', 'Trees']);
    assert.equal(ckan.calls.length, 2);
  });

  it('know the web page of each row', async () => {
    const { tree, at } = await setUp({});
    const page = async (...labels: readonly string[]) => tree.pageOf(await at(...labels));
    assert.equal(await page('organization', 'Parks'), 'https://city.test/organization/parks');
    assert.equal(await page('tags', 'A/b'), 'https://city.test/dataset?tags=a%2Fb');
    assert.equal(await page('updated', 'All schools'), 'https://city.test/dataset/schools');
    assert.equal(await page('updated', 'All schools', 'Addresses'), 'https://city.test/dataset/schools/resource/r1');
    assert.equal(tree.pageOf({ kind: 'dataset', dataset: { name: 'x' }, portal: { id: 'x' } }), undefined);
    assert.equal(tree.pageOf('text'), undefined);
  });
});
