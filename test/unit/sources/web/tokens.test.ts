import assert from 'node:assert/strict';
import { AddPortal } from '../../../../src/sources/addPortal.ts';
import { PortalActions } from '../../../../src/sources/portalActions.ts';
import { removeToken } from '../../../../src/sources/web/tokenQuestions.ts';
import { FakeCkan, refusal } from '../../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../../support/host/twoPortals.ts';
import { people } from '../../../support/host/vscode.ts';
import { until } from '../../../../tools/vscode/until.ts';

const TOKEN = 'eyJ0-s3cret';
const resources = { r: { fields: [{ id: 'n', type: 'text' }], rows: [['1']] } };

describe('an API token', () => {
  beforeEach(() => people.forget());

  const setUp = async () => {
    const closed = new FakeCkan({
      resources,
      fault: ({ authorization }, honest) =>
        authorization === TOKEN ? honest : refusal(403, 'Authorization Error', { message: 'no' }),
    });
    const host = await hostWith({ 'city.test': new FakeCkan({ resources }), 'closed.test': closed });
    const { directory } = host;
    const setToken = (portalId: string) => directory.setToken(portalId);
    const addPortal = new AddPortal({ ...host, setToken, knownPortals: () => Promise.resolve([]) });
    const screen = { closePanels: () => undefined, closeResource: () => false, openRecords: () => undefined };
    const care = new PortalActions({ ...host, ...screen });
    return { ...host, addPortal, care };
  };

  describe('for a portal that is not in the list', () => {
    it('is stored only once the portal is', async () => {
      const { addPortal, secrets, tokens } = await setUp();
      people.answer = () => 'Set API Token…';
      people.type = (prompt) => {
        if (prompt.includes('secret storage')) return TOKEN;
        assert.deepEqual([...secrets], [], 'while the name is asked for');
        return 'Closed';
      };
      assert.equal((await addPortal.run('https://closed.test'))?.portal.name, 'Closed');
      await until(() => secrets.size > 0, 'the token is stored');
      assert.deepEqual([...secrets], [['token:https://closed.test', TOKEN]]);
      assert.equal(await tokens.get('https://closed.test'), TOKEN);
    });

    it('is not stored when the portal is left', async () => {
      const { addPortal, secrets, tokens } = await setUp();
      people.answer = () => 'Set API Token…';
      people.type = (prompt) => (prompt.includes('secret storage') ? TOKEN : undefined);
      assert.equal(await addPortal.run('https://closed.test'), undefined);
      assert.deepEqual([...secrets], []);
      assert.equal(await tokens.get('https://closed.test'), TOKEN, 'used as long as the window is open');
    });

    it('is stored when an address that was typed into the form has answered', async () => {
      const { store, directory, secrets } = await setUp();
      people.type = () => TOKEN;
      const visited = directory.visit('https://closed.test');
      assert.equal(await directory.setToken(visited.id), true);
      assert.deepEqual([...secrets], []);
      await directory.answered({ portalId: visited.id, resourceId: 'r' }, 1);
      await until(() => secrets.size > 0, 'the token is stored');
      assert.deepEqual([store.portals.length, [...secrets.values()]], [2, [TOKEN]]);
    });
  });

  it('can be removed, whether or not its portal is in the list', async () => {
    const { store, tokens, secrets } = await setUp();
    await tokens.set('https://city.test', TOKEN);
    await tokens.set('https://forgotten.test/en', TOKEN);
    tokens.hold('https://visited.test', TOKEN);
    people.pick = () => ({ row: 'https://forgotten.test' });
    await removeToken(store, tokens, undefined);
    assert.deepEqual(
      people.rows.map(({ label, description }) => `${label}, ${(description ?? '').replace('\u200b', '')}`),
      [
        'City, https://city.test',
        'https://forgotten.test, no portal in the list',
        'https://visited.test, no portal in the list',
      ],
    );
    assert.deepEqual([...secrets.keys()], ['token:https://city.test']);
  });

  describe('of a portal whose address is edited', () => {
    const edit = async (from: string, to: string) => {
      const { store, tokens, secrets, care } = await setUp();
      const portal = await store.add('Town', from);
      await tokens.set(from, TOKEN);
      people.type = (prompt) => (prompt === 'Name' ? 'Town' : to);
      await care.edit(portal);
      return [...secrets];
    };

    it('goes along from http to https of the same host', async () => {
      assert.deepEqual(await edit('http://town.test/en', 'https://town.test/en'), [['token:https://town.test', TOKEN]]);
      assert.deepEqual(people.asked, []);
    });

    const others: readonly [from: string, to: string][] = [
      ['https://town.test', 'http://town.test'],
      ['http://town.test', 'https://town.example'],
      ['http://town.test:8080', 'https://town.test'],
      ['http://town.test', 'https://town.test:8443'],
    ];
    for (const [from, to] of others)
      it(`is not sent from ${from} to ${to}, and that is said`, async () => {
        assert.deepEqual(await edit(from, to), []);
        const [{ text, buttons } = { text: '', buttons: [] }] = people.asked;
        assert.equal(text, `The API token for ${from} isn't sent to ${to}. Set one for the new address.`);
        assert.deepEqual(buttons, ['Set API Token…']);
      });
  });
});
