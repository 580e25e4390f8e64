import assert from 'node:assert/strict';
import { SavedResources } from '../../../src/sources/savedResources.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people } from '../../support/host/vscode.ts';
import { until } from '../../../tools/vscode/until.ts';

describe('a resource of a portal', () => {
  beforeEach(() => people.forget());

  const setUp = async () => {
    const host = await hostWith({ 'city.test': new FakeCkan({ resources: {} }) });
    const { store, opened, portal } = host;
    for (const id of ['first', 'second', 'third']) await store.putResource(portal.id, { id, name: `The ${id}` });
    return {
      ...host,
      saved: new SavedResources(host),
      listed: () => store.find(portal.id)?.resources.map(({ id }) => id),
      recent: () => opened.recent.map(({ name }) => name),
      ref: (resourceId: string) => ({ portalId: portal.id, resourceId }),
    };
  };

  it('is removed from the saved ones without a question, as it can be saved again', async () => {
    const { saved, listed, recent, ref } = await setUp();
    await saved.remove(ref('second'));
    assert.deepEqual([listed(), recent()], [['first', 'third'], []]);
    assert.deepEqual(people.asked, [
      { text: 'Removed "The second" from the saved resources.', isModal: false, buttons: ['Undo'] },
    ]);
  });

  it('comes back to its place by Undo', async () => {
    people.answer = () => 'Undo';
    const { saved, listed, ref } = await setUp();
    await saved.remove(ref('second'));
    await until(() => listed()?.length === 3, 'it is back');
    assert.deepEqual(listed(), ['first', 'second', 'third']);
  });

  it('is under Recent when it is removed from the saved ones after it was opened, by its name', async () => {
    const { directory, saved, recent, ref } = await setUp();
    await directory.answered(ref('second'), 4);
    assert.deepEqual(recent(), []);
    await saved.remove(ref('second'));
    assert.deepEqual(recent(), ['The second']);
    assert.equal(directory.names(ref('second')).resource, 'The second');
  });

  it('keeps name and count when it is saved from Recent, and is in Recent no more', async () => {
    const { directory, store, portal, saved, recent, ref } = await setUp();
    await directory.remember(ref('trees'), { name: 'Trees' });
    await directory.answered(ref('trees'), 7);
    await saved.save(ref('trees'));
    assert.deepEqual(store.find(portal.id)?.resources.at(-1), { id: 'trees', name: 'Trees', records: 7 });
    assert.deepEqual(recent(), []);
  });

  it('that is saved already keeps its place and its name', async () => {
    const { saved, listed, store, portal, ref } = await setUp();
    await saved.save(ref('first'), 'Another name');
    assert.deepEqual(listed(), ['first', 'second', 'third']);
    assert.equal(store.find(portal.id)?.resources[0]?.name, 'The first');
  });

  it('can be taken out of Recent, and put back by Undo', async () => {
    const { directory, saved, recent, ref } = await setUp();
    for (const id of ['a', 'b', 'c']) await directory.remember(ref(id), { name: id });
    await saved.removeRecent(ref('b'));
    assert.deepEqual(recent(), ['c', 'a']);
    people.answer = () => 'Undo';
    await saved.removeRecent(ref('a'));
    await until(() => recent().length === 2, 'it is back');
    assert.deepEqual(recent(), ['c', 'a']);
    assert.deepEqual(
      people.asked.map(({ text }) => text),
      ['Removed "b" from Recent.', 'Removed "a" from Recent.'],
    );
  });

  it('all of Recent can be cleared, and put back by Undo', async () => {
    const { directory, saved, recent, ref } = await setUp();
    for (const id of ['a', 'b', 'c']) await directory.remember(ref(id), { name: id });
    await saved.clearRecent();
    assert.deepEqual(recent(), []);
    await saved.clearRecent();
    for (const id of ['a', 'b']) await directory.remember(ref(id), { name: id });
    people.answer = () => 'Undo';
    await saved.clearRecent();
    await until(() => recent().length === 2, 'they are back');
    assert.deepEqual(recent(), ['b', 'a']);
    assert.deepEqual(
      people.asked.map(({ text }) => text),
      ['Cleared Recent.', 'There are no recent resources.', 'Cleared Recent.'],
    );
  });
});
