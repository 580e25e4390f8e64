import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { forgetEverything, handles } from './handles.ts';

/** Writes a setting and waits until the extension can see it. */
async function setUserSetting(key: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
}

describe('the proxy of VS Code’s settings', () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"success":true,"result":{"site_title":"Behind the proxy","extensions":["datastore"]}}');
  });
  let deps: Program;

  before(async () => {
    deps = await handles();
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    await setUserSetting('http.proxy', undefined);
    await setUserSetting('http.noProxy', undefined);
    await forgetEverything(deps);
    proxy.closeAllConnections();
    proxy.close();
  });

  const titleOf = async (baseUrl: string): Promise<string> => {
    const signal = AbortSignal.timeout(10_000);
    const { id } = deps.store.visit(baseUrl);
    return (await (await deps.directory.client({ portalId: id, resourceId: 'r' }, signal)).status(signal)).title;
  };

  it('is used as soon as it is set, and left as soon as a host is excepted', async () => {
    await assert.rejects(titleOf('http://portal.invalid'), { name: 'HttpError', kind: 'dns' });
    await setUserSetting('http.proxy', `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`);
    assert.equal(await titleOf('http://portal.invalid'), 'Behind the proxy');
    assert.deepEqual(asked, ['http://portal.invalid/api/action/status_show']);
    await setUserSetting('http.noProxy', ['portal.invalid']);
    await assert.rejects(titleOf('http://portal.invalid'), { name: 'HttpError', kind: 'dns' });
  });

  it('is VS Code’s own fetch for who wishes it, but never on the way to this machine', async () => {
    const { fetch } = globalThis;
    const fetched: string[] = [];
    globalThis.fetch = (address) => {
      fetched.push(address instanceof URL ? address.origin : 'not a URL');
      const answer = { success: true, result: { site_title: 'By VS Code', extensions: [] } };
      return Promise.resolve(Response.json(answer));
    };
    await setUserSetting('datastoreExplorer.request.network', 'vscode');
    try {
      assert.equal(await titleOf('https://portal.invalid'), 'By VS Code');
      const { port } = proxy.address() as AddressInfo;
      assert.equal(await titleOf(`http://127.0.0.1:${String(port)}`), 'Behind the proxy');
      assert.deepEqual(fetched, ['https://portal.invalid']);
    } finally {
      globalThis.fetch = fetch;
      await setUserSetting('datastoreExplorer.request.network', undefined);
    }
  });
});
