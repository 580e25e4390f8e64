import { join } from 'node:path';
import * as vscode from 'vscode';
import { type CommandDeps, registerCommands } from './commands.ts';
import { Exchange } from './http/exchange.ts';
import { DisposableStore } from './platform/disposables.ts';
import { Failures } from './platform/failures.ts';
import { GlobalState } from './platform/globalState.ts';
import { HostTransport } from './platform/hostTransport.ts';
import { reportInterrupted } from './platform/interruptedTasks.ts';
import { Log } from './platform/log.ts';
import { ReadOnlyTexts } from './platform/textPlaces.ts';
import { Settings } from './platform/settings.ts';
import { type ResourceRef, sameResource } from './platform/portal.ts';
import { UnfinishedTasks } from './platform/unfinishedTasks.ts';
import { isFileToOpen } from './local/localFile.ts';
import { LocalCopies } from './local/localCopies.ts';
import { LocalFiles } from './local/localFiles.ts';
import { LocalImports } from './local/localImports.ts';
import { LocalOpening } from './local/localOpening.ts';
import { LocalRemoval } from './local/localRemoval.ts';
import { EmbeddedDatastore } from './service/index.ts';
import { AddPortal } from './portals/addPortal.ts';
import { AddResource } from './portals/addResource.ts';
import { PortalActions } from './portals/portalActions.ts';
import { DialectStore } from './portals/dialectStore.ts';
import { PortalClients } from './portals/portalClients.ts';
import { PortalDirectory } from './portals/portalDirectory.ts';
import { PortalStore } from './portals/portalStore.ts';
import { ResourcePicker } from './portals/resourcePicker.ts';
import { ResourceTree } from './tree/resourceTree.ts';
import { TokenStore } from './portals/tokenStore.ts';
import { DraftStore } from './query/draftStore.ts';
import { QueryForms } from './query/queryForms.ts';
import { GridEditor } from './records/gridEditor.ts';
import { GridFocus } from './records/gridFocus.ts';
import { JSON_EDITOR } from './records/export/exportChoice.ts';
import { LayoutStore } from './records/layoutStore.ts';
import { RecordsExport } from './records/export/recordsExport.ts';
import { RECORDS_VIEW, RecordsTabs } from './records/recordsTabs.ts';
import { TabTitles } from './records/tabTitles.ts';
import type { RecordsActions } from './records/recordsPorts.ts';

/** Builds the long-lived objects and connects them. Nothing here waits, reads files or asks the network. */
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
  const exchange = new Exchange({
    transport: own.add(new HostTransport(settings.network)),
    timeoutMs: () => settings.timeoutSeconds.value * 1000,
    userAgent: `datastore-explorer/${version}`,
    log: (line) => log.info(line),
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
  const localFiles = own.add(new LocalFiles({ ...host, datastore, imports, directory: folder }));
  const localOpening = own.add(new LocalOpening({ ...host, localFiles }));

  const globalState = new GlobalState(context.globalState);
  const store = own.add(new PortalStore(globalState));
  const tokens = own.add(new TokenStore(context.secrets, log));
  const dialects = own.add(new DialectStore(globalState, store));
  const clients = own.add(new PortalClients({ store, tokens, localFiles, exchange, dialects }));
  const directory = own.add(new PortalDirectory({ store, tokens, localFiles, clients }));
  const tree = own.add(new ResourceTree({ store, tokens, localFiles, failures }));

  const recordsExport = new RecordsExport(directory, failures, unfinished);
  const texts = own.add(new ReadOnlyTexts());
  const actions: RecordsActions = {
    showText: (...text) => texts.show(...text),
    editQuery: (...query) => forms.edit(...query),
    exportJson: (exported) => recordsExport.run(exported, JSON_EDITOR),
    exportRecords: (exported) => recordsExport.ask(exported),
  };
  const [focus, layouts] = [new GridFocus(), new LayoutStore(globalState)];
  const panels = own.add(new RecordsTabs({ ...host, portals: directory, actions, layouts, focus }));
  own.add(new GridEditor(localOpening, panels, failures));
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

  const setToken = (portalId: string) => directory.setToken(portalId);
  const portals = { store, tokens, clients, failures, setToken };
  const addResource = new AddResource(portals);
  const addPortal = new AddPortal({ ...portals, addResource });
  const portalActions = new PortalActions({
    ...portals,
    closePanels: (portalId) => {
      panels.closePortal(portalId);
      closeTabs((shown) => shown.portalId === portalId);
    },
    ...{ closeResource, openRecords },
  });
  const resourcePicker = new ResourcePicker({ store, localFiles, localOpening, addPortal, addResource });
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

  const deps: CommandDeps = {
    ...{ store, tokens, directory, addPortal, portalActions, resourcePicker, tree },
    ...{
      localFiles,
      localOpening,
      localRemoval,
      copies,
      forms,
      panels,
      recordsExport,
      settings,
      failures,
      log,
    },
  };
  own.add(registerCommands(deps, context.extension.packageJSON));
  const restarts = {
    export: (what: unknown) => recordsExport.resume(what),
    copy: (what: unknown) => copies.resume(what),
    import: async (what: unknown) => isFileToOpen(what) && localOpening.openAll([what]),
  };
  own.add(reportInterrupted(unfinished, restarts, failures));
  // Ends before all that runs.
  own.add(unfinished);
  // Tests look inside; other extensions get nothing (docs/security.md 20).
  return context.extensionMode === vscode.ExtensionMode.Test ? deps : undefined;
}
