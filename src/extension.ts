import * as vscode from 'vscode';
import { type CommandDeps, registerCommands } from './commands.ts';
import { Exchange } from './http/exchange.ts';
import { DisposableStore } from './platform/disposables.ts';
import { Failures } from './platform/failures.ts';
import { HostTransport } from './platform/hostTransport.ts';
import { Log } from './platform/log.ts';
import { Settings } from './platform/settings.ts';
import { AddPortal } from './portals/addPortal.ts';
import { AddResource } from './portals/addResource.ts';
import { LocalFiles } from './portals/localFiles.ts';
import { PortalCare } from './portals/portalCare.ts';
import { PortalClients } from './portals/portalClients.ts';
import { PortalDirectory } from './portals/portalDirectory.ts';
import { PortalPicker } from './portals/portalPicker.ts';
import { PortalStore } from './portals/portalStore.ts';
import { PortalWebsite } from './portals/portalWebsite.ts';
import { ResourcePicker } from './portals/resourcePicker.ts';
import { ResourceTree } from './portals/resourceTree.ts';
import { TokenStore } from './portals/tokenStore.ts';
import { DraftStore } from './query/draftStore.ts';
import { QueryForms } from './query/queryForms.ts';
import { JsonExport } from './records/jsonExport.ts';
import { RecordsPanels } from './records/recordsPanels.ts';

/** Builds the long-lived objects and fits them together. Nothing here waits, reads files or asks the network. */
export function activate(context: vscode.ExtensionContext): CommandDeps | undefined {
  const { extensionUri } = context;
  const own = new DisposableStore();
  context.subscriptions.push(own);

  const log = own.add(new Log());
  const settings = own.add(new Settings());
  const failures = new Failures(log);
  const transport = new HostTransport();
  own.addCall(() => void transport.dispose());
  const exchange = new Exchange({
    transport,
    timeoutMs: () => settings.timeoutSeconds.value * 1000,
    userAgent: `datastore-explorer/${(context.extension.packageJSON as { version: string }).version}`,
    log: (line) => log.info(line),
  });

  const store = own.add(new PortalStore(context.globalState));
  const tokens = own.add(new TokenStore(context.secrets, log));
  const localFiles = own.add(
    new LocalFiles({ settings, log, extensionUri, storageUri: context.globalStorageUri }),
  );
  const clients = own.add(new PortalClients({ store, tokens, localFiles, exchange }));
  const directory = own.add(new PortalDirectory({ store, tokens, localFiles, clients }));
  const setToken = (portalId: string) => directory.setToken(portalId);
  const addResource = new AddResource({ store, clients, failures, setToken });
  const addPortal = new AddPortal({ store, clients, failures, addResource });
  const portalPicker = new PortalPicker(store, addPortal);
  const resourcePicker = new ResourcePicker({ store, localFiles, addPortal, addResource, portalPicker });
  const tree = own.add(new ResourceTree({ store, tokens, localFiles, failures }));

  const jsonExport = new JsonExport(directory);
  const panels = own.add(
    new RecordsPanels({
      portals: directory,
      actions: {
        editQuery: (portalId, query) => forms.edit(portalId, query),
        exportJson: (portalId, query, shown) => jsonExport.run(portalId, query, shown),
      },
      failures,
      log,
      settings,
      extensionUri,
    }),
  );
  const forms: QueryForms = own.add(
    new QueryForms({
      portals: Object.assign(Object.create(directory) as PortalDirectory, {}),
      records: panels,
      drafts: own.add(new DraftStore(context.workspaceState)),
      failures,
      extensionUri,
      defaultLimit: () => settings.defaultLimit.value,
    }),
  );
  const closePanels = (portalId: string) => panels.closePortal(portalId);
  const care = new PortalCare({ store, tokens, clients, failures, setToken, closePanels });
  const deps: CommandDeps = {
    ...{ store, tokens, localFiles, directory, tree, addPortal, care, portalPicker, resourcePicker },
    ...{ website: new PortalWebsite(clients), forms, panels, jsonExport, failures, log },
  };
  own.add(registerCommands(deps));
  // Tests look inside; nobody else gets anything (threat T26).
  return context.extensionMode === vscode.ExtensionMode.Test ? deps : undefined;
}
