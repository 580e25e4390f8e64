/** Tabs of details: one for each resource, restored after a reload, closed with their portal. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Uri as VscodeUri, WebviewPanel } from 'vscode';
import { DetailsTabs } from '../../../src/details/detailsTabs.ts';
import { SavedResources } from '../../../src/sources/savedResources.ts';
import { eventually } from '../../support/drivers/eventually.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { EventEmitter, people, Uri, window, workspace } from '../../support/host/vscode.ts';

describe('a tab of details', () => {
  let extension: string;
  before(() => {
    extension = fs.mkdtempSync(path.join(os.tmpdir(), 'details-'));
    fs.mkdirSync(path.join(extension, 'dist', 'webview'), { recursive: true });
    for (const name of ['codicon.css', 'details.css', 'details.js'])
      fs.writeFileSync(path.join(extension, 'dist', 'webview', name), '');
  });
  after(() => fs.rmSync(extension, { recursive: true }));
  beforeEach(() => people.forget());

  const setUp = async () => {
    const ckan = new FakeCkan({
      resources: { r1: { fields: [{ id: 'kind', type: 'text' }], rows: [['lime']] } },
      catalog: {
        datasets: [
          {
            ...{ name: 'trees', title: '$(rocket) [Trees](command:x)\u202e' },
            resources: [{ id: 'r1', name: 'trees.csv', datastore_active: true }],
          },
        ],
      },
    });
    const host = await hostWith({ 'city.test': ckan });
    const { directory, failures, portal } = host;
    const tabs = new DetailsTabs({
      ...{ portals: directory, failures, saved: new SavedResources(host) },
      ...{ openRecords: () => undefined, openFile: () => undefined },
      fileDetails: () => Promise.resolve(undefined),
      extensionUri: Uri.file(extension) as unknown as VscodeUri,
    });
    return { tabs, ckan, portalId: portal.id };
  };

  /** A panel as VS Code restores it. */
  const panelOf = () => {
    const closed = new EventEmitter<void>();
    const said = { reveals: 0, isClosed: false };
    const panel = {
      ...{ title: '', visible: true, active: true },
      webview: {
        ...{ options: {}, html: '', cspSource: '' },
        asWebviewUri: (uri: object) => uri,
        onDidReceiveMessage: new EventEmitter().event,
        postMessage: () => Promise.resolve(true),
      },
      onDidChangeViewState: new EventEmitter().event,
      onDidDispose: closed.event,
      reveal: () => void (said.reveals += 1),
      dispose: () => {
        said.isClosed = true;
        closed.fire();
      },
    };
    return { panel: panel as unknown as WebviewPanel, said };
  };

  it('comes back after a reload, and is found again by the same resource', async () => {
    const { tabs, portalId } = await setUp();
    const { panel, said } = panelOf();
    await tabs.deserializeWebviewPanel(panel, { portalId, resourceId: 'r1' });
    await eventually(() => Promise.resolve(panel.title), 'Details: trees.csv');
    tabs.show({ portalId, resourceId: 'r1', dataset: 'trees' });
    assert.equal(said.reveals, 1);
    tabs.dispose();
    assert.ok(said.isClosed);
  });

  describe('that comes back in Restricted Mode', () => {
    const granted = workspace.onDidGrantWorkspaceTrust;
    let trust: EventEmitter<void>;
    beforeEach(() => {
      trust = new EventEmitter();
      Object.assign(workspace, { isTrusted: false, onDidGrantWorkspaceTrust: trust.event });
    });
    afterEach(() => Object.assign(workspace, { isTrusted: true, onDidGrantWorkspaceTrust: granted }));

    for (const [what, target, title] of [
      ['a resource', { resourceId: 'r1' }, /trees\.csv/],
      ['a dataset', { dataset: 'trees' }, /Trees/],
    ] as const)
      it(`asks nobody for ${what} until people trust the workspace, and then once`, async () => {
        const { tabs, ckan, portalId } = await setUp();
        const { panel } = panelOf();
        await tabs.deserializeWebviewPanel(panel, { portalId, ...target });
        await setTimeout(20);
        assert.deepEqual(ckan.calls, []);
        trust.fire();
        await eventually(() => Promise.resolve(title.test(panel.title)), true);
        const shows = () => ckan.calls.filter(({ action }) => action === 'package_show').length;
        trust.fire();
        await setTimeout(20);
        assert.equal(shows(), 1);
        tabs.dispose();
      });

    it('is opened by people: asks at once', async () => {
      const { tabs, ckan, portalId } = await setUp();
      const { panel } = panelOf();
      Object.assign(window, { createWebviewPanel: () => panel });
      tabs.show({ portalId, resourceId: 'r1', dataset: 'trees' });
      await eventually(() => Promise.resolve(ckan.calls.length > 0), true);
      Reflect.deleteProperty(window, 'createWebviewPanel');
      tabs.dispose();
    });
  });

  it('is called by its dataset’s title, of which nothing becomes a link or an icon', async () => {
    const { tabs, portalId } = await setUp();
    const { panel } = panelOf();
    await tabs.deserializeWebviewPanel(panel, { portalId, dataset: 'trees' });
    const title = 'Details: $\u200b(rocket) [Trees]\u200b(command:x)';
    await eventually(() => Promise.resolve(panel.title), title);
    tabs.dispose();
  });

  it('goes with its portal', async () => {
    const { tabs, portalId } = await setUp();
    const { panel, said } = panelOf();
    await tabs.deserializeWebviewPanel(panel, { portalId, resourceId: 'r1' });
    tabs.closePortal('another');
    assert.equal(said.isClosed, false);
    tabs.closePortal(portalId);
    assert.ok(said.isClosed);
  });

  for (const state of [null, {}, { portalId: 7 }, 'x'])
    it(`that kept ${JSON.stringify(state)} is closed`, async () => {
      const { tabs } = await setUp();
      const { panel, said } = panelOf();
      await tabs.deserializeWebviewPanel(panel, state);
      assert.ok(said.isClosed);
    });
});
