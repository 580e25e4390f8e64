import * as vscode from 'vscode';
import type { Failures } from './platform/failures.ts';
import type { Log } from './platform/log.ts';
import type { ResourceRef } from './platform/resourceRef.ts';
import type { LocalFiles } from './portals/localFiles.ts';
import { LOCAL_PORTAL_ID, type Portal } from './portals/portal.ts';
import type { PortalDirectory } from './portals/portalDirectory.ts';
import type { PortalFlows } from './portals/portalFlows.ts';
import type { PortalStore } from './portals/portalStore.ts';
import { refOf, type ResourceTree } from './portals/resourceTree.ts';
import type { TokenStore } from './portals/tokenStore.ts';
import type { QueryForms } from './query/queryForms.ts';
import type { JsonExport } from './records/jsonExport.ts';
import type { RecordsPanels } from './records/recordsPanels.ts';

export interface CommandDeps {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly localFiles: LocalFiles;
  readonly directory: PortalDirectory;
  readonly tree: ResourceTree;
  readonly flows: PortalFlows;
  readonly forms: QueryForms;
  readonly panels: RecordsPanels;
  readonly jsonExport: JsonExport;
  readonly failures: Failures;
  readonly log: Log;
}

/** The verb-noun part of every command that the manifest names. */
export type CommandName =
  | 'addPortal'
  | 'addResource'
  | 'copyBaseUrl'
  | 'copyResourceId'
  | 'editPortal'
  | 'editQuery'
  | 'exploreSample'
  | 'exportJson'
  | 'openLocalFile'
  | 'openQueryForm'
  | 'openWebsite'
  | 'refresh'
  | 'removePortal'
  | 'removeResource'
  | 'removeToken'
  | 'retry'
  | 'runAgain'
  | 'searchResource'
  | 'selectResource'
  | 'setToken'
  | 'showLog'
  | 'testConnection';

/** `argument`: a node of the tree, or whatever another extension passed. */
type Handler = (argument: unknown) => unknown;

/** The only place that registers commands, and where their failures become one message. */
export function registerCommands(deps: CommandDeps): vscode.Disposable {
  const handlers = Object.entries(commandTable(deps));
  return vscode.Disposable.from(
    ...handlers.map(([name, run]) =>
      vscode.commands.registerCommand(`datastoreExplorer.${name}`, async (argument: unknown) => {
        try {
          await run(argument);
        } catch (error) {
          await deps.failures.tell(name, error);
        }
      }),
    ),
  );
}

function commandTable(deps: CommandDeps): Readonly<Record<CommandName, Handler>> {
  const { store, localFiles, directory, tree, forms, panels, flows } = deps;

  /** The resource that is meant, or the one that is picked. */
  const resource = async (argument: unknown, title: string): Promise<ResourceRef | undefined> => {
    const { portalId, resourceId } = refOf(argument);
    if (portalId !== undefined && resourceId !== undefined) return { portalId, resourceId };
    return flows.resourcePicker.pick(title, portalId);
  };
  const portal = async (argument: unknown, title: string): Promise<Portal | undefined> => {
    const { portalId } = refOf(argument);
    const known = portalId === undefined ? undefined : store.find(portalId);
    return known ?? flows.portalPicker.pick(title);
  };
  const search = async (ref: ResourceRef | undefined): Promise<void> => {
    if (ref === undefined) return;
    // One after the other: VS Code finds no row in a tree that it is just asking for anew.
    await tree.reveal(ref.portalId, ref.resourceId);
    await forms.search(ref);
  };
  const withPortal =
    (title: string, run: (portal: Portal) => unknown): Handler =>
    async (argument) => {
      const picked = await portal(argument, title);
      if (picked !== undefined) await run(picked);
    };
  const withResource =
    (title: string, run: (ref: ResourceRef) => unknown): Handler =>
    async (argument) => {
      const picked = await resource(argument, title);
      if (picked !== undefined) await run(picked);
    };

  return {
    searchResource: async (argument) => search(await resource(argument, vscode.l10n.t('Search Resource'))),
    selectResource: withResource(vscode.l10n.t('Show in Query Form'), (ref) => forms.select(ref)),
    addPortal: async () => {
      const added = await flows.addPortal.run();
      if (added === undefined) return;
      const { portal: home, resourceId } = added;
      await tree.reveal(home.id, resourceId);
      if (resourceId === undefined) await forms.offer(home.id);
      else await forms.select({ portalId: home.id, resourceId });
    },
    addResource: async (argument) => {
      const ref = await flows.resourcePicker.add(undefined, refOf(argument).portalId);
      if (ref === undefined) return;
      await tree.reveal(ref.portalId, ref.resourceId);
      await forms.select(ref);
    },
    setToken: withPortal(vscode.l10n.t('Set API Token'), ({ id }) => directory.setToken(id)),
    removeToken: async (argument) => removeToken(deps, await tokenOwner(deps, refOf(argument).portalId)),
    editPortal: withPortal(vscode.l10n.t('Edit Portal'), (picked) => flows.care.edit(picked)),
    removePortal: withPortal(vscode.l10n.t('Remove Portal'), (picked) => flows.care.remove(picked)),
    testConnection: withPortal(vscode.l10n.t('Test Connection'), (picked) => flows.care.test(picked)),
    removeResource: withResource(vscode.l10n.t('Remove Resource'), async (ref) => {
      panels.closeResource(ref);
      forms.forget(ref);
      if (ref.portalId === LOCAL_PORTAL_ID) await localFiles.remove(ref.resourceId);
      else await store.removeResource(ref);
    }),
    refresh: () => {
      tree.refresh();
      const view = { location: { viewId: 'datastoreExplorer.resources' } };
      return vscode.window.withProgress(view, () => flows.names.look(new AbortController().signal));
    },
    retry: () => tree.refresh(),
    openWebsite: async (argument) => {
      const ref = refOf(argument);
      const picked = await portal(ref, vscode.l10n.t('Open on Portal Website'));
      if (picked !== undefined) await flows.website.open(picked, ref.resourceId);
    },
    copyResourceId: withResource(vscode.l10n.t('Copy Resource ID'), ({ resourceId }) =>
      vscode.env.clipboard.writeText(resourceId),
    ),
    copyBaseUrl: withPortal(vscode.l10n.t('Copy Base URL'), ({ baseUrl }) =>
      vscode.env.clipboard.writeText(baseUrl),
    ),
    openLocalFile: async () => search(await localFiles.choose()),
    exploreSample: async () => search(await localFiles.openSample()),
    openQueryForm: () => forms.openInEditor(),
    exportJson: async (argument) => {
      const { active } = panels;
      if (active !== undefined && refOf(argument).resourceId === undefined)
        return active.controller.exportJson();
      const ref = await resource(argument, vscode.l10n.t('Export Records to JSON Editor'));
      if (ref !== undefined) await deps.jsonExport.run(ref.portalId, { resourceId: ref.resourceId });
    },
    runAgain: () => panels.active?.controller.retry(),
    editQuery: () => panels.active?.controller.editQuery(),
    showLog: () => deps.log.show(),
  };
}

async function tokenOwner(deps: CommandDeps, portalId: string | undefined): Promise<Portal | undefined> {
  const known = portalId === undefined ? undefined : deps.store.find(portalId);
  if (known !== undefined) return known;
  const all = await Promise.all(
    deps.store.portals.map(async (portal) => ((await deps.tokens.has(portal.baseUrl)) ? [portal] : [])),
  );
  const owners = all.flat();
  if (owners.length > 0) return deps.flows.portalPicker.pick(vscode.l10n.t('Remove API Token'), owners);
  void vscode.window.showInformationMessage(vscode.l10n.t('No portal has an API token.'));
  return undefined;
}

async function removeToken({ tokens }: CommandDeps, portal: Portal | undefined): Promise<void> {
  if (portal === undefined) return;
  await tokens.remove(portal.baseUrl);
  const { origin } = new URL(portal.baseUrl);
  void vscode.window.showInformationMessage(vscode.l10n.t('The API token for {0} was removed.', origin));
}
