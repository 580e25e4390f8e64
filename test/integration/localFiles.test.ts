import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import type { ResourceRef } from '../../src/platform/portal.ts';
import { LOCAL_PORTAL_ID } from '../../src/sources/local/localFile.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { until } from '../../tools/vscode/until.ts';
import { forgetEverything, handles, tabLabels } from './handles.ts';

const SETTING = 'datastoreExplorer.local.files';

describe('local files', () => {
  const signal = new AbortController().signal;
  let deps: Program;
  let folder: string;

  before(async () => {
    deps = await handles();
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'local-')));
  });
  beforeEach(() => forgetEverything(deps));
  afterEach(async () => {
    await vscode.workspace.getConfiguration().update(SETTING, undefined, true);
    await forgetEverything(deps);
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const csv = (name: string, text: string): string => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
  };
  const names = async (): Promise<readonly string[]> => (await deps.localFiles.resources()).map(({ name }) => name);
  const open = (...files: readonly string[]): Promise<ResourceRef | undefined> =>
    deps.localOpening.open(files.map((file) => vscode.Uri.file(file)));
  /** Requests records like a run, which asks for the fields anew. */
  const recordsOf = async (resourceId: string): Promise<string> => {
    await deps.localFiles.refresh(resourceId, signal);
    return shownRecords(resourceId);
  };
  /** Requests records like a panel that scrolls. */
  const shownRecords = async (resourceId: string): Promise<string> => {
    const client = await deps.directory.client({ portalId: LOCAL_PORTAL_ID, resourceId }, signal);
    const { rows } = await client.search({ resourceId }, undefined, signal);
    return JSON.stringify(rows);
  };

  it('of the sample are shown by one command', async () => {
    await vscode.commands.executeCommand('datastoreExplorer.exploreSample');
    await eventually(names, ['lessons.csv', 'stations.json']);
    await until(() => tabLabels().some((label) => label.startsWith('lessons.csv')), 'the records of the sample');
  });

  it('are read once they are opened, and again by a run when they have changed', async () => {
    const file = csv('a.csv', 'x\nold\n');
    const ref = await open(file);
    assert.ok(ref);
    assert.equal(await recordsOf(ref.resourceId), '[[1,"old"]]');
    csv('a.csv', 'x\nnewer\n');
    assert.equal(await shownRecords(ref.resourceId), '[[1,"old"]]');
    assert.equal(await recordsOf(ref.resourceId), '[[1,"newer"]]');
  });

  it('that vanish are served as they were last read', async () => {
    const file = csv('b.csv', 'x\nkept\n');
    const ref = await open(file);
    assert.ok(ref);
    fs.rmSync(file);
    assert.equal(await recordsOf(ref.resourceId), '[[1,"kept"]]');
  });

  it('whose data is gone from the disk are read again by a run', async () => {
    const ref = await open(csv('gone.csv', 'x\nagain\n'));
    assert.ok(ref);
    const { directory } = deps.localFiles;
    for (const name of fs.readdirSync(directory))
      if (name.startsWith(`${ref.resourceId}.`) && name.endsWith('.duckdb')) fs.rmSync(path.join(directory, name));
    assert.equal(await recordsOf(ref.resourceId), '[[1,"again"]]');
  });

  it('that the settings list are listed, and read when they are asked for', async () => {
    const file = csv('c.csv', 'x\n1\n');
    await vscode.workspace.getConfiguration().update(SETTING, [file], true);
    assert.deepEqual(await names(), ['c.csv']);
    const [listed] = await deps.localFiles.resources();
    assert.ok(listed);
    assert.equal(listed.records, undefined);
    assert.equal(await recordsOf(listed.id), '[[1,1]]');
    await deps.localFiles.remove(listed.id);
    assert.deepEqual(await names(), []);
    assert.deepEqual(vscode.workspace.getConfiguration().get(SETTING), []);
    assert.ok(fs.existsSync(file));
  });

  it('that the settings list and nobody can find are told', async () => {
    const file = path.join(folder, 'never.csv');
    await vscode.workspace.getConfiguration().update(SETTING, [file], true);
    const [listed] = await deps.localFiles.resources();
    assert.ok(listed);
    await assert.rejects(recordsOf(listed.id), { message: `${file} no longer exists.` });
  });

  it('that are no CSV say where, and what is kept', async () => {
    const file = csv('bad.csv', 'a,b\n1,2\n3,"4\n');
    await assert.rejects(open(file), {
      name: 'Problem',
      message: /bad\.csv.*line 3/,
      hint: "The file wasn't changed.",
    });
    assert.deepEqual(await names(), ['bad.csv']);
  });

  it('of an open folder are revealed in the Explorer: selected there, their folders opened', async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    const inside = path.join(workspace.uri.fsPath, 'closed', 'folder');
    fs.mkdirSync(inside, { recursive: true });
    const file = path.join(inside, 'revealed.csv');
    fs.writeFileSync(file, 'x\n1\n');
    const ref = await open(file);
    await vscode.commands.executeCommand('workbench.view.extension.datastoreExplorer');
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand('datastoreExplorer.revealInExplorer', ref);
    // Copies the path of what is selected in the Explorer while that has the focus.
    const copied = async () => {
      await vscode.commands.executeCommand('copyFilePath');
      return vscode.env.clipboard.readText();
    };
    await eventually(copied, file, 'the file is selected in the Explorer', 10_000);
    fs.rmSync(path.join(workspace.uri.fsPath, 'closed'), { recursive: true });
  });

  it('elsewhere than on this machine are refused', async () => {
    const uri = vscode.Uri.parse('vscode-vfs://github/o/r/a.csv');
    await assert.rejects(async () => deps.localOpening.open([uri]), { name: 'Problem' });
  });
});
