import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import type { PortalResource } from '../../src/platform/portal.ts';
import type { RecordsController } from '../../src/records/recordsController.ts';
import type { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { until } from '../../tools/vscode/until.ts';

/** The objects of the running extension, which it exposes only to tests. */
export async function handles(): Promise<Program> {
  const extension = vscode.extensions.getExtension<Program>('datastore-explorer.datastore-explorer');
  assert.ok(extension);
  return extension.activate();
}

/** The portal City with these resources, which nothing stands beside. */
export async function cityPortal(
  ckan: FakeCkan,
  ...resources: readonly PortalResource[]
): Promise<{ readonly deps: Program; readonly portalId: string }> {
  const deps = await handles();
  await forgetEverything(deps);
  const { id: portalId } = await deps.store.add('City', await ckan.listen());
  for (const resource of resources) await deps.store.putResource(portalId, resource);
  return { deps, portalId };
}

/** Removes what a test has added. */
export async function forgetEverything(program: Program): Promise<void> {
  const { store, tokens, localFiles } = program;
  await closeEditors();
  for (const portal of store.portals) {
    await tokens.remove(portal.baseUrl);
    await store.remove(portal.id);
  }
  for (const { id } of await localFiles.resources()) await localFiles.remove(id);
  await forgetQueries(program);
}

/**
 * Closes all editors, and waits until no tab is left. An unsaved one is reverted first, because VS Code would ask about
 * it, and keeps it open where tests refuse dialogs.
 */
export async function closeEditors(): Promise<void> {
  for (const { isDirty, input } of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    if (!isDirty || !(input instanceof vscode.TabInputText)) continue;
    await vscode.window.showTextDocument(input.uri);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await eventually(tabLabels, [], 'no tab is left');
}

/** Removes all queries from the history, without the offers to undo that. */
export async function forgetQueries({ history, failures }: Program): Promise<void> {
  failures.offer = () => undefined;
  for (const entry of await history.entries()) await history.remove(entry);
  Reflect.deleteProperty(failures, 'offer');
}

/** The grid has told what is selected in it: what a test says is selected stays then. */
export async function hasTold({ selecting }: RecordsController): Promise<void> {
  await until(async () => (await selecting.latestCells()).row !== undefined, 'the grid has told what is selected');
}

export function tabLabels(): readonly string[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
}
