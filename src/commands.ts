import * as v from 'valibot';
import * as vscode from 'vscode';
import { optionalMember, readStored, storedList, storedObject } from './base/stored.ts';
import { setContext } from './platform/contextKeys.ts';
import type { Failures } from './platform/failures.ts';
import type { Log } from './platform/log.ts';
import { showMessage } from './platform/messages.ts';
import { Problem } from './platform/problem.ts';
import { withLateProgress } from './platform/progress.ts';
import { choose } from './platform/quickPick.ts';
import { translate } from './platform/windowLanguage.ts';
import { LOCAL_PORTAL_ID, type PickedResource, type Portal, type ResourceRef } from './platform/portal.ts';
import { type FileToOpen, isFileToOpen } from './local/localFile.ts';
import type { LocalCopies } from './local/localCopies.ts';
import type { ListedFile, LocalFiles } from './local/localFiles.ts';
import type { LocalOpening } from './local/localOpening.ts';
import type { LocalRemoval } from './local/localRemoval.ts';
import { writeSchemaFile } from './local/schemaFile.ts';
import type { AddPortal } from './portals/addPortal.ts';
import type { PortalActions } from './portals/portalActions.ts';
import type { PortalDirectory } from './portals/portalDirectory.ts';
import { pickPortal } from './portals/portalQuestions.ts';
import type { PortalStore } from './portals/portalStore.ts';
import type { ResourcePicker, Wanted } from './portals/resourcePicker.ts';
import { DoubleClick } from './tree/doubleClick.ts';
import { revealFile } from './tree/revealFile.ts';
import { TREE_WORDS } from './tree/treeWords.ts';
import type { ResourceTree } from './tree/resourceTree.ts';
import { showSkippedRecords } from './local/localNotices.ts';
import { removeToken } from './portals/tokenQuestions.ts';
import type { TokenStore } from './portals/tokenStore.ts';
import type { QueryForms } from './query/queryForms.ts';
import { JSON_EDITOR } from './records/export/exportChoice.ts';
import type { RecordsExport } from './records/export/recordsExport.ts';
import type { Exported } from './records/recordsPorts.ts';
import type { Opening, RecordsTabs } from './records/recordsTabs.ts';
import type { Settings } from './platform/settings.ts';
import type { ReadingChoices } from './service/index.ts';
import { GRID_ACTIONS, type GridAction, type PanelCommandName } from './messages/gridActions.ts';

export interface CommandDeps {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly directory: PortalDirectory;
  readonly addPortal: AddPortal;
  readonly portalActions: PortalActions;
  readonly resourcePicker: ResourcePicker;
  readonly localFiles: LocalFiles;
  readonly localOpening: LocalOpening;
  readonly localRemoval: LocalRemoval;
  readonly copies: LocalCopies;
  readonly tree: ResourceTree;
  readonly forms: QueryForms;
  readonly panels: RecordsTabs;
  readonly recordsExport: RecordsExport;
  readonly settings: Pick<Settings, 'gridLook'>;
  readonly failures: Failures;
  readonly log: Log;
}

/** How a command was called. */
interface Call {
  /** A node of the tree, or what another extension passed. */
  readonly argument: unknown;
  /** From menus that take a selection. */
  readonly selection: unknown;
  /** What the argument names. */
  readonly ref: Partial<ResourceRef>;
  /** The command's own, for the questions that it asks. */
  readonly title: string;
}

type Handler = (call: Call) => unknown;

/** The walkthrough of package.json, by the extension's fixed name. */
const WALKTHROUGH = 'datastore-explorer.datastore-explorer#firstSteps';

/** The only place that registers commands, and where their failures become one message. */
export function registerCommands(deps: CommandDeps, manifest: unknown): vscode.Disposable {
  const titles = titlesIn(manifest);
  const register = ([name, run]: [string, Handler]): vscode.Disposable => {
    const command = `datastoreExplorer.${name}`;
    const title = titles.get(command) ?? name;
    return vscode.commands.registerCommand(command, async (argument: unknown, selection: unknown) => {
      try {
        await run({ argument, selection, ref: refOf(argument), title });
      } catch (error) {
        await deps.failures.show(name, error);
      }
    });
  };
  return vscode.Disposable.from(...Object.entries(commandTable(deps)).map(register));
}

const manifestTitles = v.object({
  contributes: v.object({
    commands: storedList(
      v.object({
        command: v.string(),
        // VS Code adds the English title to a translated one.
        title: v.union([
          v.string(),
          v.pipe(
            v.object({ value: v.string() }),
            v.transform(({ value }) => value),
          ),
        ]),
      }),
    ),
  }),
});

/** The titles of our commands, in the language of the window, without what says that they ask for more. */
function titlesIn(manifest: unknown): ReadonlyMap<string, string> {
  const commands = readStored(manifestTitles, manifest)?.contributes.commands ?? [];
  return new Map(commands.map(({ command, title }) => [command, title.replace(/…$/, '')]));
}

const id = v.pipe(
  v.object({ id: v.string() }),
  v.transform((named) => named.id),
);
const target = storedObject({
  portalId: optionalMember(v.string()),
  resourceId: optionalMember(v.string()),
  portal: optionalMember(id),
  resource: optionalMember(id),
});

/** What a command gets from the tree, from a click, or from another extension: checked before it is used (docs/security.md 20). */
function refOf(argument: unknown): Partial<ResourceRef> {
  const { portal, resource, ...ref } = readStored(target, argument) ?? {};
  return {
    ...(portal !== undefined && { portalId: portal }),
    ...(resource !== undefined && { resourceId: resource }),
    ...ref,
  };
}

function commandTable(deps: CommandDeps) {
  const { store, directory, addPortal, portalActions, resourcePicker, tree, forms, panels } = deps;
  const { localFiles, localOpening, localRemoval, copies } = deps;

  /** The resource that is meant, or the one that is picked. */
  const resource = async ({ ref, title }: Call, wanted?: Wanted): Promise<PickedResource | undefined> => {
    const { portalId, resourceId } = ref;
    if (portalId !== undefined && resourceId !== undefined) return { portalId, resourceId };
    return resourcePicker.pick(title, portalId === undefined ? wanted : { portalId });
  };
  const clicks = new DoubleClick();
  const open = async (ref: PickedResource | undefined, opening?: Opening): Promise<void> => {
    if (ref === undefined) return;
    await panels.open(ref, opening);
    await tree.follow(ref);
  };
  /** A file that people chose themselves. */
  const openOwn = async (ref: PickedResource | undefined): Promise<void> => {
    if (ref !== undefined) await setContext('hasOpenedFile', true);
    await open(ref);
  };
  const withPortal =
    (run: (portal: Portal, call: Call) => unknown): Handler =>
    async (call) => {
      const known = call.ref.portalId === undefined ? undefined : store.find(call.ref.portalId);
      const portal = known ?? (await pickPortal(call.title, store, addPortal));
      if (portal !== undefined) await run(portal, call);
    };
  const withResource =
    (run: (ref: PickedResource) => unknown): Handler =>
    async (call) => {
      const ref = await resource(call);
      if (ref !== undefined) await run(ref);
    };
  const withCopy =
    (run: (id: string) => unknown): Handler =>
    async (call) => {
      const id = await copyOf(deps, call);
      if (id !== undefined) await run(id);
    };
  /** For the records of the panel in front, or those of a resource. */
  const withRecords =
    (run: (records: Exported) => unknown): Handler =>
    async (call) => {
      const isShown = panels.active !== undefined && call.ref.resourceId === undefined;
      const ref = isShown ? undefined : await resource(call);
      const records = isShown
        ? panels.active.controller.selecting.exported
        : ref && { portalId: ref.portalId, query: { resourceId: ref.resourceId } };
      if (records !== undefined) await run(records);
    };
  const refresh = () => {
    tree.refresh();
    return withLateProgress(translate(TREE_WORDS.lookingUpNames), (signal) =>
      portalActions.loadResourceNames(signal),
    );
  };
  const selectedCells = async () => panels.active?.controller.selecting.latestCells();

  return {
    searchResource: async (call) => {
      const ref = await resource(call);
      await open(ref, { isKept: ref !== undefined && clicks.isSecond(ref) });
    },
    openToSide: withResource((ref) => open(ref, { isBeside: true })),
    keepOpen: () => panels.active?.controller.running.keep(),
    selectResource: withResource((ref) => forms.select(ref)),
    revealInExplorer: withResource(async ({ resourceId }) =>
      revealFile((await fileOf(localFiles, resourceId)).file),
    ),
    addPortal: async () => {
      const added = await addPortal.run();
      if (added === undefined) return;
      const { portal: home, resourceId, query } = added;
      if (resourceId !== undefined)
        await panels.open({ portalId: home.id, resourceId, ...(query && { query }) });
      await tree.reveal(home.id, resourceId);
      if (resourceId === undefined) await forms.offer(home.id);
    },
    addResource: async (call) => {
      const ref = await resourcePicker.add(undefined, call.ref.portalId);
      if (ref === undefined) return;
      await panels.open(ref);
      await tree.reveal(ref.portalId, ref.resourceId);
    },
    setToken: withPortal(({ id }) => directory.setToken(id)),
    removeToken: ({ ref }) => removeToken(store, deps.tokens, ref.portalId),
    editPortal: withPortal((portal) => portalActions.edit(portal)),
    removePortal: withPortal((portal) => portalActions.remove(portal)),
    testConnection: withPortal((portal) => portalActions.test(portal)),
    removeResource: withResource(async (ref) => {
      if (ref.portalId === LOCAL_PORTAL_ID) return localRemoval.remove(ref.resourceId);
      return portalActions.removeResource(ref);
    }),
    deleteLocalCopy: withCopy((id) => localRemoval.remove(id)),
    refresh,
    retry: refresh,
    openWebsite: withPortal((portal, { ref }) => portalActions.openWebsite(portal, ref.resourceId)),
    copyResourceId: withResource(({ resourceId }) => vscode.env.clipboard.writeText(resourceId)),
    copyBaseUrl: withPortal(({ baseUrl }) => vscode.env.clipboard.writeText(baseUrl)),
    openLocalFile: async () => openOwn(await localOpening.chooseFiles()),
    openLocalFolder: async () => openOwn(await localOpening.chooseFolder()),
    exploreInDatastore: async (call) => {
      const uris = urisOf(call);
      await openOwn(await (uris.length > 0 ? localOpening.askAndOpen(uris) : localOpening.chooseFiles()));
    },
    exploreSample: async () => open(await localOpening.openSample()),
    changeReading: async (call) => {
      const wanted = await fileToRead(deps, call);
      if (wanted === undefined) return;
      const ref = await localOpening.changeReading(wanted);
      // A panel that shows the resource follows by itself.
      if (ref !== undefined && !panels.shows(ref)) await open(ref);
    },
    writeSchemaFile: async (call) => {
      const listed = await listedFile(deps, call);
      if (listed !== undefined) await writeSchemaFile(listed, localFiles, deps.failures);
    },
    openWithoutUnreadable: async ({ argument }) => {
      if (!isFileToOpen(argument)) return;
      const choices = { ...argument.choices, unreadable: 'skip' as const };
      await open(await localOpening.openOne({ ...argument, choices }));
    },
    showUnreadable: async ({ ref }) => {
      if (ref.resourceId !== undefined) await showSkippedRecords(localFiles, ref.resourceId);
    },
    cancelLoading: async ({ ref: { resourceId = '' } }) => {
      const cancelled = await localFiles.cancelImport(resourceId);
      // A panel of it says so itself.
      const isSaid = panels.shows({ portalId: LOCAL_PORTAL_ID, resourceId });
      if (cancelled !== undefined && !isSaid) void showMessage('information', cancelled);
    },
    keepLocalCopy: async (call) => {
      const shown = panels.active?.ref;
      const isMeant = call.ref.resourceId === undefined && shown && directory.sourceOf(shown) === 'portal';
      const ref = await resource(isMeant ? { ...call, ref: shown } : call, 'portals');
      const copy = ref && (await copies.keep(ref));
      if (copy !== undefined) await tree.reveal(LOCAL_PORTAL_ID, copy.id);
    },
    refreshLocalCopy: withCopy((id) => copies.refresh(id)),
    showCopyChanges: withCopy((id) => copies.showChanges(id)),
    clearLocalData: () => localRemoval.clear(),
    openWalkthrough: () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false),
    openQueryForm: () => forms.openInEditor(),
    exportJson: withRecords((records) => deps.recordsExport.run(records, JSON_EDITOR)),
    exportQuery: async () => deps.recordsExport.ask(await forms.asked()),
    exportRecords: withRecords((records) => deps.recordsExport.ask(records)),
    copyCells: async () => (await selectedCells())?.copy('tsv', false),
    copyCellsWithHeader: async () => (await selectedCells())?.copy('tsv', true),
    copyCellsAs: async () => (await selectedCells())?.copyAs(),
    ...gridActions(panels),
    toggleSummaries: () => deps.settings.gridLook.toggleSummaries(),
    goBack: () => panels.active?.controller.exploring.goBack(),
    goForward: () => panels.active?.controller.exploring.goForward(),
    openRecordInEditor: () => panels.active?.controller.selecting.openCurrentRecord(),
    showSelectionAsText: async () => (await selectedCells())?.showAsText(),
    runAgain: () => panels.active?.controller.running.retry(),
    editQuery: () => panels.active?.controller.running.editQuery(),
    showLog: () => deps.log.show(),
  } satisfies Readonly<Record<PanelCommandName, Handler>> & Readonly<Record<string, Handler>>;
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
function urisOf({ argument, selection }: Call): readonly vscode.Uri[] {
  const all: readonly unknown[] = Array.isArray(selection) && selection.length > 0 ? selection : [argument];
  return all.filter((item) => item instanceof vscode.Uri);
}

/** Of the tree or the panel in front, or the one that is picked. */
async function copyOf({ copies, panels }: CommandDeps, { ref, title }: Call): Promise<string | undefined> {
  const meant = ref.resourceId ?? panels.active?.ref.resourceId;
  const all = await copies.list();
  if (all.some(({ id }) => id === meant)) return meant;
  if (all.length > 0)
    return choose({
      title,
      placeholder: translate(TREE_WORDS.selectLocalCopy),
      items: all.map(({ id, name, origin }) => ({ label: name, description: origin.baseUrl, value: id })),
    });
  void showMessage('information', translate(TREE_WORDS.noLocalCopies));
  return undefined;
}

/** From a resource of the tree, of the panel in front, or a file that could not be read; or the one that is picked. */
async function fileToRead(deps: CommandDeps, call: Call): Promise<FileToOpen | undefined> {
  if (isFileToOpen(call.argument)) return call.argument;
  const listed = await listedFile(deps, call);
  if (listed === undefined) return undefined;
  const choices: ReadingChoices = listed.read?.reading ?? {};
  const { part } = choices;
  return { file: listed.file, choices, ...(part !== undefined && { parts: [part] }) };
}

/** Of a resource of the tree, of the panel in front, or the one that is picked. Throws Problem for one without a file. */
async function listedFile(
  { localFiles, resourcePicker, panels }: CommandDeps,
  { ref, title }: Call,
): Promise<ListedFile | undefined> {
  const meant = ref.resourceId ?? panels.active?.ref.resourceId;
  const resourceId = meant ?? (await resourcePicker.pick(title, { portalId: LOCAL_PORTAL_ID }))?.resourceId;
  return resourceId === undefined ? undefined : fileOf(localFiles, resourceId);
}

/** Throws Problem for a resource that has none. */
async function fileOf(localFiles: LocalFiles, resourceId: string): Promise<ListedFile> {
  const listed = await localFiles.find(resourceId);
  if (listed === undefined || listed.file === '') throw new Problem(translate(TREE_WORDS.notFromFile));
  return listed;
}
