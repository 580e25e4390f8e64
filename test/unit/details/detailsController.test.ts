/** A page of details in the host: its requests to a portal, their order, and what it shows of each answer. */
import assert from 'node:assert/strict';
import { DetailsController } from '../../../src/details/detailsController.ts';
import type { DetailsLook, DetailsTarget } from '../../../src/messages/detailsProtocol.ts';
import type { FileDetails } from '../../../src/platform/ports/localPort.ts';
import type { ResourceRef } from '../../../src/platform/portal.ts';
import { LOCAL_PORTAL_ID } from '../../../src/sources/local/localFile.ts';
import { eventually } from '../../support/drivers/eventually.ts';
import type { FakeDataset } from '../../support/fakes/fakeCatalog.ts';
import { SavedResources } from '../../../src/sources/savedResources.ts';
import { FakeCkan, type FakeCkanOptions } from '../../support/fakes/fakeCkan.ts';
import { type Hosting, hostWith } from '../../support/host/twoPortals.ts';
import { people } from '../../support/host/vscode.ts';

const TREES: FakeDataset = {
  name: 'trees',
  title: 'Trees of the city',
  notes: 'All **trees**.',
  organization: 'parks-office',
  tags: ['green', 'nature'],
  modified: '2026-05-03T10:00:00',
  resources: [
    {
      ...{ id: 'r1', name: 'trees.csv', format: 'CSV', datastore_active: true, size: 1204 },
      ...{ url: 'https://city.test/trees.csv', description: 'One record a tree.' },
    },
    { id: 'r2', name: 'Report', format: 'PDF', datastore_active: false, url: 'https://city.test/r.pdf' },
  ],
  oddities: { license_title: 'CC BY', license_url: 'https://cc.test/by', author: 'Ann' },
};
const RECORDS = {
  fields: [{ id: 'height', type: 'numeric', info: { label: 'Height', notes: 'Of the crown', unit: 'm' } }],
  rows: Array.from({ length: 12 }, (_, place) => [place + 0.5]),
};

describe('a page of details', () => {
  let ckan: FakeCkan;
  let controller: DetailsController;
  let looks: DetailsLook[];
  let opened: ResourceRef[];
  let shown: DetailsTarget[];
  let files: unknown[];
  let file: FileDetails | undefined;
  let directory: Hosting['directory'];

  const open = async (
    target: Omit<DetailsTarget, 'portalId'>,
    options: Partial<FakeCkanOptions> = {},
    begin: 'start' | 'wait' = 'start',
  ) => {
    ckan = new FakeCkan({ resources: { r1: RECORDS }, catalog: { datasets: [TREES] }, ...options });
    const host = await hostWith(
      { 'city.test': ckan },
      { portal: { id: LOCAL_PORTAL_ID, name: 'Local files', baseUrl: '', resources: [] } },
    );
    const { failures, portal } = host;
    directory = host.directory;
    [looks, opened, shown, files] = [[], [], [], []];
    const saved = new SavedResources(host);
    controller = new DetailsController(
      { portalId: portal.id, ...target },
      {
        ...{ portals: directory, failures, saved, fileDetails: () => Promise.resolve(file) },
        openRecords: (ref) => opened.push(ref),
        openFile: (opening) => files.push(opening),
        showDetails: (other) => shown.push(other),
      },
      (look) => looks.push(look),
    );
    controller[begin]();
  };
  const settled = async (): Promise<DetailsLook> => {
    const states = ({ about, records }: DetailsLook) => [about.state, records.state];
    await eventually(() => Promise.resolve(states(controller.look).includes('loading')), false);
    return controller.look;
  };
  const actions = () => ckan.calls.map(({ action }) => action);
  const factsOf = ({ about }: DetailsLook) =>
    about.state === 'shown' ? about.facts.map(({ label, value }) => `${label}: ${value}`) : [];

  beforeEach(() => people.forget());
  afterEach(() => controller.dispose());

  it('that waits says so, and asks by Load Details, or when the workspace is trusted', async () => {
    await open({ resourceId: 'r1' }, {}, 'wait');
    const words = "In Restricted Mode, these details aren't loaded until you select Load Details.";
    assert.deepEqual(controller.look.about, { state: 'waiting', words });
    assert.deepEqual(actions(), []);
    controller.startWaiting();
    const { about, records } = await settled();
    assert.deepEqual([about.state, records.state], ['shown', 'shown']);
    const asked = actions().length;
    controller.startWaiting();
    assert.equal(actions().length, asked);
  });

  it('of a resource shows what its dataset says, then its fields and first records', async () => {
    await open({ resourceId: 'r1' });
    const look = await settled();
    assert.deepEqual(actions(), ['resource_show', 'package_show', 'datastore_search']);
    assert.deepEqual(ckan.searches, ['{"resource_id":"r1","limit":10}']);
    assert.deepEqual([look.title, look.place, look.kind], ['trees.csv', 'City', 'resource']);
    assert.deepEqual(factsOf(look), [
      'Dataset: Trees of the city',
      'Organization: Parks office',
      'Format: CSV',
      'Size: 1 kB',
      'Updated: May 3, 2026',
      'License: CC BY',
      'Tags: green, nature',
      'Author: Ann',
      'Resource ID: r1',
    ]);
    assert.ok(look.about.state === 'shown' && look.records.state === 'shown');
    assert.deepEqual(
      [look.about.notes, look.about.datasetNotes, look.about.hasFile],
      ['One record a tree.', 'All **trees**.', true],
    );
    assert.equal(look.records.total, '12 records');
    assert.deepEqual(look.records.fields[1], {
      ...{ id: 'height', type: 'numeric', isNumber: true },
      ...{ label: 'Height', notes: 'Of the crown', unit: 'm' },
    });
    assert.deepEqual([look.records.sample.length, look.records.sample[0]], [10, [1, 0.5]]);
  });

  it('asks one question less where the dataset is known', async () => {
    await open({ resourceId: 'r1', dataset: 'trees' });
    await settled();
    assert.deepEqual(actions(), ['package_show', 'datastore_search']);
  });

  it('shows what is there before its records are', async () => {
    await open({ resourceId: 'r1' });
    await settled();
    assert.ok(looks.some(({ about, records }) => about.state === 'shown' && records.state === 'loading'));
  });

  it('of a resource without records asks for none, unless people want to try', async () => {
    await open({ resourceId: 'r2' });
    const { records } = await settled();
    assert.deepEqual(records, { ...{ state: 'none', canTry: true }, words: 'This resource has no records to search.' });
    assert.deepEqual(ckan.searches, []);
    controller.retry('records');
    assert.equal((await settled()).records.state, 'failed');
  });

  it('of a dataset lists its resources', async () => {
    await open({ dataset: 'trees' });
    const { about, records, title } = await settled();
    assert.ok(about.state === 'shown');
    assert.deepEqual(about.resources, {
      first: [
        { id: 'r1', name: 'trees.csv', facts: 'CSV', hasRecords: true },
        { id: 'r2', name: 'Report', facts: 'PDF', hasRecords: false },
      ],
      ...{ count: '2', hasMore: false },
    });
    assert.deepEqual([title, records.state], ['Trees of the city', 'none']);
    await controller.openRecords('r1');
    await controller.showResource('r2');
    const { portalId } = opened[0]!;
    assert.deepEqual(opened, [{ portalId, resourceId: 'r1' }]);
    assert.deepEqual(shown, [{ portalId, resourceId: 'r2', dataset: 'trees' }]);
  });

  it('lists the first 200 of 5,000 resources', async () => {
    const resources = Array.from({ length: 5000 }, (_, place) => ({ id: `r-${place}` }));
    await open({ dataset: 'trees' }, { catalog: { datasets: [{ ...TREES, resources }] } });
    const { about } = await settled();
    assert.ok(about.state === 'shown' && about.resources !== undefined);
    const { first, count, hasMore } = about.resources;
    assert.deepEqual([first.length, count, hasMore], [200, '5,000', true]);
  });

  it('says that a resource was removed from its dataset, and still shows its records', async () => {
    await open({ resourceId: 'r1', dataset: 'trees' }, { catalog: { datasets: [{ ...TREES, resources: [] }] } });
    const { about, records } = await settled();
    assert.ok(about.state === 'failed');
    assert.deepEqual(
      [about.message, about.hint],
      ["City doesn't list this resource.", 'It may have been removed, or moved to another dataset.'],
    );
    assert.equal(records.state, 'shown');
  });

  it('says that a dataset is missing', async () => {
    await open({ dataset: 'fruit' });
    const { about } = await settled();
    assert.ok(about.state === 'failed');
    assert.match(about.message, /^City doesn't have this dataset/);
  });

  it('of a portal without a catalog shows the records, and what is missing', async () => {
    ckan = new FakeCkan({ resources: { r1: RECORDS } });
    const firewall: FakeCkanOptions['firewall'] = ({ action }) =>
      action === 'datastore_search' ? undefined : { status: 400, text: '"Bad request - Action name not known"' };
    await open({ resourceId: 'r1' }, { firewall });
    const { about, records } = await settled();
    assert.deepEqual([about.state, records.state], ['failed', 'shown']);
  });

  it('of a private dataset asks for a token, and loads when one is set', async () => {
    await open({ dataset: 'trees' }, { token: 'secret', catalog: { datasets: [{ ...TREES, isPrivate: true }] } });
    const { about } = await settled();
    assert.ok(about.state === 'failed' && about.offersToken);
    people.type = () => 'secret';
    await controller.setToken();
    assert.ok(factsOf(await settled()).includes('Visibility: Private'));
  });

  it('tries a part again', async () => {
    let isDown = true;
    const firewall: FakeCkanOptions['firewall'] = ({ action }) =>
      isDown && action === 'package_show' ? { status: 503, text: 'Down' } : undefined;
    await open({ resourceId: 'r1', dataset: 'trees' }, { firewall });
    assert.equal((await settled()).about.state, 'failed');
    isDown = false;
    controller.retry('about');
    const { about, records } = await settled();
    assert.deepEqual([about.state, records.state], ['shown', 'shown']);
    assert.equal(ckan.searches.length, 1);
  });

  it('ends its requests when it is closed, and shows nothing more', async () => {
    const asked = Promise.withResolvers<unknown>();
    const fault: FakeCkanOptions['fault'] = () => {
      asked.resolve(true);
      return new Promise(() => undefined);
    };
    await open({ resourceId: 'r1' }, { fault });
    await asked.promise;
    const before = looks.length;
    controller.dispose();
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(looks.length, before);
  });

  it('copies the ID, the address of its page, and a citation', async () => {
    await open({ resourceId: 'r1' });
    await settled();
    const copied = async (what: 'id' | 'address' | 'citation') => {
      await controller.copy(what);
      return people.clipboard;
    };
    assert.equal(await copied('id'), 'r1');
    const address = 'https://city.test/dataset/trees/resource/r1';
    assert.equal(await copied('address'), address);
    assert.match(
      await copied('citation'),
      /^Ann\. “Trees of the city” \(trees\.csv\)\. City, updated 2026-05-03\. https:\/\/city\.test\/dataset\/trees\/resource\/r1 Accessed \d{4}-\d\d-\d\d\.$/,
    );
  });

  it('opens records, and the page of the dataset', async () => {
    await open({ resourceId: 'r1' });
    await settled();
    await controller.openRecords(null);
    await controller.showDataset();
    const { portalId } = opened[0]!;
    assert.deepEqual(opened, [{ portalId, resourceId: 'r1' }]);
    assert.deepEqual(shown, [{ portalId, dataset: 'trees' }]);
  });

  it('opens the file of a resource as a local one', async () => {
    await open({ resourceId: 'r2' });
    await settled();
    await controller.openFile();
    const { portalId } = controller.ready().target;
    const url = 'https://city.test/r.pdf';
    assert.deepEqual(files, [{ portalId, resourceId: 'r2', name: 'Report', format: 'PDF', url }]);
  });

  it('gives a resource its name before its records are opened', async () => {
    await open({ dataset: 'trees' });
    await settled();
    await controller.openRecords('r1');
    assert.equal(directory.names(opened[0]!).resource, 'trees.csv');
  });

  it('saves the resource under its name, and says whether it is saved', async () => {
    await open({ resourceId: 'r1' });
    assert.equal((await settled()).isSaved, false);
    await controller.toggleSaved();
    const { portalId } = controller.ready().target;
    assert.deepEqual(directory.find(portalId)?.resources, [{ id: 'r1', name: 'trees.csv' }]);
    assert.equal(controller.look.isSaved, true);
    await controller.toggleSaved();
    assert.equal(controller.look.isSaved, false);
  });

  it('of a file that isn’t loaded shows what is known of it, and asks nothing', async () => {
    file = {
      about: {
        ...{ state: 'shown', title: 'a.csv', notes: '', datasetNotes: '', hasWebsite: false, hasFile: false },
        facts: [{ label: 'File', value: '/data/a.csv' }],
      },
      ...{ isLoaded: false, path: '/data/a.csv' },
    };
    await open({ resourceId: 'f1' });
    controller.dispose();
    const host = await hostWith({ 'city.test': ckan }, { portal: { id: LOCAL_PORTAL_ID, name: 'Local files' } });
    const { failures } = host;
    const saved = new SavedResources(host);
    const deps = { saved, openRecords: () => undefined, openFile: () => undefined, showDetails: () => undefined };
    controller = new DetailsController(
      { portalId: LOCAL_PORTAL_ID, resourceId: 'f1' },
      { ...deps, portals: host.directory, failures, fileDetails: () => Promise.resolve(file) },
      () => undefined,
    );
    controller.start();
    const look = await settled();
    assert.deepEqual([look.title, look.kind, look.records.state], ['a.csv', 'file', 'none']);
    await controller.copy('address');
    assert.equal(people.clipboard, '/data/a.csv');
  });
});
