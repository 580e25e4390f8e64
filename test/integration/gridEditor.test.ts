import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { LOCAL_PORTAL_ID } from '../../src/sources/local/localFile.ts';
import { until } from '../../tools/vscode/until.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { forgetEverything, handles, tabLabels } from './handles.ts';

const VIEW_TYPE = 'datastoreExplorer.grid';

describe('a file reopened as a grid', () => {
  let deps: Program;
  let folder: string;
  before(async () => {
    deps = await handles();
    await forgetEverything(deps);
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'editor-')));
  });
  afterEach(() => forgetEverything(deps));
  after(() => fs.rmSync(folder, { recursive: true }));

  const open = async (name: string, text: string): Promise<vscode.Uri> => {
    const uri = vscode.Uri.file(path.join(folder, name));
    fs.writeFileSync(uri.fsPath, text);
    await vscode.commands.executeCommand('vscode.openWith', uri, VIEW_TYPE);
    return uri;
  };
  const answered = () =>
    new Promise<unknown>((resolve) => {
      const listener = deps.panels.onDidAnswer(({ query }) => {
        listener.dispose();
        resolve(query);
      });
    });

  it('shows its records under its own name, without a question', async () => {
    const answer = answered();
    await open('cities.csv', 'city;people\nBern;134794\n');
    const { id } = await until(async () => (await deps.localFiles.resources())[0], 'it is read');
    assert.deepEqual(await answer, { resourceId: id });
    assert.deepEqual(tabLabels(), ['cities.csv']);
    assert.equal(deps.panels.active?.ref.portalId, LOCAL_PORTAL_ID);
  });

  it('is the panel of its resource: a run of the form is shown there', async () => {
    const answer = answered();
    await open('one.csv', 'a\n1\n2\n');
    await answer;
    const [resource] = await deps.localFiles.resources();
    assert.ok(resource);
    const next = answered();
    const query = { resourceId: resource.id, limit: 1 };
    await deps.panels.run(LOCAL_PORTAL_ID, query, new AbortController().signal);
    assert.deepEqual(await next, query);
    assert.deepEqual(tabLabels(), ['one.csv']);
  });

  it('says in the tab why it can not be read', async () => {
    await open('bad.csv', 'a,b\n1,2\n3,"4\n');
    const panel = await until(() => deps.panels.active, 'the panel is in front');
    await until(() => panel.controller.running.screen.state.kind !== 'idle', 'it was tried');
    // An import that hasn't begun and one that is over look the same, but only the latter lists the file.
    const listed = async () => (await deps.localFiles.resources()).map(({ name }) => name);
    await eventually(listed, ['bad.csv'], 'its row says why');
    assert.deepEqual(tabLabels(), ['bad.csv']);
  });
});
