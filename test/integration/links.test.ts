import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import { queryFromUrl } from '../../src/datastore/wire/request.ts';
import { readLink } from '../../src/document/code/queryLink.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { until } from '../../tools/vscode/until.ts';
import { cityPortal, forgetEverything, hasTold } from './handles.ts';

const ID = '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f';
const FIELDS = [
  { id: '_id', type: 'int' },
  { id: 'a&b', type: 'text' },
];
const ROWS = [
  ['1', 'art'],
  ['2', '100% & more=#1'],
];

describe('links, URLs and code of a query', () => {
  const ckan = new FakeCkan({ resources: { [ID]: { name: 'Lessons', fields: FIELDS, rows: ROWS } } });
  const query = { resourceId: ID, filters: conditionsOf('{"a&b":"100% & more=#1"}'), limit: 50 };
  let deps: Program;
  let portalId: string;
  const { showWarningMessage, createQuickPick } = vscode.window;

  beforeEach(async () => {
    ({ deps, portalId } = await cityPortal(ckan, { id: ID, name: 'Lessons' }));
    ckan.calls.splice(0);
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage, createQuickPick });
    Reflect.deleteProperty(deps.failures, 'show');
    await forgetEverything(deps);
  });
  after(() => ckan.close());

  const show = async () => {
    await deps.panels.open({ portalId, resourceId: ID, query });
    await until(() => deps.panels.active?.controller.running.screen.state.kind === 'ready', 'records are shown');
    assert.ok(deps.panels.active);
    return deps.panels.active.controller;
  };
  const copied = async (command: string, ...target: readonly object[]): Promise<string> => {
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand(`datastoreExplorer.${command}`, ...target);
    return vscode.env.clipboard.readText();
  };
  const follow = async (text: string) => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await deps.links.handleUri(vscode.Uri.parse(text));
    await until(() => deps.panels.active?.controller.running.screen.state.kind === 'ready', 'the link is open');
    return deps.panels.active?.controller.running.query;
  };

  it('Copy Link copies a link of this window, which opens the same query, and pasted too', async () => {
    await show();
    const text = await copied('copyLink');
    assert.match(text, new RegExp(`^${vscode.env.uriScheme}://datastore-explorer\\.datastore-explorer/open\\?`));
    assert.deepEqual(await follow(text), query);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.env.clipboard.writeText(text.replace(/^[^:]+/, 'vscodium'));
    await vscode.commands.executeCommand('datastoreExplorer.openPastedQuery');
    await until(() => deps.panels.active?.controller.running.screen.state.kind === 'ready', 'the pasted link is open');
    assert.deepEqual(deps.panels.active?.controller.running.query, query);
  });

  it('Copy Link to Record leads to the record in the grid with the focus', async () => {
    await hasTold(await show());
    const text = await copied('copyRecordLink');
    assert.deepEqual(await follow(text), { resourceId: ID, filters: conditionsOf('{"_id":2}') });
  });

  it('Copy API URL copies the same question by GET', async () => {
    await show();
    assert.deepEqual(queryFromUrl(new URL(await copied('copyUrl')))?.query, query);
  });

  it('Copy as Code offers six languages, and says why one has none', async () => {
    await deps.tokens.set(deps.store.find(portalId)?.baseUrl ?? '', 'T0KEN');
    const rows: vscode.QuickPickItem[] = [];
    const answer = (label: string) => {
      const pick = createQuickPick<vscode.QuickPickItem>();
      const accepted = new vscode.EventEmitter<void>();
      Object.defineProperty(pick, 'onDidAccept', { value: accepted.event });
      pick.show = () => {
        rows.push(...pick.items);
        const chosen = pick.items.filter((row) => row.label.includes(label));
        Object.defineProperty(pick, 'selectedItems', { value: chosen });
        accepted.fire();
      };
      return pick;
    };
    await show();
    Object.assign(vscode.window, { createQuickPick: () => answer('Python (requests') });
    const code = await copied('copyAsCode');
    assert.match(code, /import requests[^]*DATASTORE_TOKEN/);
    assert.doesNotMatch(code, /T0KEN/);
    assert.equal(rows.length, 6);
    assert.match(rows.find(({ label }) => label.includes('DuckDB'))?.detail ?? '', /token/);
  });

  it('Copy Link above a query of a document has the default values of its parameters', async () => {
    const { baseUrl = '' } = deps.store.find(portalId) ?? {};
    const place = { base_url: baseUrl, resource_id: ID };
    const filters = { 'a&b': '${text}' };
    const queries = {
      whole: { ...place, filters, limit: 50, parameters: { text: { type: 'text', default: '100% & more=#1' } } },
      open: { ...place, filters, parameters: { text: { type: 'text' } } },
    };
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'links-'));
    const uri = vscode.Uri.file(path.join(folder, 'weekly.datastore.jsonc'));
    fs.writeFileSync(uri.fsPath, JSON.stringify({ queries }));
    await vscode.window.showTextDocument(uri);
    const shown: string[] = [];
    deps.failures.show = (_, error) => Promise.resolve(void shown.push(deps.failures.describe(error).message));
    const { showInformationMessage } = vscode.window;
    Object.assign(vscode.window, { showInformationMessage: () => Promise.resolve(undefined) });
    const text = await copied('copyLink', { document: uri.toString(), name: 'whole' });
    Object.assign(vscode.window, { showInformationMessage });
    assert.equal(await copied('copyLink', { document: uri.toString(), name: 'open' }), '');
    assert.match(shown.join(), /"text" has no value/);
    assert.deepEqual(await follow(text), query);
    fs.rmSync(folder, { recursive: true });
  });

  it('of a portal that is not listed asks nothing before people agree, by its host', async () => {
    const other = new FakeCkan({ resources: { [ID]: { name: 'Other', fields: FIELDS, rows: ROWS } } });
    const baseUrl = await other.listen();
    await show();
    const link = readLink(await copied('copyLink'));
    assert.ok(link !== undefined && 'kind' in link && link.kind === 'query' && link.place.kind === 'portal');
    const text = (await copied('copyLink')).replace(link.place.baseUrl, baseUrl);
    const asked: string[] = [];
    const answer = (yes: boolean) => ({
      showWarningMessage: (question: string, _: unknown, ...buttons: readonly vscode.MessageItem[]) => {
        asked.push(question);
        return Promise.resolve(yes ? buttons[0] : undefined);
      },
    });
    Object.assign(vscode.window, answer(false));
    await deps.links.handleUri(vscode.Uri.parse(text));
    assert.equal(asked.length, 1);
    assert.ok(asked[0]?.includes(new URL(baseUrl).host), asked[0]);
    assert.deepEqual(other.calls, []);
    Object.assign(vscode.window, answer(true));
    assert.deepEqual(await follow(text), query);
    assert.notDeepEqual(other.calls, []);
    await forgetEverything(deps);
    await other.close();
  });

  it('that is wrong is refused in words, and nothing is sent', async () => {
    const shown: string[] = [];
    deps.failures.show = (_, error) => Promise.resolve(void shown.push(deps.failures.describe(error).message));
    const head = `${vscode.env.uriScheme}://datastore-explorer.datastore-explorer`;
    for (const rest of ['/open', '/open?command=clearLocalData', '/clearLocalData', '/open?file=../x.csv'])
      await deps.links.handleUri(vscode.Uri.parse(head + rest));
    assert.equal(shown.length, 4);
    assert.equal(ckan.calls.length, 0);
  });
});
