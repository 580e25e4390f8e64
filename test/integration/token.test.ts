import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import type { Log } from '../../src/platform/log.ts';
import { TokenStore } from '../../src/sources/web/tokenStore.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { forgetEverything, handles } from './handles.ts';

const TOKEN = 'eyJ0-s3cret';
const resources = { r1: { name: 'Lessons', isPrivate: true, fields: [{ id: 'n', type: 'int4' }], rows: [[1], [2]] } };

describe('an API token', () => {
  const signal = new AbortController().signal;
  const owner = new FakeCkan({ resources, token: TOKEN });
  const stranger = new FakeCkan({ resources, token: TOKEN });
  let deps: Program;
  let ownerUrl: string;
  let strangerUrl: string;

  before(async () => {
    deps = await handles();
    await forgetEverything(deps);
    [ownerUrl, strangerUrl] = [await owner.listen(), await stranger.listen()];
    await deps.store.add('Owner', `${ownerUrl}/en`);
    await deps.store.add('Stranger', strangerUrl);
    await deps.tokens.set(`${ownerUrl}/en`, TOKEN);
  });
  after(async () => {
    await forgetEverything(deps);
    await Promise.all([owner.close(), stranger.close()]);
  });

  const fieldsAt = async (index: number): Promise<readonly string[]> => {
    const portal = deps.store.portals[index];
    assert.ok(portal);
    const client = await deps.directory.client({ portalId: portal.id, resourceId: 'r1' }, signal);
    return (await client.fields('r1', signal)).map(({ id }) => id);
  };

  it('goes to the origin that it was given for, raw', async () => {
    assert.deepEqual(await fieldsAt(0), ['_id', 'n']);
    assert.deepEqual(
      owner.calls.map(({ authorization }) => authorization),
      [TOKEN],
    );
  });

  it('goes to no other origin, be it the same host', async () => {
    await assert.rejects(fieldsAt(1), { name: 'DatastoreError', kind: 'forbidden' });
    assert.deepEqual(
      stranger.calls.map(({ authorization }) => authorization),
      [undefined],
    );
  });

  it('does not follow a portal whose address is edited', async () => {
    const [portal] = deps.store.portals;
    assert.ok(portal);
    await deps.store.change(portal.id, { baseUrl: strangerUrl });
    await assert.rejects(fieldsAt(0), { kind: 'forbidden' });
    assert.ok(stranger.calls.every(({ authorization }) => authorization === undefined));
    await deps.store.change(portal.id, { baseUrl: `${ownerUrl}/en` });
  });

  it('is shown in a request only where it would be sent', async () => {
    const [intranet, other] = ['http://intranet.example/data', 'http://intranet.example/other'];
    const { id } = await deps.store.add('Intranet', intranet);
    const uses = () => Promise.all([intranet, other, ownerUrl, strangerUrl].map((url) => deps.directory.tokenUse(url)));
    await deps.tokens.set(intranet, TOKEN);
    assert.deepEqual(await uses(), ['withheld', 'withheld', 'sent', 'none']);
    await deps.store.change(id, { allowPlainHttp: true });
    assert.deepEqual(await uses(), ['sent', 'withheld', 'sent', 'none']);
    await deps.tokens.remove(intranet);
    await deps.store.remove(id);
  });

  it('is asked for afresh with every request, so that setting one helps at once', async () => {
    await deps.tokens.set(strangerUrl, TOKEN);
    assert.deepEqual(await fieldsAt(1), ['_id', 'n']);
    await deps.tokens.remove(strangerUrl);
    assert.equal(await deps.tokens.has(strangerUrl), false);
  });

  describe('when the keyring fails', () => {
    const broken = () => Promise.reject(new Error('no keyring'));
    const secrets: vscode.SecretStorage = {
      get: broken,
      store: broken,
      delete: () => Promise.resolve(),
      keys: broken,
      onDidChange: () => new vscode.Disposable(() => undefined),
    };
    const quiet = { hide: () => undefined, error: () => undefined } as unknown as Log;

    it('counts as none', async () => {
      assert.equal(await new TokenStore(secrets, quiet).get('https://data.example.org'), undefined);
    });

    it('is used until the window closes', async () => {
      const tokens = new TokenStore(secrets, quiet);
      assert.equal(await tokens.set('https://data.example.org/en', TOKEN), 'session');
      assert.equal(await tokens.get('https://data.example.org/de'), TOKEN);
      assert.equal(await tokens.has('http://data.example.org'), false);
      await tokens.remove('https://data.example.org');
      assert.equal(await tokens.get('https://data.example.org'), undefined);
    });
  });
});
