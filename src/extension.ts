import { join } from 'node:path';
import * as vscode from 'vscode';
import { type CommandDeps, registerCommands } from './commands.ts';
import { Exchange } from './http/exchange.ts';
import { DisposableStore } from './platform/disposables.ts';
import { Failures } from './platform/failures.ts';
import { processProblem } from './platform/processProblem.ts';
import { GlobalState } from './platform/globalState.ts';
import { HostTransport } from './platform/hostTransport.ts';
import { reportInterrupted, startAgain } from './platform/interruptedTasks.ts';
import { Log } from './platform/log.ts';
import { ReadOnlyTexts } from './platform/textPlaces.ts';
import { Settings } from './platform/settings.ts';
import { type Portal, type ResourceRef, sameResource } from './platform/portal.ts';
import { UnfinishedTasks } from './platform/unfinishedTasks.ts';
import { Finder } from './find/finder.ts';
import { isFileToOpen } from './sources/local/localFile.ts';
import { fileDetails } from './sources/local/fileDetails.ts';
import { DownloadedFiles } from './sources/local/downloadedFiles.ts';
import { FileDownloads } from './sources/local/fileDownloads.ts';
import { LocalCopies } from './sources/local/localCopies.ts';
import { LocalFiles } from './sources/local/localFiles.ts';
import { LocalImports } from './sources/local/localImports.ts';
import { LocalOpening } from './sources/local/localOpening.ts';
import { LocalPortal } from './sources/local/localPortal.ts';
import { LocalRemoval } from './sources/local/localRemoval.ts';
import { DatabaseServer, EmbeddedDatastore, type ProcessEnded } from './service/index.ts';
import { DatabaseActions } from './sources/databases/databaseActions.ts';
import { DatabasePortal } from './sources/databases/databasePortal.ts';
import { DatabaseServers } from './sources/databases/databaseServers.ts';
import { PasswordStore } from './sources/databases/passwordStore.ts';
import { AddPortal } from './sources/addPortal.ts';
import { AddResource } from './sources/addResource.ts';
import { OpenedResources } from './sources/openedResources.ts';
import { PortalActions } from './sources/portalActions.ts';
import { PortalCapabilities } from './sources/web/portalCapabilities.ts';
import { DialectStore } from './sources/dialectStore.ts';
import { readKnownPortals } from './sources/web/knownPortals.ts';
import { PortalClients } from './sources/portalClients.ts';
import { PortalDirectory } from './sources/portalDirectory.ts';
import { PortalSources } from './sources/portalSource.ts';
import { PortalStore } from './sources/portalStore.ts';
import { SavedResources } from './sources/savedResources.ts';
import { ResourcePicker } from './sources/resourcePicker.ts';
import { ResourceTree } from './tree/resourceTree.ts';
import { TokenCheck } from './sources/web/tokenCheck.ts';
import { TokenStore } from './sources/web/tokenStore.ts';
import { WebActions } from './sources/web/webActions.ts';
import { WebPortal } from './sources/web/webPortal.ts';
import { DetailsTabs } from './details/detailsTabs.ts';
import { DraftStore } from './query/draftStore.ts';
import { QueryForms } from './query/queryForms.ts';
import { GridEditor } from './records/gridEditor.ts';
import { GridFocus } from './records/gridFocus.ts';
import { JSON_EDITOR } from './records/export/exportChoice.ts';
import { LayoutStore } from './records/layoutStore.ts';
import { ExportVerification } from './records/export/exportVerification.ts';
import { RecordsExport } from './records/export/recordsExport.ts';
import { SavedExports } from './records/export/savedExports.ts';
import { PanelQueries } from './records/panelQueries.ts';
import { RECORDS_VIEW, RecordsTabs } from './records/recordsTabs.ts';
import { ServerWaits } from './platform/serverWaits.ts';
import { TabTitles } from './records/tabTitles.ts';
import type { RecordsActions } from './records/recordsPorts.ts';

/** Builds the long-lived objects and connects them. Nothing here waits, reads files or sends requests. */
export function activate(context: vscode.ExtensionContext): CommandDeps | undefined {
  const { extensionUri } = context;
  const own = new DisposableStore();
  context.subscriptions.push(own);

  const log = own.add(new Log());
  const settings = own.add(new Settings());
  const failures = new Failures(log);
  const unfinished = new UnfinishedTasks(context.workspaceState);
  const host = { log, settings, failures, unfinished, extensionUri };
  const { version } = context.extension.packageJSON as { readonly version: string };
  const waits = new ServerWaits();
  const exchange = new Exchange({
    transport: own.add(new HostTransport(settings.network)),
    timeoutMs: () => settings.timeoutSeconds.value * 1000,
    userAgent: `datastore-explorer/${version}`,
    log: (line) => log.info(line),
    onWait: waits.onWait,
  });

  const folder = join(context.globalStorageUri.fsPath, 'local');
  const dist = join(extensionUri.fsPath, 'dist');
  const datastore = own.add(
    new EmbeddedDatastore({
      servicePath: join(dist, 'service.js'),
      natives: join(dist, 'native'),
      directory: folder,
      memoryLimitMb: () => settings.localMemoryMb.value,
      log: (line) => log.debug(line),
    }),
  );
  const imports = own.add(new LocalImports({ ...host, datastore }));
  const downloads = new DownloadedFiles(join(context.globalStorageUri.fsPath, 'files'));
  const localFiles = own.add(new LocalFiles({ ...host, datastore, imports, downloads, directory: folder }));
  const localOpening = own.add(new LocalOpening({ ...host, localFiles }));

  const globalState = new GlobalState(context.globalState);
  const store = own.add(new PortalStore(globalState));
  const opened = own.add(new OpenedResources(globalState, store));
  const tokens = own.add(new TokenStore(context.secrets, log));
  const passwords = new PasswordStore(context.secrets, log);
  const service = {
    servicePath: join(dist, 'database.js'),
    log: (line: string) => log.debug(line),
    onEnded: (ended: ProcessEnded) => failures.offerProblem('Database', processProblem(ended)),
  };
  const databases = own.add(
    new DatabaseServers(passwords, (options) => new DatabaseServer(service, options)),
  );
  failures.nameServers({
    nameOf: (host) => databases.nameOf(host) ?? store.nameOf(host),
    reworded: (error) => databases.reworded(error),
  });
  const dialects = own.add(new DialectStore(globalState, store));
  const saved = new SavedResources({ store, opened, failures });
  const setToken = (portalId: string) => directory.setToken(portalId);
  const showCapabilities = (portal: Portal): Promise<void> => capabilities.show(portal);
  const databaseActions = new DatabaseActions({ store, passwords, servers: databases, failures });
  const webActions = new WebActions({
    ...{ store, tokens, failures, setToken, showCapabilities },
    clients: { ofPortal: (portalId) => clients.ofPortal(portalId) },
  });
  const sources = new PortalSources(
    store,
    [
      new LocalPortal(localFiles, (resourceId) => localRemoval.remove(resourceId)),
      new DatabasePortal({ store, opened, saved, servers: databases, databaseActions }),
    ],
    new WebPortal({ store, opened, saved, tokens, dialects, care: webActions }),
  );
  const clients: PortalClients = own.add(new PortalClients({ store, tokens, sources, exchange }));
  const directory: PortalDirectory = own.add(
    new PortalDirectory({ store, opened, tokens, sources, clients }),
  );
  const state = context.workspaceState;
  const tree = own.add(
    new ResourceTree({ store, sources, opened, tokens, clients, localFiles, failures, state }),
  );

  const savedExports = new SavedExports(globalState);
  const recordsExport = new RecordsExport({ ...host, portals: directory, savedExports });
  const exportVerification = new ExportVerification(savedExports);
  const texts = own.add(new ReadOnlyTexts());
  const actions: RecordsActions = {
    showText: (...text) => texts.show(...text),
    editQuery: (...query) => forms.edit(...query),
    typeInForm: (text) => forms.type(text),
    exportJson: (exported) => recordsExport.run(exported, JSON_EDITOR),
    exportRecords: (exported) => recordsExport.ask(exported),
  };
  const [focus, layouts, queries] = [new GridFocus(), new LayoutStore(globalState), new PanelQueries(state)];
  const panels = own.add(
    new RecordsTabs({ ...host, portals: directory, actions, layouts, focus, waits, queries }),
  );
  own.add(new GridEditor(localOpening, panels, failures));
  own.add(panels.onDidActivate(({ ref }) => void tree.followTab(ref)));
  const drafts = own.add(new DraftStore(context.workspaceState));
  const editorDrafts = own.add(new DraftStore(context.workspaceState, 'editorDrafts'));
  const defaultLimit = () => settings.defaultLimit.value;
  const forms: QueryForms = own.add(
    new QueryForms({ ...host, portals: directory, records: panels, drafts, editorDrafts, defaultLimit }),
  );
  const titles = new TabTitles(context.workspaceState, RECORDS_VIEW);
  own.add(panels.onDidTitle((shown) => titles.remember(shown)));
  const closeTabs = (isGone: (ref: ResourceRef) => boolean) => {
    titles.close(isGone).catch((error: unknown) => failures.log('Tabs', error));
  };
  const closeResource = (ref: ResourceRef) => {
    const wasShown = panels.shows(ref);
    panels.closeResource(ref);
    closeTabs((shown) => sameResource(shown, ref));
    forms.forget(ref);
    return wasShown;
  };
  const openRecords = (ref: ResourceRef) => panels.open(ref);

  const details = own.add(
    new DetailsTabs({
      ...{ portals: directory, failures, extensionUri, saved, openRecords },
      openFile: (file) => vscode.commands.executeCommand('datastoreExplorer.openResourceFile', file),
      fileDetails: (resourceId) => fileDetails(localFiles, resourceId),
    }),
  );

  const portals = { store, sources, opened, tokens, clients, failures, setToken };
  const addResource = new AddResource(portals);
  const tokenCheck = new TokenCheck(portals);
  const capabilities = new PortalCapabilities(portals);
  const addPortal = new AddPortal({
    ...{ ...portals, addResource, showCapabilities },
    knownPortals: () => readKnownPortals(join(extensionUri.fsPath, 'media', 'portals.json')),
  });
  const portalActions = new PortalActions({
    ...portals,
    closePanels: (portalId) => {
      panels.closePortal(portalId);
      details.closePortal(portalId);
      closeTabs((shown) => shown.portalId === portalId);
    },
  });
  const finder = new Finder({
    ...{ portals: directory, failures, recent: () => opened.recent },
    addPortal: async () => (await addPortal.run())?.portal,
  });
  const choosing = { store, opened, localFiles, localOpening, addPortal, addResource, finder };
  const resourcePicker = new ResourcePicker(choosing);
  const localRemoval = new LocalRemoval({
    ...{ localFiles, failures, closeResource },
    open: async (file, isShown) => {
      const ref = await localOpening.openAll([file]);
      if (ref !== undefined && isShown) await openRecords(ref);
    },
  });
  const copies = new LocalCopies({
    ...{ ...host, portals: directory, localFiles, openRecords },
    addPortal: async (address) => (await addPortal.run(address))?.portal,
  });

  const fileDownloads = new FileDownloads({
    ...{ ...host, portals: directory, localFiles, localOpening, downloads, openRecords },
  });

  const deps: CommandDeps = {
    ...{
      store,
      sources,
      opened,
      tokens,
      directory,
      addPortal,
      databaseActions,
      databases,
      portalActions,
      capabilities,
      saved,
      resourcePicker,
    },
    ...{ tokenCheck, finder, tree },
    ...{
      localFiles,
      localOpening,
      localRemoval,
      copies,
      fileDownloads,
      forms,
      panels,
      focus,
      details,
      recordsExport,
      exportVerification,
      settings,
      failures,
      log,
    },
  };
  own.add(registerCommands(deps, context.extension.packageJSON));
  const restarts = {
    export: (what: unknown) => recordsExport.restarts(what),
    copy: startAgain((what) => copies.resume(what)),
    file: startAgain((what) => fileDownloads.resume(what)),
    import: startAgain((what) => isFileToOpen(what) && localOpening.openAll([what])),
  };
  own.add(reportInterrupted(unfinished, restarts, failures));
  // Disposed first, so that tasks that end with the window stay unfinished.
  own.add(unfinished);
  // Tests look inside; other extensions get nothing (docs/security.md 20).
  return context.extensionMode === vscode.ExtensionMode.Test ? deps : undefined;
}
