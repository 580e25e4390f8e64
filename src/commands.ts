import * as vscode from 'vscode';
import { defined } from './base/defined.ts';
import {
  type CommandCall,
  commandsAboveViews,
  datasetOf,
  foundIn,
  type Handler,
  isOfGoneRow,
  nameIn,
  refOf,
  titlesIn,
  withTarget,
} from './commands/call.ts';
import { sharingHandlers, openAsSql, placedQuery } from './commands/queryCommands.ts';
import { copyOf, detailsTarget, fileOf, fileToRead, listedFile } from './commands/targets.ts';
import type { CatalogPage } from './datastore/wire/address.ts';
import { setContext } from './platform/state/contextKeys.ts';
import { openAddress } from './platform/links.ts';
import { Problem } from './platform/problem.ts';
import { showMessage } from './platform/messages.ts';
import { revealFile } from './platform/revealFile.ts';
import { withLateProgress } from './platform/progress.ts';
import { translate } from './platform/windowLanguage.ts';
import type { PickedResource, Portal } from './platform/portal.ts';
import { type FindTarget, readFindTarget } from './find/findTarget.ts';
import { isFileToOpen, localRef } from './sources/local/localFile.ts';
import { readResourceFile } from './sources/local/resourceFile.ts';
import { writeSchemaFile } from './sources/local/schemaFile.ts';
import type { Added } from './sources/addPortal.ts';
import { pickPortal } from './sources/portalQuestions.ts';
import type { PickScope } from './sources/resourcePicker.ts';
import { branchOf } from './tree/catalog/catalogNode.ts';
import { DoubleClick } from './tree/doubleClick.ts';
import { TREE_WORDS } from './tree/treeWords.ts';
import { showSkippedRecords } from './sources/local/localNotices.ts';
import { showCapabilities } from './sources/web/portalCapabilities.ts';
import { reportToken } from './sources/web/tokenCheck.ts';
import { askTokenHeader } from './sources/web/tokenHeader.ts';
import { changeSqlUse } from './sources/web/sqlUse.ts';
import { removeToken } from './sources/web/tokenQuestions.ts';
import type { PlacedQuery } from './kept/placedQuery.ts';
import { verifyExport } from './records/export/exportVerification.ts';
import { JSON_EDITOR } from './records/export/exportChoice.ts';
import type { ExportRequest } from './records/recordsPorts.ts';
import type { OpenOptions, RecordsTabs } from './records/recordsTabs.ts';
import { GRID_ACTIONS, type GridAction, type PanelCommandName } from './messages/gridActions.ts';
import type { Program } from './program.ts';

/** The id of package.json's walkthrough, which contains the extension's own id. */
const WALKTHROUGH = 'datastore-explorer.datastore-explorer#firstSteps';

/** Registers all commands, and shows one message for a failure of any. */
export function registerCommands(program: Program, manifest: unknown): vscode.Disposable {
  const titles = titlesIn(manifest);
  const aboveViews = commandsAboveViews(manifest);
  const register = ([name, run]: [string, Handler]): vscode.Disposable => {
    const command = `datastoreExplorer.${name}`;
    const title = titles.get(command) ?? name;
    return vscode.commands.registerCommand(command, async (...args: unknown[]) => {
      const [argument, selection] = args;
      try {
        if (isOfGoneRow(command, args, aboveViews)) throw new Problem(translate(TREE_WORDS.rowGone));
        await program.focus.during(() => run({ argument, selection, ref: refOf(argument), title }));
      } catch (error) {
        await program.failures.show(name, error);
      }
    });
  };
  return vscode.Disposable.from(...Object.entries(commandTable(program)).map(register));
}

function commandTable(program: Program) {
  const { store, sources, directory, addPortal, portalActions, saved, resourcePicker, tree, forms, panels } = program;
  const { localFiles, localOpening, localRemoval, copies, fileDownloads } = program;

  const resource = async (
    { argument, ref, title }: CommandCall,
    scope?: PickScope,
  ): Promise<PickedResource | undefined> => {
    const { portalId, resourceId } = ref;
    if (portalId !== undefined && resourceId !== undefined) {
      const listing = foundIn(argument);
      if (listing !== undefined) await directory.remember({ portalId, resourceId }, listing);
      return { portalId, resourceId };
    }
    return resourcePicker.pick(title, portalId === undefined ? scope : { portalId });
  };
  const clicks = new DoubleClick();
  const openPanel = async (ref: PickedResource, opening?: OpenOptions): Promise<void> => {
    if (ref.query !== undefined) await forms.expect(ref.portalId, ref.query);
    await panels.open(ref, opening);
  };
  const open = async (ref: PickedResource | undefined, opening?: OpenOptions): Promise<void> => {
    if (ref === undefined) return;
    const from = tree.place;
    await openPanel(ref, opening);
    await tree.follow(ref, from);
  };
  const openOwn = async (ref: PickedResource | undefined): Promise<void> => {
    if (ref !== undefined) await setContext('hasOpenedFile', true);
    await open(ref);
  };
  const anyPortal = async ({ ref: { portalId }, title }: CommandCall, portals = store.portals) =>
    (portalId === undefined ? undefined : store.find(portalId)) ?? pickPortal(title, portals, addPortal);
  const withAnyPortal = (run: (portal: Portal, call: CommandCall) => unknown): Handler => withTarget(anyPortal, run);
  const isOnWeb = (portal: Portal): boolean => sources.of(portal).look.isOnWeb;
  /** Runs with a portal on the web, because others lack what these commands need. */
  const withPortal = (run: (portal: Portal, call: CommandCall) => unknown): Handler =>
    withTarget(
      (call) => anyPortal(call, store.portals.filter(isOnWeb)),
      (portal, call) => (isOnWeb(portal) ? run(portal, call) : undefined),
    );
  const showAdded = async (added: Added | undefined): Promise<void> => {
    if (added === undefined) return;
    const { portal: home, resourceId, query, page } = added;
    if (resourceId !== undefined) await openPanel({ portalId: home.id, resourceId, ...defined({ query }) });
    await tree.reveal(home.id, resourceId);
    if (resourceId === undefined) await forms.offer(home.id);
    addPortal.announce(added);
    if (page !== undefined) await open(await program.finder.find(targetOf(home, page)));
  };
  const withResource = (run: (ref: PickedResource) => unknown): Handler => withTarget((call) => resource(call), run);
  const withShown = (run: (ref: PickedResource, call: CommandCall) => unknown): Handler =>
    withTarget((call) => {
      const shown = call.ref.resourceId === undefined ? panels.active?.ref : undefined;
      const isMeant = shown !== undefined && directory.sourceOf(shown) === 'portal';
      return resource(isMeant ? { ...call, ref: shown } : call, 'portals');
    }, run);
  const withCopy = (run: (id: string) => unknown): Handler => withTarget((call) => copyOf(program, call), run);
  const withRecords = (run: (records: ExportRequest, call: CommandCall) => unknown): Handler =>
    withTarget(async (call) => {
      if (panels.active !== undefined && call.ref.resourceId === undefined)
        return panels.active.controller.selecting.exported();
      const ref = await resource(call);
      return ref && { portalId: ref.portalId, query: { resourceId: ref.resourceId } };
    }, run);
  const withQuery = (run: (placed: PlacedQuery) => unknown): Handler =>
    withTarget((call) => placedQuery(program, call, resource), run);
  const refresh = ({ argument }: CommandCall) => {
    tree.reload(argument);
    return withLateProgress(translate(TREE_WORDS.lookingUpNames), (signal) => portalActions.loadResourceNames(signal));
  };
  const copyText = async (text: string | undefined) => {
    if (text !== undefined) await vscode.env.clipboard.writeText(text);
  };
  const selectedCells = async () => panels.active?.controller.selecting.latestCells();

  return {
    searchResource: async (call) => {
      const ref = await resource(call);
      await open(ref, { isKept: ref !== undefined && clicks.isSecond(ref) });
    },
    openPastedQuery: async ({ title }) => {
      if (!(await program.links.openCopied())) await open(await resourcePicker.pasted(title));
    },
    openToSide: withResource((ref) => open(ref, { isBeside: true })),
    keepOpen: () => panels.active?.controller.running.keep(),
    selectResource: withResource((ref) => forms.select(ref)),
    revealInExplorer: withResource(async ({ resourceId }) => revealFile((await fileOf(localFiles, resourceId)).file)),
    addPortal: async () => showAdded(await addPortal.run()),
    addDatabase: async () => showAdded(await program.databaseActions.add('postgres')),
    addTrinoCatalog: async () => showAdded(await program.databaseActions.add('trino')),
    addResource: async (call) => {
      const ref = await resourcePicker.add(undefined, call.ref.portalId);
      if (ref === undefined) return;
      await openPanel(ref);
      await tree.reveal(ref.portalId, ref.resourceId);
    },
    findDataset: async ({ argument, ref: { portalId } }) => {
      const target = { ...readFindTarget(argument), ...defined({ portalId }) };
      await open(await program.finder.find(target));
    },
    setToken: withPortal(({ id }) => directory.setToken(id)),
    checkToken: withPortal((portal) => reportToken(program.portals, portal)),
    setTokenHeader: withPortal((portal) => askTokenHeader(portal, store)),
    removeToken: ({ ref }) => removeToken(store, program.tokens, ref.portalId),
    useSql: withPortal((portal) => changeSqlUse(portal, store)),
    enterPassword: withAnyPortal((portal) => program.databaseActions.enterPassword(portal)),
    editPortal: withAnyPortal((portal) => portalActions.edit(portal)),
    removePortal: withAnyPortal((portal) => portalActions.remove(portal)),
    testConnection: withAnyPortal((portal) => portalActions.test(portal)),
    showCapabilities: withPortal((portal) => showCapabilities(program.portals, portal)),
    removeResource: withResource((ref) => sources.ofId(ref.portalId).remove(ref)),
    saveResource: withShown(async (ref, call) => {
      await saved.save(ref, nameIn(call.argument));
      await tree.follow(ref);
    }),
    unsaveResource: withShown((ref) => saved.remove(ref)),
    openRecent: async ({ title }) => open(await saved.pickRecent(title)),
    removeRecent: withResource((ref) => saved.removeRecent(ref)),
    clearRecent: () => saved.clearRecent(),
    deleteLocalCopy: withTarget(
      async (call) => call.ref.resourceId ?? copyOf(program, call),
      (id) => localRemoval.remove(id),
    ),
    refresh,
    retry: (call) => (branchOf(call.argument) === undefined ? refresh(call) : tree.tryAgain(call.argument)),
    showDetails: withTarget(
      (call) => detailsTarget(program, call),
      (target) => program.details.show(target),
    ),
    showMore: ({ argument }) => tree.showMore(argument),
    openWebsite: async (call) => {
      const page = tree.pageOf(call.argument);
      if (page !== undefined) await openAddress(page);
      else await withPortal((portal, { ref }) => portalActions.openWebsite(portal, ref.resourceId))(call);
    },
    copyPageUrl: ({ argument }) => copyText(tree.pageOf(argument)),
    copyDatasetId: ({ argument }) => copyText(datasetOf(argument)),
    copyResourceId: ({ ref }) => copyText(ref.resourceId),
    copyBaseUrl: withAnyPortal(({ baseUrl }) => vscode.env.clipboard.writeText(baseUrl)),
    openLocalFile: async () => openOwn(await localOpening.chooseFiles()),
    openLocalFolder: async () => openOwn(await localOpening.chooseFolder()),
    exploreInDatastore: async (call) => {
      const uris = urisOf(call);
      await openOwn(await (uris.length > 0 ? localOpening.askAndOpen(uris, true) : localOpening.chooseFiles()));
    },
    exploreSample: async () => open(await localOpening.openSample()),
    changeReading: async (call) => {
      const file = await fileToRead(program, call);
      if (file === undefined) return;
      const ref = await localOpening.changeReading(file);
      // A panel with the resource updates by itself.
      if (ref !== undefined && !panels.shows(ref)) await open(ref);
    },
    writeSchemaFile: withTarget(
      (call) => listedFile(program, call),
      (listed) => writeSchemaFile(listed, localFiles, program.failures),
    ),
    openWithoutUnreadable: async ({ argument }) => {
      if (!isFileToOpen(argument)) return;
      const choices = { ...argument.choices, unreadable: 'skip' as const };
      await open(await localOpening.openOne({ ...argument, choices }));
    },
    showUnreadable: async ({ ref }) => {
      if (ref.resourceId !== undefined) await showSkippedRecords(localFiles.datastore, ref.resourceId);
    },
    cancelLoading: async ({ ref: { resourceId = '' } }) => {
      const cancelled = await localFiles.cancelImport(resourceId);
      // A panel with the resource shows this itself.
      const isSaid = panels.shows(localRef(resourceId));
      if (cancelled !== undefined && !isSaid) void showMessage('information', cancelled);
    },
    keepLocalCopy: withShown(async (ref) => {
      const copy = await copies.keep(ref);
      if (copy !== undefined) await tree.reveal(localFiles.portal.id, copy.id);
    }),
    openResourceFile: withShown(async (ref, { argument }) =>
      openOwn(await fileDownloads.open(readResourceFile(argument) ?? ref)),
    ),
    offerResourceFile: withShown(async (ref, { argument }) =>
      openOwn(await fileDownloads.offer(readResourceFile(argument) ?? ref)),
    ),
    refreshLocalCopy: withCopy((id) => copies.refresh(id)),
    showCopyChanges: withCopy((id) => copies.showChanges(id)),
    clearLocalData: () => localRemoval.clear(),
    openWalkthrough: () => vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false),
    openQueryForm: () => forms.openInEditor(),
    exportJson: withRecords((records) => program.recordsExport.run(records, JSON_EDITOR)),
    exportQuery: async () => program.recordsExport.ask(await forms.currentQuery()),
    exportRecords: withRecords((records) => program.recordsExport.ask(records)),
    openAsSql: withRecords((records) => openAsSql(program, records)),
    compare: withRecords(({ portalId, query }, { title }) => program.comparison.run({ portalId, query }, title)),
    verifyExport: () => verifyExport(program.savedExports),
    copyCells: async () => (await selectedCells())?.copy('tsv', false),
    copyCellsWithHeader: async () => (await selectedCells())?.copy('tsv', true),
    copyWithSource: () => panels.active?.controller.selecting.copyWithSource(),
    copyCellsAs: async () => (await selectedCells())?.copyAs(),
    ...gridActions(panels),
    toggleSummaries: () => program.settings.gridLook.toggleSummaries(),
    goBack: () => panels.active?.controller.exploring.goBack(),
    goForward: () => panels.active?.controller.exploring.goForward(),
    openRecordInEditor: () => panels.active?.controller.selecting.openCurrentRecord(),
    showSelectionAsText: async () => (await selectedCells())?.showAsText(),
    runAgain: () => panels.active?.controller.running.retry(),
    editQuery: () => panels.active?.controller.running.editQuery(),
    showHistory: async ({ title }) => open(await program.history.show(title)),
    runHistoryQuery: async ({ argument }) => open(await program.history.run(argument)),
    pinHistoryQuery: ({ argument }) => program.history.pin(argument),
    unpinHistoryQuery: ({ argument }) => program.history.pin(argument),
    nameHistoryQuery: ({ argument }) => program.history.name(argument),
    removeHistoryQuery: ({ argument }) => program.history.remove(argument),
    clearHistory: () => program.history.clear(),
    newSqlDocument: () => program.sql.create(),
    runStatement: ({ argument }) => program.sql.run(argument),
    cancelStatement: ({ argument }) => program.sql.cancel(argument),
    refreshSource: ({ argument }) => program.sql.refresh(argument),
    newQueryDocument: () => program.kept.saving.create(),
    runKeptQuery: ({ argument }) => program.kept.run(argument),
    editKeptQuery: ({ argument }) => program.kept.editInForm(argument),
    checkKeptQuery: ({ argument }) => program.kept.tests.check(argument),
    writeExpectations: ({ argument }) => program.kept.checks.write(argument),
    showUnexpectedRecords: ({ argument }) => program.kept.showUnexpected(argument),
    saveQuery: withQuery((placed) => program.kept.saving.save(placed)),
    addToDocument: withQuery((placed) => program.kept.saving.add(placed)),
    saveFormQuery: async () => program.kept.saving.save(await forms.currentQuery()),
    ...sharingHandlers(program, (call) => placedQuery(program, call, resource)),
    showLog: () => program.log.show(),
  } satisfies Readonly<Record<PanelCommandName, Handler>> & Readonly<Record<string, Handler>>;
}

function gridActions(panels: RecordsTabs): Readonly<Record<GridAction, Handler>> {
  const entries = (Object.keys(GRID_ACTIONS) as GridAction[]).map((action) => [
    action,
    () => panels.active?.controller.running.screen.tell((page) => page.perform(action)),
  ]);
  return Object.fromEntries(entries) as Readonly<Record<GridAction, Handler>>;
}

function targetOf({ id: portalId }: Portal, { kind, name }: CatalogPage): FindTarget {
  if (kind === 'dataset') return { portalId, dataset: name };
  return { portalId, within: { facet: kind === 'group' ? 'groups' : kind, name, title: name } };
}

/** The Explorer passes the file under the pointer, and the selection. */
function urisOf({ argument, selection }: CommandCall): readonly vscode.Uri[] {
  const all: readonly unknown[] = Array.isArray(selection) && selection.length > 0 ? selection : [argument];
  return all.filter((item) => item instanceof vscode.Uri);
}
