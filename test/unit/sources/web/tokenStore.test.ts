import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Log } from '../../../../src/platform/log.ts';
import { TokenStore } from '../../../../src/sources/web/tokenStore.ts';
import { EventEmitter } from '../../../support/host/vscode.ts';

const URL_OF_PORTAL = 'https://city.test/en';

/** A keyring that answers with what it held when it was asked, once `answer` is called. */
function slowKeyring() {
  const values = new Map<string, string>();
  const waiting: (() => void)[] = [];
  const secrets = {
    get: (key: string) => {
      const value = values.get(key);
      return new Promise((resolve) => waiting.push(() => resolve(value)));
    },
    store: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
    delete: (key: string) => Promise.resolve(void values.delete(key)),
    onDidChange: new EventEmitter().event,
  } as unknown as vscode.SecretStorage;
  const answer = (): void => waiting.splice(0).forEach((reply) => reply());
  return { tokens: new TokenStore(secrets, new Log()), answer };
}

describe('whether an origin has a token', () => {
  it('is read again after a token was set while the keyring was answering', async () => {
    const { tokens, answer } = slowKeyring();
    const early = tokens.has(URL_OF_PORTAL);
    await tokens.set(URL_OF_PORTAL, 's3cret');
    answer();
    assert.equal(await early, false);
    const late = tokens.has(URL_OF_PORTAL);
    answer();
    assert.equal(await late, true);
  });

  it('is read again after a token was removed while the keyring was answering', async () => {
    const { tokens, answer } = slowKeyring();
    await tokens.set(URL_OF_PORTAL, 's3cret');
    const early = tokens.has(URL_OF_PORTAL);
    await tokens.remove(URL_OF_PORTAL);
    answer();
    assert.equal(await early, true);
    const late = tokens.has(URL_OF_PORTAL);
    answer();
    assert.equal(await late, false);
  });
});
