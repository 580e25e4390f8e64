import assert from 'node:assert/strict';
import { AddPortal } from '../../../src/sources/addPortal.ts';
import type { LocalPort, LocalQuestions } from '../../../src/platform/ports/localPort.ts';
import { ResourcePicker } from '../../../src/sources/resourcePicker.ts';
import { linkText } from '../../../src/document/code/queryLink.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people } from '../../support/host/vscode.ts';

describe('the question for a resource', () => {
  beforeEach(() => people.forget());

  const setUp = async () => {
    const fields = [{ id: 'n', type: 'text' }];
    const ckan = new FakeCkan({ resources: { 'trees.2024': { fields, rows: [['1']] } } });
    const host = await hostWith({ 'city.test': ckan });
    const setToken = () => Promise.resolve(false);
    const addPortal = new AddPortal({ ...{ ...host, setToken }, knownPortals: () => Promise.resolve([]) });
    const picker = new ResourcePicker({
      ...{ ...host, addPortal, setToken },
      localFiles: {
        portal: { id: 'local', name: 'Local files', baseUrl: '', resources: [] },
        resources: () => Promise.resolve([{ id: 'f', name: 'lessons.csv', source: 'file' }]),
      } as unknown as LocalPort,
      finder: { find: () => Promise.resolve({ portalId: 'p', resourceId: 'found' }) },
      localOpening: undefined as unknown as LocalQuestions,
    });
    return { ...host, picker };
  };

  it('takes an alias with a dot in it, typed into the list of resources', async () => {
    const { picker, portal } = await setUp();
    people.pick = (title) =>
      title === 'Open Records' ? { typed: 'trees.2024', row: '$(add) Add "trees.2024"' } : { row: portal.name };
    const ref = await picker.pick('Open Records');
    assert.deepEqual(ref, { portalId: portal.id, resourceId: 'trees.2024' });
  });

  it('takes it in the input box of Add Resource too', async () => {
    const { picker, portal } = await setUp();
    people.type = () => 'trees.2024';
    const ref = await picker.add(undefined, portal.id);
    assert.deepEqual([people.refused, ref?.resourceId], [[], 'trees.2024']);
  });

  it('leads to the datasets of portals', async () => {
    const { picker } = await setUp();
    people.pick = () => ({ row: '$(search) Find Dataset…' });
    assert.deepEqual(await picker.pick('Open Records'), { portalId: 'p', resourceId: 'found' });
  });

  describe('a query that was pasted', () => {
    const CALL =
      'https://city.test/api/action/datastore_search -d \'{"resource_id":"trees.2024","limit":5,"wrong":1}\'';
    const asked = { resourceId: 'trees.2024', query: { resourceId: 'trees.2024', limit: 5 } };
    const said = () => people.asked.map(({ text }) => text);

    it('is taken from the clipboard, without a question and without saving the resource', async () => {
      const { picker, portal, store } = await setUp();
      people.clipboard = `curl ${CALL}`;
      assert.deepEqual(await picker.pasted('Open Pasted Query'), { portalId: portal.id, ...asked });
      assert.deepEqual(store.portals[0]?.resources, []);
      assert.deepEqual(said(), ['Not in the query: wrong.']);
    });

    it('is asked for where the clipboard holds something else', async () => {
      const { picker, portal } = await setUp();
      people.clipboard = 'trees.2024';
      people.type = (prompt) => (prompt.startsWith('Paste a curl command') ? `curl ${CALL}` : undefined);
      assert.deepEqual(await picker.pasted('Open Pasted Query'), { portalId: portal.id, ...asked });
    });

    it('leads to its portal, which is added first', async () => {
      const { picker, store, portal } = await setUp();
      await store.remove(portal.id);
      people.clipboard = `curl -H 'Authorization: s3cret-s3cret' ${CALL}`;
      people.type = () => 'City';
      const ref = await picker.pasted('Open Pasted Query');
      assert.deepEqual(ref, { portalId: store.portals[0]?.id, ...asked });
      assert.equal(store.portals[0]?.baseUrl, 'https://city.test');
      assert.ok(
        said().includes(
          "The API token in the pasted call isn't kept. To use one, set it for the portal. Not in the query: wrong.",
        ),
      );
      assert.ok(!JSON.stringify([people.asked, store.portals]).includes('s3cret'));
    });

    it('is taken where a resource is asked for, too', async () => {
      const { picker, portal } = await setUp();
      people.type = () => `curl ${CALL}`;
      assert.deepEqual(await picker.add(), { portalId: portal.id, ...asked });
    });

    it('is a row of the list of resources, which shows nothing secret', async () => {
      const { picker, portal } = await setUp();
      people.pick = () => ({
        typed: `curl -H 'Authorization: s3cret-s3cret' ${CALL}`,
        row: '$(add) Open the pasted query of trees.2024 at city.test',
      });
      assert.deepEqual(await picker.pick('Open Records'), { portalId: portal.id, ...asked });
    });

    it('can be a link of any product on VS Code', async () => {
      const { picker, portal } = await setUp();
      const place = { kind: 'portal', baseUrl: 'https://city.test', resourceId: 'trees.2024' } as const;
      const text = linkText({ kind: 'query', place, query: asked.query }, 'vscodium');
      people.type = () => (typeof text === 'string' ? text : undefined);
      assert.deepEqual(await picker.add(), { portalId: portal.id, ...asked });
    });

    const LINK = 'vscode://datastore-explorer.datastore-explorer/open?';
    const refused: readonly [text: string, words: RegExp][] = [
      [`${LINK}base_url=https://city.test&resource_id=a&token=b`, /^This link has "token"/],
      [`${LINK}document=weekly.datastore.jsonc`, /^This link leads to a file or a document/],
      ['curl https://city.test/api/action/datastore_search -d @query.json', /^This call sends a file/],
      ['ckanapi action datastore_search resource_id=a', /^This call doesn't have the address of a portal/],
      ["curl https://city.test/api/action/datastore_search -d '{a'", /isn't valid JSON/],
      ['curl https://city.test/', /doesn't name a resource/],
    ];
    for (const [text, words] of refused)
      it(`says why it can't take ${text.slice(0, 60)}`, async () => {
        const { picker } = await setUp();
        people.type = () => text;
        assert.equal(await picker.add(), undefined);
        assert.match(people.refused[0] ?? '', words);
      });
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
