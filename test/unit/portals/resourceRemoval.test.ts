import assert from 'node:assert/strict';
import { PortalActions } from '../../../src/portals/portalActions.ts';
import type { ResourceRef } from '../../../src/platform/portal.ts';
import { FakeCkan } from '../../support/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people } from '../../support/host/vscode.ts';
import { until } from '../../../tools/vscode/until.ts';

describe('a resource of a portal', () => {
  beforeEach(() => people.forget());

  const setUp = async (isShown: boolean) => {
    const host = await hostWith({ 'city.test': new FakeCkan({ resources: {} }) });
    const { store, portal } = host;
    for (const id of ['first', 'second', 'third'])
      await store.putResource(portal.id, { id, name: `The ${id}` });
    const opened: ResourceRef[] = [];
    const actions = new PortalActions({
      ...host,
      setToken: () => Promise.resolve(false),
      closePanels: () => undefined,
      closeResource: () => isShown,
      openRecords: (ref) => opened.push(ref),
    });
    const listed = () => store.find(portal.id)?.resources.map(({ id }) => id);
    return { actions, opened, listed, second: { portalId: portal.id, resourceId: 'second' } };
  };

  it('is removed from the list without a question, as it can be added again', async () => {
    const { actions, listed, second } = await setUp(true);
    await actions.removeResource(second);
    assert.deepEqual(listed(), ['first', 'third']);
    assert.deepEqual(people.asked, [
      { text: 'Removed "The second" from the list.', isModal: false, buttons: ['Undo'] },
    ]);
  });

  for (const isShown of [true, false])
    it(`comes back to its place by Undo${isShown ? ', and on the screen where it was' : ''}`, async () => {
      people.answer = () => 'Undo';
      const { actions, opened, listed, second } = await setUp(isShown);
      await actions.removeResource(second);
      await until(() => listed()?.length === 3, 'it is back');
      assert.deepEqual(listed(), ['first', 'second', 'third']);
      assert.deepEqual(opened, isShown ? [second] : []);
    });
});
