/** Builds the long-lived objects and connects them, in the order in which they need each other. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { defined } from './base/defined.ts';
import { Exchange } from './http/exchange.ts';
import { DisposableStore } from './platform/disposables.ts';
import { Failures } from './platform/failures.ts';
import { processProblem } from './platform/problem.ts';
import { GlobalState } from './platform/state/stored.ts';
import { HostTransport } from './platform/hostTransport.ts';
import { Log } from './platform/log.ts';
import { ReadOnlyTexts } from './platform/textPlaces.ts';
import { Settings } from './platform/state/settings.ts';
import { type Portal, type ResourceRef, sameResource } from './platform/portal.ts';
import { reportInterrupted, startAgain, UnfinishedTasks } from './platform/state/unfinishedTasks.ts';
import { Finder } from './find/finder.ts';
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
import { KeptPlaces } from './sources/kept/keptPlaces.ts';
import { DocumentPlaces } from './sources/sql/documentPlaces.ts';
import { ComparedResources } from './sources/kept/comparedResources.ts';
import { SqlResults } from './sources/sql/sqlResults.ts';
import { SqlSources } from './sources/sql/sqlSources.ts';
import { ModelTools } from './assistant/modelTools.ts';
import { questionIn, type PlacedQuery } from './kept/placedQuery.ts';
import { AddPortal } from './sources/addPortal.ts';
import { OpenedResources } from './sources/openedResources.ts';
import { PortalActions } from './sources/portalActions.ts';
import { DialectStore } from './sources/dialectStore.ts';
import { readKnownPortals } from './sources/web/knownPortals.ts';
import { PortalClients } from './sources/portalClients.ts';
import { PortalDirectory } from './sources/portalDirectory.ts';
import { PortalSources } from './sources/portalSource.ts';
import { PortalStore } from './sources/portalStore.ts';
import { SavedResources } from './sources/savedResources.ts';
import { ResourcePicker } from './sources/resourcePicker.ts';
import { ResourceTree } from './tree/resourceTree.ts';
import { TokenStore } from './sources/web/tokenStore.ts';
import { WebActions } from './sources/web/webActions.ts';
import { WebPortal } from './sources/web/webPortal.ts';
import { DetailsTabs } from './details/detailsTabs.ts';
import { DraftStore } from './query/draftStore.ts';
import { QueryForms } from './query/queryForms.ts';
import { GridEditor } from './records/gridEditor.ts';
import { GridFocus } from './records/gridFocus.ts';
import { JSON_EDITOR } from './records/export/exportChoice.ts';
import { askForCopy } from './records/copyOffer.ts';
import { LayoutStore } from './records/layoutStore.ts';
import { RecordsExport } from './records/export/recordsExport.ts';
import { SavedExports } from './records/export/savedExports.ts';
import { PanelQueries } from './records/savedPanel.ts';
import { queryLabel } from './records/queryLabel.ts';
import { RECORDS_VIEW, RecordsTabs } from './records/recordsTabs.ts';
import { KeptProgram } from './kept/keptProgram.ts';
import { LinkOpening } from './kept/linkOpening.ts';
import { QuerySharing } from './kept/querySharing.ts';
import { ResourceComparison } from './kept/resourceComparison.ts';
import { SqlEditing } from './sql/sqlEditing.ts';
import { ServerWaits } from './platform/serverWaits.ts';
import { TabTitles } from './records/tabTitles.ts';
import { HistoryFile } from './kept/history/historyFile.ts';
import { HistoryTree } from './kept/history/historyTree.ts';
import { PanelHistory } from './kept/history/panelHistory.ts';
import type { DatastoreQuery } from './datastore/query/query.ts';
import type { RecordsActions } from './records/recordsPorts.ts';
import { isFileToOpen, localRef } from './sources/local/localFile.ts';
import { servingProblem } from './sources/local/localProblems.ts';

class Ground {
  readonly log: Log;
  readonly settings: Settings;
  readonly failures: Failures;
  protected readonly own = new DisposableStore();
  protected readonly context: vscode.ExtensionContext;
  protected readonly dist: string;
  protected readonly globalState: GlobalState;
  protected readonly host: Pick<Ground, 'log' | 'settings' | 'failures'> & {
    readonly unfinished: UnfinishedTasks;
    readonly extensionUri: vscode.Uri;
  };

  constructor(context: vscode.ExtensionContext) {
    const { extensionUri } = context;
    this.context = context;
    context.subscriptions.push(this.own);
    this.dist = join(extensionUri.fsPath, 'dist');
    this.log = this.own.add(new Log());
    this.settings = this.own.add(new Settings());
    this.failures = new Failures(this.log);
    this.globalState = new GlobalState(context.globalState);
    const unfinished = new UnfinishedTasks(context.workspaceState);
    this.host = {
      ...{ log: this.log, settings: this.settings, failures: this.failures },
      ...{ unfinished, extensionUri },
    };
  }
}

/** The objects of the running extension. Nothing here waits, reads files or sends requests. */
export class Program extends Ground {
  readonly #waits = new ServerWaits();
  readonly #transport = this.own.add(new HostTransport(this.settings.network));
  readonly #exchange = new Exchange({
    transport: this.#transport,
    timeoutMs: () => this.settings.timeoutSeconds.value * 1000,
    userAgent: `datastore-explorer/${(this.context.extension.packageJSON as { readonly version: string }).version}`,
    log: (line) => this.log.info(line),
    onWait: this.#waits.onWait,
  });
  readonly #folder = join(this.context.globalStorageUri.fsPath, 'local');
  readonly #serve = (directory: string): EmbeddedDatastore =>
    new EmbeddedDatastore({
      ...{ servicePath: join(this.dist, 'service.js'), natives: join(this.dist, 'native'), directory },
      memoryLimitMb: () => this.settings.localMemoryMb.value,
      log: (line) => this.log.debug(line),
    });
  readonly #datastore = this.own.add(this.#serve(this.#folder));
  readonly sqlResults: SqlResults = this.own.add(
    new SqlResults({
      ...{ datastore: this.#datastore, folder: this.context.globalStorageUri.fsPath, serve: this.#serve },
      ...{ state: this.context.workspaceState, show: (...shown) => this.#showResult(...shown) },
    }),
  );
  readonly #downloads = new DownloadedFiles(join(this.context.globalStorageUri.fsPath, 'files'));
  readonly localFiles: LocalFiles = this.own.add(
    new LocalFiles({
      ...{ ...this.host, datastore: this.#datastore, downloads: this.#downloads, directory: this.#folder },
      imports: this.own.add(new LocalImports({ ...this.host, datastore: this.#datastore })),
    }),
  );
  readonly localOpening: LocalOpening = this.own.add(new LocalOpening({ ...this.host, localFiles: this.localFiles }));

  readonly store: PortalStore = this.own.add(new PortalStore(this.globalState));
  readonly opened: OpenedResources = this.own.add(new OpenedResources(this.globalState, this.store));
  readonly tokens: TokenStore = this.own.add(new TokenStore(this.context.secrets, this.log));
  readonly #passwords = new PasswordStore(this.context.secrets, this.log);
  readonly databases: DatabaseServers = this.own.add(
    new DatabaseServers(this.#passwords, (options) => new DatabaseServer(this.#service, options)),
  );
  readonly #service = {
    servicePath: join(this.dist, 'database.js'),
    log: (line: string) => this.log.debug(line),
    onEnded: (ended: ProcessEnded) => this.failures.offerProblem('Database', processProblem(ended)),
  };
  readonly #stored = { store: this.store, opened: this.opened, failures: this.failures };
  readonly saved = new SavedResources(this.#stored);
  readonly databaseActions = new DatabaseActions({
    ...{ ...this.#stored, passwords: this.#passwords, servers: this.databases },
  });
  readonly #setToken = (portalId: string): Promise<boolean> => this.directory.setToken(portalId);
  readonly #webActions = new WebActions({
    ...{ ...this.#stored, setToken: this.#setToken, tokens: this.tokens },
    clients: { ofPortal: (portalId) => this.#clients.ofPortal(portalId) },
  });
  readonly #dialects = this.own.add(new DialectStore(this.globalState, this.store));
  readonly #listed = { ...this.#stored, saved: this.saved };
  readonly sources: PortalSources = new PortalSources(
    this.store,
    [
      new LocalPortal(this.localFiles, (resourceId) => this.localRemoval.remove(resourceId)),
      this.sqlResults,
      new DatabasePortal({ ...{ ...this.#listed, servers: this.databases, databaseActions: this.databaseActions } }),
    ],
    new WebPortal({ ...{ ...this.#listed, tokens: this.tokens, dialects: this.#dialects, care: this.#webActions } }),
  );
  readonly #kept = { ...this.#stored, tokens: this.tokens, sources: this.sources };
  readonly #clients: PortalClients = this.own.add(new PortalClients({ ...this.#kept, exchange: this.#exchange }));
  readonly #portals = { ...this.#kept, clients: this.#clients };
  readonly directory: PortalDirectory = this.own.add(new PortalDirectory(this.#portals));
  readonly tree: ResourceTree = this.own.add(
    new ResourceTree({ ...{ ...this.#portals, localFiles: this.localFiles, state: this.context.workspaceState } }),
  );

  readonly #panelHost = { ...this.host, portals: this.directory };
  readonly savedExports = new SavedExports(this.globalState);
  readonly recordsExport = new RecordsExport({ ...this.#panelHost, savedExports: this.savedExports });
  readonly #texts = this.own.add(new ReadOnlyTexts());
  readonly #actions: RecordsActions = {
    showText: (...text) => this.#texts.show(...text),
    editQuery: (...query) => this.forms.edit(...query),
    runWithCopy: (...run) => this.#runWithCopy(...run),
    typeInForm: (text) => this.forms.type(text),
    exportJson: (exported) => this.recordsExport.run(exported, JSON_EDITOR),
    exportRecords: (exported) => this.recordsExport.ask(exported),
  };
  readonly focus = new GridFocus();
  readonly panels: RecordsTabs = this.own.add(
    new RecordsTabs({
      ...{ host: this.#panelHost, actions: this.#actions, focus: this.focus, waits: this.#waits },
      layouts: new LayoutStore(this.globalState),
      queries: new PanelQueries(this.context.workspaceState),
    }),
  );
  readonly forms: QueryForms = this.own.add(
    new QueryForms({
      ...{ ...this.#panelHost, records: this.panels },
      drafts: this.own.add(new DraftStore(this.context.workspaceState)),
      editorDrafts: this.own.add(new DraftStore(this.context.workspaceState, 'editorDrafts')),
      defaultLimit: () => this.settings.defaultLimit.value,
    }),
  );
  readonly #titles = new TabTitles(this.context.workspaceState, RECORDS_VIEW);
  readonly #openRecords = (ref: ResourceRef): ReturnType<RecordsTabs['open']> => this.panels.open(ref);
  readonly details: DetailsTabs = this.own.add(
    new DetailsTabs({
      ...{ portals: this.directory, failures: this.failures, extensionUri: this.context.extensionUri },
      ...{ saved: this.saved, openRecords: this.#openRecords },
      openFile: (file) => vscode.commands.executeCommand('datastoreExplorer.openResourceFile', file),
      fileDetails: (resourceId) => fileDetails(this.localFiles, resourceId),
    }),
  );

  readonly portals = { ...this.#portals, setToken: this.#setToken };
  readonly addPortal: AddPortal = new AddPortal({
    ...this.portals,
    knownPortals: () => readKnownPortals(join(this.context.extensionUri.fsPath, 'media', 'portals.json')),
  });
  readonly portalActions = new PortalActions({
    ...this.#portals,
    closePanels: (portalId) => {
      this.panels.closePortal(portalId);
      this.details.closePortal(portalId);
      this.#closeTabs((shown) => shown.portalId === portalId);
    },
  });
  readonly finder: Finder = new Finder({
    ...{ portals: this.directory, failures: this.failures, recent: () => this.opened.recent },
    addPortal: () => this.#addedPortal(),
  });
  readonly resourcePicker: ResourcePicker = new ResourcePicker({
    ...{ ...this.portals, localFiles: this.localFiles, localOpening: this.localOpening },
    ...{ addPortal: this.addPortal, finder: this.finder },
  });
  readonly localRemoval: LocalRemoval = new LocalRemoval({
    ...{ localFiles: this.localFiles, failures: this.failures },
    closeResource: (ref) => this.#closeResource(ref),
    open: async (file, isShown) => {
      const ref = await this.localOpening.openAll([file]);
      if (ref !== undefined && isShown) await this.#openRecords(ref);
    },
  });
  readonly #copying = {
    ...{ ...this.#panelHost, localFiles: this.localFiles, openRecords: this.#openRecords },
    addPortal: (address: string) => this.#addedPortal(address),
  };
  readonly copies: LocalCopies = new LocalCopies(this.#copying);
  readonly #places = new DocumentPlaces(this.directory, this.localFiles);
  readonly sqlSources = new SqlSources({
    ...{ portals: this.directory, localFiles: this.localFiles, copies: this.copies, askForCopy, places: this.#places },
    unlisted: {
      portals: this.#clients.unlisted,
      copies: new LocalCopies({ ...this.#copying, portals: this.#clients.unlisted }),
    },
  });
  readonly comparison = new ResourceComparison({
    ...{ results: this.sqlResults, panels: () => this.panels.queries },
    label: ({ portalId, query: { limit: _, ...query } }) =>
      queryLabel(this.directory.names({ portalId, resourceId: query.resourceId }).resource, query),
    resources: new ComparedResources({
      ...{ portals: this.directory, localFiles: this.localFiles, copies: this.copies, askForCopy },
      pick: (title) => this.resourcePicker.pick(title),
    }),
  });
  readonly fileDownloads: FileDownloads = new FileDownloads({
    ...{ ...this.#panelHost, localFiles: this.localFiles, localOpening: this.localOpening },
    ...{ downloads: this.#downloads, openRecords: this.#openRecords },
  });

  readonly sql: SqlEditing = this.own.add(
    new SqlEditing({ sources: this.sqlSources, results: this.sqlResults }, this.failures),
  );

  readonly history: PanelHistory = this.own.add(
    new PanelHistory({
      ...{ portals: this.directory, failures: this.failures, log: this.log, onDidAnswer: this.panels.onDidAnswer },
      isEnabled: () => this.settings.keepsHistory.value,
      file: new HistoryFile(this.context.globalStorageUri.fsPath),
    }),
  );
  readonly historyTree = this.own.add(new HistoryTree(this.history));

  readonly keptPlaces = new KeptPlaces({
    ...{ portals: this.directory, localFiles: this.localFiles, places: this.#places },
    state: this.context.workspaceState,
  });
  readonly kept: KeptProgram = this.own.add(
    new KeptProgram({
      ...{ failures: this.failures, portals: this.directory, places: this.keptPlaces, form: this.forms },
      state: this.context.workspaceState,
      open: (placed) => this.#openPlaced(placed),
    }),
  );

  readonly links = this.own.add(
    new LinkOpening({
      ...{ places: this.keptPlaces, failures: this.failures, open: (placed) => this.#openPlaced(placed) },
    }),
  );
  readonly sharing = new QuerySharing({ places: this.keptPlaces, portals: this.directory });

  readonly modelTools = this.own.add(
    new ModelTools(this.context.extension.packageJSON, join(this.dist, 'cli.js'), this.settings.agentsByMcp, {
      ...{ portals: this.directory, sources: this.sources, files: this.localFiles, transport: this.#transport },
      listed: () => this.store.portals.filter((portal) => this.sources.of(portal).look.isOnWeb),
      open: (ref, json) => this.#openPlaced(questionIn(ref, json)),
      openSql: async (sql, named) =>
        this.sql.open(
          sql,
          await Promise.all(named.map(async ({ name, ref }) => ({ ...(await this.sqlSources.sourceOf(ref)), name }))),
        ),
    }),
  );

  async #openPlaced({ portalId, query, chart }: PlacedQuery): Promise<void> {
    await this.forms.expect(portalId, query);
    await this.panels.open({ portalId, resourceId: query.resourceId, query }, defined({ chart }));
  }

  /** A comparison opens where other records do, unless a panel shows an earlier one of the same resources. */
  #showResult(ref: ResourceRef, isBeside: boolean): void {
    if (isBeside || this.panels.shows(ref)) this.panels.showBeside(ref);
    else void this.panels.open(ref, { isKept: true });
  }

  async #runWithCopy(portalId: string, query: DatastoreQuery, confirm: () => Promise<boolean>): Promise<void> {
    const copy = await this.copies.present({ portalId, resourceId: query.resourceId }, confirm);
    if (copy === undefined) return;
    const ref = { ...localRef(copy.id), query: { ...query, resourceId: copy.id } };
    await this.forms.expect(ref.portalId, ref.query);
    await this.panels.open(ref);
  }

  constructor(context: vscode.ExtensionContext) {
    super(context);
    this.failures.nameServers({
      nameOf: (host) => this.databases.nameOf(host) ?? this.store.nameOf(host),
      reworded: (error) => this.databases.reworded(error) ?? servingProblem(error),
    });
    this.own.add(new GridEditor(this.localOpening, this.panels, this.failures));
    this.own.add(this.panels.onDidActivate(({ ref }) => void this.tree.followTab(ref)));
    this.own.add(
      this.panels.onDidClose(({ ref }) => {
        if (this.sqlResults.fits({ id: ref.portalId }) && !this.panels.shows(ref)) void this.sqlResults.remove(ref);
      }),
    );
    this.own.add(
      this.panels.onDidAnswer((answered) => {
        this.keptPlaces.learn(answered);
        this.kept.diagnostics.lookAgain();
      }),
    );
    this.own.add(this.panels.onDidTitle((shown) => this.#titles.remember(shown)));
  }

  /** Reports the tasks that ended with the window before this one, and begins them again if people want that. */
  reportInterrupted(): void {
    const { unfinished } = this.host;
    const restarts = {
      export: (what: unknown) => this.recordsExport.restarts(what),
      copy: startAgain((what) => this.copies.resume(what)),
      file: startAgain((what) => this.fileDownloads.resume(what)),
      import: startAgain((what) => isFileToOpen(what) && this.localOpening.openAll([what])),
    };
    this.own.add(reportInterrupted(unfinished, restarts, this.failures));
    // Disposed first, so that tasks that end with the window stay unfinished.
    this.own.add(unfinished);
  }

  async #addedPortal(address?: string): Promise<Portal | undefined> {
    return (await this.addPortal.run(address))?.portal;
  }

  #closeTabs(isGone: (ref: ResourceRef) => boolean): void {
    this.#titles.close(isGone).catch((error: unknown) => this.failures.log('Tabs', error));
  }

  #closeResource(ref: ResourceRef): boolean {
    const wasShown = this.panels.shows(ref);
    this.panels.closeResource(ref);
    this.#closeTabs((shown) => sameResource(shown, ref));
    this.forms.forget(ref);
    return wasShown;
  }
}
