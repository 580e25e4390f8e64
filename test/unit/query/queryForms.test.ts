import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import { EMPTY_DRAFT } from '../../../src/datastore/query/draft.ts';
import { LOCAL_PORTAL_ID } from '../../../src/sources/local/localFile.ts';
import { DraftStore } from '../../../src/query/draftStore.ts';
import { QueryForms, type QueryFormsDeps } from '../../../src/query/queryForms.ts';
import { eventually } from '../../support/drivers/eventually.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { OpenedView } from '../../support/host/openedView.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { EventEmitter, Uri, window } from '../../support/host/vscode.ts';

describe('the title of the query form', () => {
  let extension: string;
  before(() => {
    extension = fs.mkdtempSync(path.join(os.tmpdir(), 'forms-'));
    fs.mkdirSync(path.join(extension, 'dist', 'webview'), { recursive: true });
    for (const name of ['codicon.css', 'form.css', 'form.js'])
      fs.writeFileSync(path.join(extension, 'dist', 'webview', name), '');
  });
  after(() => fs.rmSync(extension, { recursive: true }));

  for (const [what, portalId, title] of [
    ['a local file', LOCAL_PORTAL_ID, 'bikes.csv · Local files'],
    ['a portal', undefined, 'Trees · City'],
  ] as const)
    it(`names the resource of ${what} after a reload, when no list was read yet`, async () => {
      const resource = 'c34ed120-0000-5000-8000-000000000000';
      const localFiles = {
        portal: { id: LOCAL_PORTAL_ID, name: 'Local files', baseUrl: '', resources: [] },
        resources: () => Promise.resolve([{ id: resource, name: 'bikes.csv', source: 'file' }]),
      };
      const host = await hostWith({ 'city.test': new FakeCkan({ resources: {} }) }, localFiles);
      await host.store.putResource(host.portal.id, { id: resource, name: 'Trees' });
      const drafts = new DraftStore(host.state);
      drafts.remember({ ...EMPTY_DRAFT, portalId: portalId ?? host.portal.id, resource }, true);
      const silent = new EventEmitter().event;
      Object.assign(window, { registerWebviewViewProvider: () => ({ dispose: () => undefined }) });
      const forms = new QueryForms({
        ...{ ...host, portals: host.directory, drafts, editorDrafts: new DraftStore(host.state, 'other') },
        ...{ extensionUri: Uri.file(extension), defaultLimit: () => null },
        records: { onDidAnswer: silent, onDidActivate: silent, onDidClose: silent } as unknown,
      } as unknown as QueryFormsDeps);
      const view = new OpenedView('form') as OpenedView & { description?: string };
      forms.resolveWebviewView(view as unknown as vscode.WebviewView);
      await eventually(() => Promise.resolve(view.description), title);
      forms.dispose();
      view.dispose();
    });
});
