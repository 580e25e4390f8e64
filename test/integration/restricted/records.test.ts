import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Program } from '../../../src/program.ts';
import { savedPanel } from '../../../src/records/savedPanel.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { until } from '../../../tools/vscode/until.ts';
import { cityPortal, forgetEverything, tabLabels } from '../handles.ts';

const resources = { r1: { name: 'Lessons', fields: [{ id: 'n', type: 'int4' }], rows: [[1]] } };

describe('in a folder that is not trusted', () => {
  const ckan = new FakeCkan({ resources });
  const signal = new AbortController().signal;
  let deps: Program;
  let portalId: string;

  before(async () => {
    ({ deps, portalId } = await cityPortal(ckan, { id: 'r1', name: 'Lessons' }));
  });
  after(async () => {
    await forgetEverything(deps);
    await ckan.close();
  });

  it('nobody was asked by starting', () => assert.deepEqual(ckan.calls, []));

  it('a panel of the last session asks nobody until somebody runs it again', async () => {
    const panel = vscode.window.createWebviewPanel('datastoreExplorer.records', 'Old', vscode.ViewColumn.One);
    await deps.panels.deserializeWebviewPanel(panel, { saved: savedPanel(portalId, { resourceId: 'r1' }) });
    const restored = await until(() => deps.panels.active, 'the panel is in front');
    assert.equal(panel.visible, true);
    assert.equal(restored.controller.running.screen.state.kind, 'idle');
    assert.deepEqual(ckan.calls, []);
    await vscode.commands.executeCommand('datastoreExplorer.runAgain');
    await until(() => ckan.calls.length === 1, 'the portal is asked');
  });

  it('a page of details of the last session asks nobody until people ask for it', async () => {
    ckan.calls.splice(0);
    const panel = vscode.window.createWebviewPanel('datastoreExplorer.details', 'Old', vscode.ViewColumn.One);
    await deps.details.deserializeWebviewPanel(panel, { portalId, resourceId: 'r1' });
    assert.equal(panel.title, 'Details: Lessons');
    assert.deepEqual(ckan.calls, []);
    await vscode.commands.executeCommand('datastoreExplorer.showDetails', { portalId, resourceId: 'r1' });
    await setTimeout(300);
    assert.deepEqual(ckan.calls, [], 'a page that is open comes to the front, no more');
    panel.dispose();
    await vscode.commands.executeCommand('datastoreExplorer.showDetails', { portalId, resourceId: 'r1' });
    await until(() => ckan.searches.length > 0, 'the portal is asked, to the end');
  });

  it('a portal can be searched', async () => {
    ckan.calls.splice(0);
    await deps.panels.run(portalId, { resourceId: 'r1' }, signal);
    assert.equal(ckan.calls.length, 1);
    assert.ok(tabLabels().length > 0);
  });

  it('no local file is opened, and no process started', async () => {
    await assert.rejects(() => deps.localOpening.open([vscode.Uri.file('/etc/hosts')]), {
      name: 'Problem',
      message: "Local files can't be opened in Restricted Mode.",
    });
    await assert.rejects(deps.localFiles.access(signal), { name: 'Problem' });
  });
});
