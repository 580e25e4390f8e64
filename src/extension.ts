import * as vscode from 'vscode';
import { type CommandDeps, registerCommands } from './commands.ts';
import { Exchange } from './http/exchange.ts';
import { DisposableStore } from './platform/disposables.ts';
import { Failures } from './platform/failures.ts';
import { HostTransport } from './platform/hostTransport.ts';
import { tellInterrupted } from './platform/interruptedTasks.ts';
import { Log } from './platform/log.ts';
import { ReadOnlyTexts } from './platform/readOnlyTexts.ts';
import { Settings } from './platform/settings.ts';
import { UnfinishedTasks } from './platform/unfinishedTasks.ts';
import { isFileToOpen } from './local/fileToOpen.ts';
import { LocalCopies } from './local/localCopies.ts';
import { LocalFiles } from './local/localFiles.ts';
import { PortalClients } from './portals/portalClients.ts';
import { PortalDirectory } from './portals/portalDirectory.ts';
import { PortalFlows } from './portals/portalFlows.ts';
import { PortalStore } from './portals/portalStore.ts';
import { ResourceTree } from './tree/resourceTree.ts';
import { TokenStore } from './portals/tokenStore.ts';
import { DraftStore } from './query/draftStore.ts';
import { QueryForms } from './query/queryForms.ts';
import { GridEditor } from './records/gridEditor.ts';
import { GridFocus } from './records/gridFocus.ts';
import { JsonExport } from './records/jsonExport.ts';
import { LayoutStore } from './records/layoutStore.ts';
import { RecordsPanels } from './records/recordsPanels.ts';

/** Builds the long-lived objects and fits them together. Nothing here waits, reads files or asks the network. */
export function activate(context: vscode.ExtensionContext): CommandDeps | undefined {
  const { extensionUri, globalStorageUri: storageUri } = context;
  const own = new DisposableStore();
  context.subscriptions.push(own);

  const log = own.add(new Log());
  const settings = own.add(new Settings());
  const failures = new Failures(log);
  const { version } = context.extension.packageJSON as { readonly version: string };
  const exchange = new Exchange({
    transport: own.add(new HostTransport(settings.network)),
    timeoutMs: () => settings.timeoutSeconds.value * 1000,
    userAgent: `datastore-explorer/${version}`,
    log: (line) => log.info(line),
  });

  const unfinished = new UnfinishedTasks(context.workspaceState);
  const store = own.add(new PortalStore(context.globalState));
  const tokens = own.add(new TokenStore(context.secrets, log));
  const localFiles = own.add(
    new LocalFiles({ settings, failures, unfinished, log, extensionUri, storageUri }),
  );
  const clients = own.add(new PortalClients({ store, tokens, localFiles, exchange }));
  const directory = own.add(new PortalDirectory({ store, tokens, localFiles, clients }));
  const tree = own.add(new ResourceTree({ store, tokens, localFiles, failures }));

  const drafts = own.add(new DraftStore(context.workspaceState));
  const jsonExport = new JsonExport(directory, failures, unfinished);
  const texts = own.add(new ReadOnlyTexts());
  const actions = {
    showText: (...text: Parameters<ReadOnlyTexts['show']>) => texts.show(...text),
    editQuery: (...query: Parameters<QueryForms['edit']>) => forms.edit(...query),
    exportJson: (...query: Parameters<JsonExport['run']>) => jsonExport.run(...query),
  };
  const focus = new GridFocus();
  const layouts = new LayoutStore(context.globalState);
  const panels = own.add(
    new RecordsPanels({ portals: directory, actions, layouts, failures, log, settings, focus, extensionUri }),
  );
  const defaultLimit = () => settings.defaultLimit.value;
  const forms: QueryForms = own.add(
    new QueryForms({ portals: directory, records: panels, drafts, failures, extensionUri, defaultLimit }),
  );

  const flows = new PortalFlows({
    store,
    tokens,
    clients,
    localFiles,
    directory,
    failures,
    settings,
    extensionUri,
    closePanels: (portalId) => panels.closePortal(portalId),
    closeResource: (ref) => {
      panels.closeResource(ref);
      forms.forget(ref);
    },
    search: (ref) => forms.search(ref),
  });
  own.add(new GridEditor(flows.localOpening, panels, failures));
  const copies = new LocalCopies({
    store,
    clients,
    localFiles,
    failures,
    unfinished,
    setToken: (portalId) => directory.setToken(portalId),
    addPortal: (address) => flows.addPortal.run(address),
  });
  const deps = {
    store,
    tokens,
    localFiles,
    copies,
    directory,
    tree,
    flows,
    forms,
    panels,
    jsonExport,
    failures,
    log,
  };
  own.add(registerCommands(deps));
  const restarts = {
    export: (what: unknown) => jsonExport.resume(what),
    copy: (what: unknown) => copies.resume(what),
    import: async (what: unknown) => isFileToOpen(what) && flows.localOpening.openAll([what]),
  };
  own.add(tellInterrupted(unfinished, restarts, failures));
  // Ends before all that runs.
  own.add(unfinished);
  // Tests look inside; nobody else gets anything (docs/security.md 20).
  return context.extensionMode === vscode.ExtensionMode.Test ? deps : undefined;
}
