import * as vscode from 'vscode';
import type { Failures } from './platform/failures.ts';
import type { Log } from './platform/log.ts';
import { showMessage } from './platform/messages.ts';
import { Problem } from './platform/problem.ts';
import { withLateProgress } from './platform/progress.ts';
import { choose } from './platform/quickPick.ts';
import { LOCAL_PORTAL_ID, type PickedResource, type Portal, type ResourceRef } from './platform/portal.ts';
import { type FileToOpen, isFileToOpen } from './local/localFile.ts';
import type { LocalCopies } from './local/localCopies.ts';
import type { LocalFiles } from './local/localFiles.ts';
import type { LocalOpening } from './local/localOpening.ts';
import type { LocalRemoval } from './local/localRemoval.ts';
import type { AddPortal } from './portals/addPortal.ts';
import type { PortalCare } from './portals/portalCare.ts';
import type { PortalDirectory } from './portals/portalDirectory.ts';
import { pickPortal } from './portals/portalQuestions.ts';
import type { PortalStore } from './portals/portalStore.ts';
import type { ResourcePicker, Wanted } from './portals/resourcePicker.ts';
import { refOf, type ResourceTree } from './tree/resourceTree.ts';
import { showSkippedRecords } from './local/localNotices.ts';
import { removeToken } from './portals/tokenQuestions.ts';
import type { TokenStore } from './portals/tokenStore.ts';
import type { QueryForms } from './query/queryForms.ts';
import { JSON_EDITOR } from './records/export/exportChoice.ts';
import type { RecordsExport } from './records/export/recordsExport.ts';
import type { Exported } from './records/recordsPorts.ts';
import type { RecordsTabs } from './records/recordsTabs.ts';
import type { ReadingChoices } from './service/index.ts';
import { GRID_ACTIONS, type GridAction, type PanelCommandName } from './messages/gridActions.ts';

export interface CommandDeps {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly directory: PortalDirectory;
  readonly addPortal: AddPortal;
  readonly portalCare: PortalCare;
  readonly resourcePicker: ResourcePicker;
  readonly localFiles: LocalFiles;
  readonly localOpening: LocalOpening;
  readonly localRemoval: LocalRemoval;
  readonly copies: LocalCopies;
  readonly tree: ResourceTree;
  /** Takes the resource off the screen: out of panels and the form. */
  readonly closeResource: (ref: ResourceRef) => void;
  readonly forms: QueryForms;
  readonly panels: RecordsTabs;
  readonly recordsExport: RecordsExport;
  readonly failures: Failures;
  readonly log: Log;
}

/** The verb-noun part of every command that the manifest names. */
export type CommandName =
  | GridAction
  | PanelCommandName
  | 'addPortal'
  | 'addResource'
  | 'changeReading'
  | 'clearLocalData'
  | 'copyBaseUrl'
  | 'copyResourceId'
  | 'deleteLocalCopy'
  | 'editPortal'
  | 'exploreInDatastore'
  | 'exploreSample'
  | 'exportJson'
  | 'exportQuery'
  | 'exportRecords'
  | 'keepLocalCopy'
  | 'openLocalFile'
  | 'openLocalFolder'
  | 'openQueryForm'
  | 'openWebsite'
  | 'openWithoutUnreadable'
  | 'refresh'
  | 'refreshLocalCopy'
  | 'removePortal'
  | 'removeResource'
  | 'removeToken'
  | 'retry'
  | 'searchResource'
  | 'selectResource'
  | 'setToken'
  | 'showCopyChanges'
  | 'showLog'
  | 'showUnreadable'
  | 'testConnection';

/** `argument`: a node of the tree, or whatever another extension passed; `all`: from menus that take a selection. */
type Handler = (argument: unknown, all?: unknown) => unknown;

/** The only place that registers commands, and where their failures become one message. */
export function registerCommands(deps: CommandDeps): vscode.Disposable {
  const handlers = Object.entries(commandTable(deps));
  return vscode.Disposable.from(
    ...handlers.map(([name, run]) =>
      vscode.commands.registerCommand(
        `datastoreExplorer.${name}`,
        async (argument: unknown, all: unknown) => {
          try {
            await run(argument, all);
          } catch (error) {
            await deps.failures.show(name, error);
          }
        },
      ),
    ),
  );
}

function commandTable(deps: CommandDeps): Readonly<Record<CommandName, Handler>> {
  const { store, directory, addPortal, portalCare, resourcePicker, tree, forms, panels } = deps;
  const { localFiles, localOpening, localRemoval, copies } = deps;

  /** The resource that is meant, or the one that is picked. */
  const resource = async (
    argument: unknown,
    title: string,
    wanted?: Wanted,
  ): Promise<PickedResource | undefined> => {
    const { portalId, resourceId } = refOf(argument);
    if (portalId !== undefined && resourceId !== undefined) return { portalId, resourceId };
    return resourcePicker.pick(title, portalId === undefined ? wanted : { portalId });
  };
  const portal = async (argument: unknown, title: string): Promise<Portal | undefined> => {
    const { portalId } = refOf(argument);
    const known = portalId === undefined ? undefined : store.find(portalId);
    return known ?? pickPortal(title, store, addPortal);
  };
  const search = async (ref: PickedResource | undefined): Promise<void> => {
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
    (title: string, run: (ref: PickedResource) => unknown): Handler =>
    async (argument) => {
      const picked = await resource(argument, title);
      if (picked !== undefined) await run(picked);
    };

  const refresh = () => {
    tree.refresh();
    return withLateProgress(vscode.l10n.t('Looking up the names of resources'), (signal) =>
      portalCare.loadResourceNames(signal),
    );
  };
  /** The records of the panel in front, or those of a resource. */
  const exported = async (argument: unknown, title: string): Promise<Exported | undefined> => {
    if (panels.active !== undefined && refOf(argument).resourceId === undefined)
      return panels.active.controller.selecting.exported;
    const ref = await resource(argument, title);
    return ref && { portalId: ref.portalId, query: { resourceId: ref.resourceId } };
  };
  const selectedCells = async () => panels.active?.controller.selecting.latestCells();

  return {
    searchResource: async (argument) => search(await resource(argument, vscode.l10n.t('Search Resource'))),
    selectResource: withResource(vscode.l10n.t('Show in Query Form'), (ref) => forms.select(ref)),
    addPortal: async () => {
      const added = await addPortal.run();
      if (added === undefined) return;
      const { portal: home, resourceId, query } = added;
      await tree.reveal(home.id, resourceId);
      if (resourceId === undefined) await forms.offer(home.id);
      else await forms.select({ portalId: home.id, resourceId, ...(query && { query }) });
    },
    addResource: async (argument) => {
      const ref = await resourcePicker.add(undefined, refOf(argument).portalId);
      if (ref === undefined) return;
      await tree.reveal(ref.portalId, ref.resourceId);
      await forms.select(ref);
    },
    setToken: withPortal(vscode.l10n.t('Set API Token'), ({ id }) => directory.setToken(id)),
    removeToken: (argument) => removeToken(store, deps.tokens, refOf(argument).portalId),
    editPortal: withPortal(vscode.l10n.t('Edit Portal'), (picked) => portalCare.edit(picked)),
    removePortal: withPortal(vscode.l10n.t('Remove Portal'), (picked) => portalCare.remove(picked)),
    testConnection: withPortal(vscode.l10n.t('Test Connection'), (picked) => portalCare.test(picked)),
    removeResource: withResource(vscode.l10n.t('Remove from List'), async (ref) => {
      if (ref.portalId === LOCAL_PORTAL_ID) return localRemoval.remove(ref.resourceId);
      deps.closeResource(ref);
      return store.removeResource(ref);
    }),
    deleteLocalCopy: async (argument) => {
      const title = vscode.l10n.t('Delete Local Copy');
      const id = refOf(argument).resourceId ?? (await copyOf(deps, argument, title));
      if (id !== undefined) await localRemoval.remove(id);
    },
    refresh,
    retry: refresh,
    openWebsite: async (argument) => {
      const ref = refOf(argument);
      const picked = await portal(ref, vscode.l10n.t('Open on Portal Website'));
      if (picked !== undefined) await portalCare.openWebsite(picked, ref.resourceId);
    },
    copyResourceId: withResource(vscode.l10n.t('Copy Resource ID'), ({ resourceId }) =>
      vscode.env.clipboard.writeText(resourceId),
    ),
    copyBaseUrl: withPortal(vscode.l10n.t('Copy Base URL'), ({ baseUrl }) =>
      vscode.env.clipboard.writeText(baseUrl),
    ),
    openLocalFile: async () => search(await localOpening.chooseFiles()),
    openLocalFolder: async () => search(await localOpening.chooseFolder()),
    exploreInDatastore: async (argument, all) => {
      const uris = urisOf(argument, all);
      await search(await (uris.length > 0 ? localOpening.askAndOpen(uris) : localOpening.chooseFiles()));
    },
    exploreSample: async () => search(await localOpening.openSample()),
    changeReading: async (argument) => {
      const wanted = await fileToRead(deps, argument);
      if (wanted === undefined) return;
      const ref = await localOpening.changeReading(wanted);
      // A panel that shows the resource follows by itself.
      if (ref !== undefined && !panels.shows(ref)) await search(ref);
    },
    openWithoutUnreadable: async (argument) => {
      if (!isFileToOpen(argument)) return;
      const choices = { ...argument.choices, unreadable: 'skip' as const };
      await search(await localOpening.openAll([{ ...argument, choices }]));
    },
    showUnreadable: async (argument) => {
      const { resourceId } = refOf(argument);
      if (resourceId !== undefined) await showSkippedRecords(localFiles, resourceId);
    },
    keepLocalCopy: async (argument) => {
      const shown = panels.active?.ref;
      const isMeant =
        refOf(argument).resourceId === undefined && shown && directory.sourceOf(shown) === 'portal';
      const ref = await resource(isMeant ? shown : argument, vscode.l10n.t('Keep a Local Copy'), 'portals');
      const copy = ref && (await copies.keep(ref));
      if (copy !== undefined) await tree.reveal(LOCAL_PORTAL_ID, copy.id);
    },
    refreshLocalCopy: async (argument) => {
      const id = await copyOf(deps, argument, vscode.l10n.t('Refresh Local Copy'));
      if (id !== undefined) await copies.refresh(id);
    },
    showCopyChanges: async (argument) => {
      const id = await copyOf(deps, argument, vscode.l10n.t('Show Changes of Local Copy'));
      if (id !== undefined) await copies.showChanges(id);
    },
    clearLocalData: () => localRemoval.clear(),
    openQueryForm: () => forms.openInEditor(),
    exportJson: async (argument) => {
      const records = await exported(argument, vscode.l10n.t('Export Records to JSON Editor'));
      if (records !== undefined) await deps.recordsExport.run(records, JSON_EDITOR);
    },
    exportQuery: async () => deps.recordsExport.ask(await forms.asked()),
    exportRecords: async (argument) => {
      const records = await exported(argument, vscode.l10n.t('Export Records'));
      if (records !== undefined) await deps.recordsExport.ask(records);
    },
    copyCells: async () => (await selectedCells())?.copy('tsv', false),
    copyCellsWithHeader: async () => (await selectedCells())?.copy('tsv', true),
    copyCellsAs: async () => (await selectedCells())?.copyAs(),
    ...gridActions(panels),
    goBack: () => panels.active?.controller.exploring.goBack(),
    goForward: () => panels.active?.controller.exploring.goForward(),
    openRecordInEditor: () => panels.active?.controller.selecting.openCurrentRecord(),
    showSelectionAsText: async () => (await selectedCells())?.showAsText(),
    runAgain: () => panels.active?.controller.running.retry(),
    editQuery: () => panels.active?.controller.running.editQuery(),
    showLog: () => deps.log.show(),
  };
}

/** Each is done by the grid in front. */
function gridActions(panels: RecordsTabs): Readonly<Record<GridAction, Handler>> {
  const entries = (Object.keys(GRID_ACTIONS) as GridAction[]).map((action) => [
    action,
    () => panels.active?.controller.running.screen.perform(action),
  ]);
  return Object.fromEntries(entries) as Readonly<Record<GridAction, Handler>>;
}

/** The Explorer passes the file under the pointer, and the selection. */
function urisOf(argument: unknown, all: unknown): readonly vscode.Uri[] {
  const selection: readonly unknown[] = Array.isArray(all) && all.length > 0 ? all : [argument];
  return selection.filter((item) => item instanceof vscode.Uri);
}

/** Of the tree or the panel in front, or the one that is picked. */
async function copyOf(
  { copies, panels }: CommandDeps,
  argument: unknown,
  title: string,
): Promise<string | undefined> {
  const meant = refOf(argument).resourceId ?? panels.active?.ref.resourceId;
  const all = await copies.list();
  if (all.some(({ id }) => id === meant)) return meant;
  if (all.length === 0) {
    const how = vscode.l10n.t('Keep a Local Copy, in the menu of a portal’s resource, makes one.');
    void showMessage('information', `${vscode.l10n.t('There are no local copies yet.')} ${how}`);
    return undefined;
  }
  return choose({
    title,
    placeholder: vscode.l10n.t('Choose a local copy'),
    items: all.map(({ id, name, origin }) => ({
      label: name,
      description: origin.baseUrl,
      value: id,
    })),
  });
}

/** From a resource of the tree, of the panel in front, or a file that could not be read; or the one that is picked. */
async function fileToRead(deps: CommandDeps, argument: unknown): Promise<FileToOpen | undefined> {
  if (isFileToOpen(argument)) return argument;
  const { localFiles, resourcePicker, panels } = deps;
  const ref = refOf(argument).resourceId === undefined ? panels.active?.ref : refOf(argument);
  const meant =
    ref?.resourceId === undefined
      ? await resourcePicker.pick(vscode.l10n.t('Change How the File Is Read'), {
          portalId: LOCAL_PORTAL_ID,
        })
      : ref;
  if (meant?.resourceId === undefined) return undefined;
  const listed = await localFiles.find(meant.resourceId);
  if (listed === undefined || listed.file === '')
    throw new Problem(vscode.l10n.t('This resource does not come from a file of this machine.'));
  const choices: ReadingChoices = listed.read?.reading ?? {};
  const { part } = choices;
  return { file: listed.file, choices, ...(part !== undefined && { parts: [part] }) };
}
