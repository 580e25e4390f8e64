import assert from 'node:assert/strict';
import { OpenedResources } from '../../../src/sources/openedResources.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';

const ID = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b01';

describe('the resources that were opened last', () => {
  const setUp = async () => {
    const host = await hostWith(
      { 'city.test': new FakeCkan({ resources: {} }) },
      {
        portal: { id: 'local', name: 'Local files', baseUrl: '', resources: [] },
        resources: () => Promise.resolve([]),
      },
    );
    const { opened, portal } = host;
    return {
      ...host,
      names: () => opened.recent.map(({ name }) => name),
      ref: (resourceId: string) => ({ portalId: portal.id, resourceId }),
    };
  };
  /** The resources that the next window reads from storage. */
  const nextWindow = ({ state, store }: Awaited<ReturnType<typeof setUp>>) => new OpenedResources(state, store);

  it('need no saving: one that answers is recent, and not in the list of its portal', async () => {
    const { directory, opened, store, portal, ref } = await setUp();
    await directory.answered(ref('trees'), 12);
    const [trees] = opened.recent;
    assert.deepEqual([trees?.resourceId, trees?.name, trees?.records], ['trees', 'trees', 12]);
    assert.deepEqual(store.find(portal.id)?.resources, []);
  });

  it('have their names before they are opened, and keep them when they answer', async () => {
    const { directory, opened, ref } = await setUp();
    const dataset = { name: 'parks', title: 'Parks' };
    await directory.remember(ref(ID), { name: 'Trees', dataset });
    assert.equal(directory.names(ref(ID)).resource, 'Trees');
    await directory.answered(ref(ID), 12);
    await directory.answered(ref(ID), undefined);
    const { opened: when, ...rest } = opened.recent[0] ?? { opened: 0 };
    assert.deepEqual(rest, { ...ref(ID), name: 'Trees', dataset, records: 12 });
    assert.ok(when > 0);
  });

  it('aren’t written anew when the newest one answers as before: each sort and each filter is an answer', async () => {
    const { directory, state, ref } = await setUp();
    await directory.answered(ref('trees'), 12);
    const written: string[] = [];
    const update = state.update.bind(state);
    state.update = (key, value) => {
      written.push(key);
      return update(key, value);
    };
    await directory.answered(ref('trees'), 12);
    await directory.answered(ref('trees'), undefined);
    assert.deepEqual(written, []);
    await directory.answered(ref('trees'), 13);
    await directory.answered(ref('benches'), 2);
    await directory.answered(ref('trees'), 13);
    assert.equal(written.length, 3);
  });

  it('are offered by the form behind the saved ones, and their panels come back after a reload', async () => {
    const { directory, store, portal, ref } = await setUp();
    await store.putResource(portal.id, { id: 'benches', name: 'Benches' });
    await directory.remember(ref('trees'), { name: 'Trees' });
    const [choice] = await directory.choices();
    assert.deepEqual(
      choice?.resources.map(({ name }) => name),
      ['Benches', 'Trees'],
    );
    assert.equal(await directory.isGone(ref('trees')), false);
    await store.remove(portal.id);
    assert.equal(await directory.isGone(ref('trees')), true);
  });

  it('give one that is saved under its ID the name by which it was found', async () => {
    const { directory, store, portal, ref, names } = await setUp();
    await store.putResource(portal.id, { id: ID, name: ID });
    await directory.remember(ref(ID), { name: 'Trees' });
    assert.deepEqual(store.find(portal.id)?.resources, [{ id: ID, name: 'Trees' }]);
    await directory.remember(ref(ID), { name: 'Another' });
    assert.equal(directory.names(ref(ID)).resource, 'Trees');
    assert.deepEqual(names(), []);
  });

  it('of a portal that was only visited keep the portal, once they have answered', async () => {
    const { directory, store, names } = await setUp();
    const visited = directory.visit('https://other.test');
    await directory.answered({ portalId: visited.id, resourceId: 'r' }, 1);
    assert.deepEqual([store.portals.length, store.find(visited.id)?.resources, names()], [2, [], ['r']]);
  });

  it('are the last 30, newest first, in the next window too', async () => {
    const host = await setUp();
    const { directory, names, ref } = host;
    for (let index = 1; index <= 32; index++)
      await directory.remember(ref(String(index)), { name: `r${String(index)}` });
    assert.deepEqual([names().length, names()[0], names().at(-1)], [30, 'r32', 'r3']);
    assert.deepEqual(
      nextWindow(host).recent.map(({ name }) => name),
      names(),
    );
  });

  it('stay where they are when they are opened again, until the next window: no row moves away from under the pointer', async () => {
    const host = await setUp();
    const { directory, names, ref } = host;
    for (const id of ['a', 'b', 'c']) await directory.remember(ref(id), { name: id });
    await directory.answered(ref('a'), 1);
    assert.deepEqual(names(), ['c', 'b', 'a']);
    assert.deepEqual(
      nextWindow(host).recent.map(({ name }) => name),
      ['a', 'c', 'b'],
    );
  });

  it('come to the front when they are opened again from behind those in view', async () => {
    const { directory, names, ref } = await setUp();
    for (let index = 1; index <= 12; index++) await directory.remember(ref(String(index)), { name: String(index) });
    await directory.answered(ref('1'), 1);
    assert.equal(names()[0], '1');
  });

  it('go with their portal', async () => {
    const { directory, store, portal, names, ref } = await setUp();
    await directory.remember(ref('trees'), { name: 'Trees' });
    await store.remove(portal.id);
    assert.deepEqual(names(), []);
    await directory.remember(ref('trees'), { name: 'Trees' });
    assert.deepEqual(names(), []);
  });

  it('leave out what storage gives back and doesn’t fit', async () => {
    const { state, opened, portal } = await setUp();
    const good = { portalId: portal.id, resourceId: 'r', name: 'R', opened: 1, records: 'many', dataset: 7 };
    await state.update('openedResources', { version: 1, resources: [{ portalId: 5 }, good, null] });
    assert.deepEqual(opened.recent, [{ portalId: portal.id, resourceId: 'r', name: 'R', opened: 1 }]);
    await state.update('openedResources', 'nonsense');
    assert.deepEqual(opened.recent, []);
  });

  it('are told of once when they change, and not when nothing that is shown does', async () => {
    const { opened, directory, ref } = await setUp();
    let told = 0;
    opened.onDidChange(() => {
      told++;
    });
    await directory.answered(ref('trees'), 3);
    await directory.answered(ref('trees'), 3);
    assert.equal(told, 1);
  });
});
