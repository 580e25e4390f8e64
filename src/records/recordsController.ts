import * as vscode from 'vscode';
import type { Field } from '../base/field.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { type Disposing, DisposableStore } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import type { Settings } from '../platform/settings.ts';
import type { ResourceWatch } from '../platform/resourceNotice.ts';
import type { ResourceRef } from '../platform/resourceRef.ts';
import { linkWebview } from '../platform/webviewLink.ts';
import type { FieldLayout } from '../messages/fieldLayout.ts';
import type { GridAction } from '../messages/gridActions.ts';
import type {
  GridHost,
  GridInit,
  GridPanelView,
  GridProblem,
  SavedPanel,
  SelectedRange,
} from '../messages/gridProtocol.ts';
import { countOfAll } from './countOfAll.ts';
import { Exploration } from './exploration.ts';
import type { GridFocus } from './gridFocus.ts';
import { GridScreen } from './gridScreen.ts';
import { gridStrings } from './gridStrings.ts';
import type { LayoutStore } from './layoutStore.ts';
import { noRecord } from './openRecord.ts';
import { movedNotice, runProblem } from './panelNotices.ts';
import { queryLabel } from './resultText.ts';
import { type Opened, QueryRuns } from './queryRuns.ts';
import { RecordFinder } from './recordFinder.ts';
import type { PlaceNames, PortalPort } from '../platform/portalPort.ts';
import type { Exported, RecordsActions } from './recordsPorts.ts';
import { readSavedPanel, type RestoredPanel, savedPanel } from './savedPanel.ts';
import { SelectedCells } from './selectedCells.ts';
import { servedRecords } from './servedRecords.ts';
import { ShownRecords } from './shownRecords.ts';

export interface RecordsControllerDeps {
  readonly portals: PortalPort;
  readonly actions: RecordsActions;
  readonly layouts: LayoutStore;
  readonly failures: Failures;
  readonly log: Log;
  readonly settings: Pick<Settings, 'gridLook'>;
  readonly focus: GridFocus;
}

export interface Answered {
  readonly query: DatastoreQuery;
  readonly fields: readonly Field[];
  /** What the panel showed the answer of until then. */
  readonly before?: DatastoreQuery;
}

/** The host's side of one grid. Lives as long as its panel, through any number of queries and page loads. */
export class RecordsController implements vscode.Disposable {
  readonly portalId: string;
  /** A query was answered, by whomever it was run. */
  readonly onDidAnswer: vscode.Event<Answered>;
  readonly #answered = new vscode.EventEmitter<Answered>();
  /** The page is there; `saved`: what it had kept. */
  readonly onDidReady: vscode.Event<RestoredPanel | undefined>;
  readonly #ready = new vscode.EventEmitter<RestoredPanel | undefined>();
  readonly #deps: RecordsControllerDeps;
  readonly #screen = new GridScreen({
    resource: () => this.names.resource,
    saved: () => savedPanel(this.portalId, this.#query, this.exploration.history),
    retry: () => this.retry(),
  });
  /** A failure is shown in the panel itself. */
  readonly exploration = new Exploration((query) => void this.run(query).catch(() => undefined));
  /** What copying takes. */
  readonly cells = new SelectedCells({
    tell: (summary, canSumAll) => this.#screen.setSummary(summary, canSumAll),
    settle: () => this.#screen.settle(),
    show: (name, text) => this.#deps.actions.showText(name, text),
    resource: () => this.names.resource,
  });
  /** What commands and the grid act on. */
  readonly shown: ShownRecords;
  readonly #runs: QueryRuns;
  readonly #store = new DisposableStore();
  /** What is listened to for the resource that is shown. */
  #watched: { readonly resourceId: string; readonly watch: ResourceWatch } | undefined;
  /** What was asked last, be it answered or not. */
  #query: DatastoreQuery;
  #generation = 0;

  constructor(portalId: string, query: DatastoreQuery, deps: RecordsControllerDeps) {
    const { portals, actions, failures, settings } = deps;
    this.portalId = portalId;
    this.#query = query;
    this.#deps = deps;
    this.onDidAnswer = this.#answered.event;
    this.onDidReady = this.#ready.event;
    const screen = this.#screen;
    this.#runs = new QueryRuns({ portalId, portals, screen, problem: (error) => this.#problem(error) });
    const setToken = () => portals.setToken(portalId);
    this.shown = new ShownRecords({ screen, exploration: this.exploration, failures, actions, setToken });
    this.#store.add(settings.gridLook.onDidChange((look) => screen.setLook(look)));
    this.#store.add(portals.onDidChange(() => this.#tellAddress()));
  }

  get query(): DatastoreQuery {
    return this.#query;
  }

  get isAsleep(): boolean {
    return this.#screen.state.kind === 'asleep';
  }

  get names(): PlaceNames {
    return this.#deps.portals.names(this.#ref());
  }

  /** Serves this webview from now on. */
  attach(panel: vscode.WebviewPanel): Disposing {
    const link = linkWebview<GridPanelView, GridHost>(panel, servedRecords(this));
    this.#screen.attach(link.remote);
    this.#store.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) void this.focused(false);
      }),
    );
    return link;
  }

  /**
   * Asks, and shows the answer; an older question is dropped. The last good records stay until there are new ones.
   * @returns the fields, or `undefined` when it was cancelled or overtaken. Rejects when the panel shows a failure.
   */
  async run(query: DatastoreQuery, outer?: AbortSignal): Promise<readonly Field[] | undefined> {
    this.#query = query;
    this.exploration.visit(query);
    this.#watch();
    const before = this.#screen.shown?.query;
    const prepare = async (signal: AbortSignal): Promise<void> => {
      await this.#deps.portals.refresh(this.#ref(), signal);
      await this.#watched?.watch.look();
    };
    const opened = await this.#runs.open({ query, prepare, outer }).finally(() => {
      if (['failed', 'cancelled'].includes(this.#screen.state.kind)) this.exploration.cameToNothing(before);
    });
    if (opened === undefined) return undefined;
    this.#show(opened, false);
    const { result } = opened;
    await this.#deps.portals.answered(this.#ref(query), countOfAll(result));
    this.#answered.fire({ query, fields: result.fields, ...(before !== undefined && { before }) });
    return result.fields;
  }

  /** What a command asks of the grid itself. */
  perform(action: GridAction): void {
    this.#screen.perform(action);
  }

  dispose(): void {
    void this.focused(false);
    this.#runs.cancel();
    this.#store.dispose();
    this.#screen.shown?.result.dispose();
    this.#watched?.watch.dispose();
    this.#answered.dispose();
    this.cells.dispose();
    this.#ready.dispose();
  }

  // The calls of the grid, and commands that mean its panel.

  ready(saved: SavedPanel | null): GridInit {
    // The page before could not tell that it lost the focus.
    void this.focused(false);
    this.#screen.expectPage();
    // The answer must be there before what follows from it.
    setTimeout(() => {
      this.#screen.greet();
      this.#ready.fire(readSavedPanel({ saved }));
    });
    const look = this.#deps.settings.gridLook.value;
    return { strings: gridStrings(), language: vscode.env.language, look };
  }

  /** Somebody scrolled past a first page whose order has no second one. */
  async continueAt(generation: number): Promise<void> {
    const { shown } = this.#screen;
    const asked = shown?.generation === generation ? shown.result.continuation : undefined;
    if (shown === undefined || asked === undefined || this.#runs.isRunning) return;
    const opened = await this.#runs.open({ query: shown.query, asked }).catch(() => undefined);
    if (opened !== undefined) this.#show(opened, true);
  }

  focused(hasFocus: boolean): Promise<void> {
    return this.#deps.focus.take(this, hasFocus);
  }

  retry(): void {
    this.#runUnheard(this.#query);
  }

  cancel(): void {
    this.#runs.cancel();
  }

  go(step: -1 | 1): void {
    this.exploration.go(step);
  }

  act(offer: string): Promise<void> {
    return this.#screen.offers.run(offer);
  }

  /** The record that the cursor is on, as JSON in an editor. Throws Problem. */
  async openCurrentRecord(): Promise<void> {
    const { row } = await this.cells.settled();
    if (row === undefined) throw noRecord();
    await this.shown.open(this.#generation, row);
  }

  /** For a button, which can't tell of a failure. */
  tell(what: string, work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => this.#deps.failures.tell(what, error));
  }

  async setToken(): Promise<void> {
    if (await this.#deps.portals.setToken(this.portalId)) this.retry();
  }

  /** The question whose answer is shown. */
  editQuery(): Promise<void> {
    return this.#deps.actions.editQuery(this.portalId, this.#screen.shown?.query ?? this.#query);
  }

  /** The question that brought no records. */
  editAsked(): Promise<void> {
    return this.#deps.actions.editQuery(this.portalId, this.#query);
  }

  /** To export: the records that are shown, all of them. Throws Problem when there are none. */
  get exported(): Exported {
    const { shown } = this.#screen;
    if (shown === undefined)
      throw new Problem(
        vscode.l10n.t('This panel shows no records yet.'),
        vscode.l10n.t('Run its query, then export.'),
      );
    const { query, client, result } = shown;
    const records = result.rowCountIsFinal ? { records: result.rowCount } : {};
    const panel = { client, ...records, runAgain: () => this.#runUnheard(query) };
    return { portalId: this.portalId, query, panel };
  }

  async exportJson(): Promise<void> {
    await this.#deps.actions.exportJson(this.exported);
  }

  showLog(): void {
    this.#deps.log.show();
  }

  async layoutChanged(layout: FieldLayout): Promise<void> {
    const { shown } = this.#screen;
    if (shown !== undefined) await this.#deps.layouts.remember(this.#ref(shown.query), layout);
  }

  selected(generation: number, range: SelectedRange): void {
    const { shown } = this.#screen;
    if (shown?.generation === generation) this.cells.take(shown, range);
  }

  async copyCells(generation: number, range: SelectedRange): Promise<void> {
    this.selected(generation, range);
    await this.tell('copyCells', this.cells.copy('tsv', false));
  }

  #show({ query, client, result, head, server, partial }: Opened, isContinuation: boolean): void {
    this.cells.clear();
    this.#screen.shown?.result.dispose();
    this.#generation += 1;
    const ref = this.#ref(query);
    const names = { ...this.#deps.portals.names(ref), server };
    this.#screen.show({
      generation: this.#generation,
      ...{ query, client, result, partial, head, names, isContinuation },
      isLocal: this.#deps.portals.sourceOf(ref) !== 'portal',
      finder: new RecordFinder(result),
      label: queryLabel(names.resource, query),
      layout: () => this.#deps.layouts.of(ref),
      saved: savedPanel(this.portalId, query, this.exploration.history),
      question: this.exploration.question({ query, client }),
    });
    this.#tellAddress();
  }

  /** A failure is shown in the panel itself. */
  #runUnheard(query: DatastoreQuery): void {
    this.run(query).catch(() => undefined);
  }

  /** Whether what is shown is from where the portal is now. */
  #tellAddress(): void {
    const { shown } = this.#screen;
    const isOld = shown !== undefined && this.#deps.portals.hasMoved(shown.client);
    const runAgain = () => shown && this.#runUnheard(shown.query);
    this.#screen.setNotices('address', isOld ? [movedNotice(shown.names.server, runAgain)] : []);
  }

  #problem(error: unknown): GridProblem {
    const words = this.#deps.failures.note('Query', error);
    const back = { label: vscode.l10n.t('Back'), run: () => this.go(-1) };
    const canGoBack = this.exploration.canGo(-1);
    const offered = canGoBack ? [...words.actions, back] : words.actions;
    return runProblem(words, this.#screen.offers.replace('problem', offered), canGoBack);
  }

  /** Listens for what is said of the resource; a question of another resource listens there. */
  #watch(): void {
    const { resourceId } = this.#query;
    if (this.#watched?.resourceId === resourceId) return;
    this.#watched?.watch.dispose();
    const watch = this.#deps.portals.about(this.#ref(), {
      notices: (notices) => this.#screen.setNotices('resource', notices),
      // A run that has not asked yet asks for the new records anyway; one that has asked got some of the old ones.
      renewed: () => {
        if (!this.isAsleep && !this.#runs.isPreparing) this.retry();
      },
    });
    this.#watched = watch && { resourceId, watch };
  }

  #ref({ resourceId } = this.#query): ResourceRef {
    return { portalId: this.portalId, resourceId };
  }
}
