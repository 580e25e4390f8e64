/** The tables of a database in the tree, its page of details, and the arguments of commands on a table. */
import assert from 'node:assert/strict';
import { foundIn } from '../../../../src/commands/call.ts';
import { DetailsController } from '../../../../src/details/detailsController.ts';
import type { DetailsLook } from '../../../../src/messages/detailsProtocol.ts';
import { SavedResources } from '../../../../src/sources/savedResources.ts';
import { catalogItem } from '../../../../src/tree/catalog/catalogItem.ts';
import { nodeOfTables } from '../../../../src/tree/catalog/catalogNode.ts';
import { CatalogTree } from '../../../../src/tree/catalog/catalogTree.ts';
import { portalItem, resourceItem } from '../../../../src/tree/resourceNode.ts';
import { DatabaseRefused } from '../../../../src/service/index.ts';
import type { FakeDataset } from '../../../support/fakes/fakeCatalog.ts';
import { FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import { eventually } from '../../../support/drivers/eventually.ts';
import { hostWith } from '../../../support/host/twoPortals.ts';

/** The tables as our service lists them. */
const served = (tables: number, schemas: number): FakeDataset => ({
  name: 'local-files',
  title: 'Local files',
  resources: Array.from({ length: tables }, (_, at) => {
    const schema = `s${String(Math.floor((at * schemas) / tables)).padStart(3, '0')}`;
    const name = `t${String(at).padStart(3, '0')}`;
    return {
      ...{ id: `id-${String(at)}`, name: schemas > 1 ? `${schema}.${name}` : name, x_schema: schema },
      ...{ format: '', datastore_active: true, size: 8192 },
    };
  }),
});

const setUp = async ({ isRefused = false, tables = 250, schemas = 1 } = {}) => {
  const datasets = [served(tables, schemas)];
  const ckan = new FakeCkan({ resources: {}, catalog: { datasets } });
  const host = await hostWith({ 'database.test': ckan }, {}, () => ({
    access: () =>
      isRefused
        ? Promise.reject(new DatabaseRefused('unreachable'))
        : Promise.resolve({ baseUrl: 'https://database.test', token: 'of-process' }),
    dispose: () => undefined,
  }));
  const portal = await host.store.add('shop', 'postgresql://db.test:5432/shop?user=ann&schema=public', {
    encryption: 'none',
  });
  const tree = new CatalogTree({
    catalogOf: (portalId) => host.clients.catalogOf(portalId),
    addressOf: (portalId) => host.store.find(portalId)?.baseUrl,
    describe: (error) => host.failures.describe(error),
    changed: () => undefined,
    busy: () => undefined,
  });
  const root = nodeOfTables(portal.id);
  return { ...host, ckan, datasets, portal, tree, root };
};
const unsaved = () => false;

describe('the tables of a database', () => {
  it('are asked for when Tables is opened, and stand there by name, a hundred at a time', async () => {
    const { ckan, tree, root } = await setUp();
    assert.deepEqual(ckan.calls, []);
    const rows = await tree.children(root);
    assert.equal(ckan.calls.length, 1);
    const labels = rows.map((row) => catalogItem(row, unsaved).label);
    assert.deepEqual([labels.length, labels[0], labels[99], labels[100]], [101, 't000', 't099', 'More…']);
    assert.equal(catalogItem(rows[100] ?? root, unsaved).description, '100 of 250');
    await tree.more(root.id);
    assert.equal((await tree.children(root)).length, 201);
    assert.equal(ckan.calls.length, 1);
  });

  it('of which more than 5,000 are not listed, which is said without leading to Find', async () => {
    const { tree, root } = await setUp({ tables: 5001 });
    await tree.children(root);
    for (let page = 1; page < 50; page += 1) await tree.more(root.id);
    const last = (await tree.children(root)).at(-1) ?? root;
    const { label, command } = catalogItem(last, unsaved);
    assert.deepEqual([label, command], ['The first 5,000 are shown', undefined]);
  });

  it('of several schemas stand under these, all of one request, without the schema in front of them', async () => {
    const { ckan, tree, root, portal } = await setUp({ tables: 250, schemas: 2 });
    const schemas = await tree.children(root);
    assert.deepEqual(
      schemas.map((row) => catalogItem(row, unsaved).label),
      ['s000', 's001'],
    );
    const [, second = root] = schemas;
    const rows = await tree.children(second);
    const items = rows.map((row) => catalogItem(row, unsaved));
    assert.deepEqual([items.length, items[0]?.label, items[100]?.description], [101, 't125', '100 of 125']);
    const [argument] = (items[0]?.command?.arguments ?? []) as readonly unknown[];
    assert.deepEqual(argument, {
      ...{ portal: { id: portal.id }, resource: { id: 'id-125', name: 's001.t125' } },
      isTable: true,
    });
    assert.equal(tree.parentOf(second), root);
    assert.equal(ckan.calls.length, 1);
  });

  it('of which more than 5,000 in 200 schemas are not listed either, which is said once', async () => {
    const { tree, root } = await setUp({ tables: 6000, schemas: 200 });
    await tree.children(root);
    await tree.more(root.id);
    const rows = await tree.children(root);
    const labels = rows.map((row) => catalogItem(row, unsaved).label);
    assert.deepEqual([labels.length, ...labels.slice(-2)], [168, 's166', 'The first 5,000 are shown']);
    assert.equal((await tree.children(rows[166] ?? root)).length, 20);
  });

  it('come and go under an open schema when the list is read again', async () => {
    const { datasets, tree, root } = await setUp({ tables: 4, schemas: 2 });
    const labels = async (): Promise<readonly unknown[]> => {
      const [first = root] = await tree.children(root);
      return (await tree.children(first)).map((row) => catalogItem(row, unsaved).label);
    };
    assert.deepEqual(await labels(), ['t000', 't001']);
    datasets[0] = served(6, 2);
    tree.outdate(root.id);
    assert.deepEqual(await labels(), ['t000', 't001', 't002']);
  });

  it('open their records by a click, under their name', async () => {
    const { tree, root, portal } = await setUp();
    const [first = root] = await tree.children(root);
    const { command, contextValue } = catalogItem(first, unsaved);
    assert.deepEqual(
      [command?.command, contextValue],
      ['datastoreExplorer.searchResource', 'resource+database+unsaved'],
    );
    const [argument] = (command?.arguments ?? []) as readonly unknown[];
    assert.deepEqual(argument, {
      ...{ portal: { id: portal.id }, resource: { id: 'id-0', name: 't000' } },
      isTable: true,
    });
    assert.deepEqual(foundIn(argument), { name: 't000' });
  });

  it('say why they can’t be listed, and offer what a database has: no API token', async () => {
    const { tree, root } = await setUp({ isRefused: true });
    const [row = root] = await tree.children(root);
    const { label, contextValue } = catalogItem(row, unsaved);
    assert.ok(typeof label === 'string');
    assert.match(label, /^Couldn't connect to db\.test:5432\./);
    assert.equal(contextValue, 'failure+database');
  });

  it('stand under a row of their own kind, which shows address and database, and no user', async () => {
    const { portal, sources } = await setUp();
    const { look } = sources.of(portal);
    const { label, description, contextValue } = portalItem({ kind: 'portal', portal, look, hasToken: false });
    assert.deepEqual([label, description, contextValue], ['shop', 'db.test:5432/shop', 'database']);
    const resource = { id: 'id-0', name: 't000' };
    const saved = resourceItem({ kind: 'resource', portal, look, resource, hasToken: false });
    assert.equal(saved.contextValue, 'resource+database');
  });

  it('have a page of details: database, size and id, without website or file', async () => {
    const { portal, directory, failures, store, opened } = await setUp();
    const looks: DetailsLook[] = [];
    const controller = new DetailsController(
      { portalId: portal.id, resourceId: 'id-7' },
      {
        ...{ portals: directory, failures, saved: new SavedResources({ store, opened, failures }) },
        fileDetails: () => Promise.resolve(undefined),
        openRecords: () => undefined,
        openFile: () => undefined,
        showDetails: () => undefined,
      },
      (look) => looks.push(look),
    );
    controller.start();
    await eventually(() => looks.at(-1)?.about, {
      ...{ state: 'shown', title: 't007', notes: '', datasetNotes: '', hasWebsite: false, hasFile: false },
      facts: [
        { label: 'Database', value: 'db.test:5432/shop' },
        { label: 'Size', value: '8 kB' },
        { label: 'Resource ID', value: 'id-7' },
      ],
    });
    controller.dispose();
  });
});
