import assert from 'node:assert/strict';
import { AddPortal } from '../../../src/portals/addPortal.ts';
import { AddResource } from '../../../src/portals/addResource.ts';
import type { LocalPort, LocalQuestions } from '../../../src/platform/localPort.ts';
import { ResourcePicker } from '../../../src/portals/resourcePicker.ts';
import { FakeCkan } from '../../support/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people } from '../../support/host/vscode.ts';

describe('the question for a resource', () => {
  beforeEach(() => people.forget());

  const setUp = async () => {
    const fields = [{ id: 'n', type: 'text' }];
    const ckan = new FakeCkan({ resources: { 'trees.2024': { fields, rows: [['1']] } } });
    const host = await hostWith({ 'city.test': ckan });
    const setToken = () => Promise.resolve(false);
    const addResource = new AddResource({ ...host, setToken });
    const addPortal = new AddPortal({ ...host, addResource, setToken });
    const picker = new ResourcePicker({
      ...host,
      addResource,
      addPortal,
      localFiles: {
        portal: { id: 'local', name: 'Local files', baseUrl: '', resources: [] },
        resources: () => Promise.resolve([{ id: 'f', name: 'lessons.csv', source: 'file' }]),
      } as unknown as LocalPort,
      localOpening: undefined as unknown as LocalQuestions,
    });
    return { ...host, picker };
  };

  it('takes an alias with a dot in it, typed into the list of resources', async () => {
    const { picker, portal } = await setUp();
    people.pick = (title) =>
      title === 'Open Records'
        ? { typed: 'trees.2024', row: '$(add) Add "trees.2024"' }
        : { row: portal.name };
    const ref = await picker.pick('Open Records');
    assert.deepEqual(ref, { portalId: portal.id, resourceId: 'trees.2024' });
  });

  it('takes it in the input box of Add Resource too', async () => {
    const { picker, portal } = await setUp();
    people.type = () => 'trees.2024';
    const ref = await picker.add(undefined, portal.id);
    assert.deepEqual([people.refused, ref?.resourceId], [[], 'trees.2024']);
  });

  it('finds a resource by the name of its portal', async () => {
    const { picker, store, portal } = await setUp();
    await store.putResource(portal.id, { id: 'trees.2024', name: 'Trees' });
    await picker.pick('Open Records');
    const searched = people.rows.filter(({ description }) => description?.includes('City'));
    assert.deepEqual(
      searched.map(({ label }) => label),
      ['Trees'],
    );
  });
});
