import * as vscode from 'vscode';
import type { RecordRow, WireCell } from '../base/cells.ts';
import { defined } from '../base/defined.ts';
import { forever } from '../base/untilAborted.ts';
import { toWire } from '../base/exactJson.ts';
import { queryLabel } from './queryLabel.ts';
import type { Field } from '../base/field.ts';
import type { ChartChoice } from '../datastore/query/chartChoice.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { QueryHistory } from '../datastore/query/queryHistory.ts';
import type { ResultSet } from '../datastore/result/resultSet.ts';
import type { GridInit, GridMessage, GridNow, RunningCalls, SavedPanel } from '../messages/gridProtocol.ts';
import { MOST_ROWS } from '../messages/windowRows.ts';
import type { Handlers } from '../messages/rpc.ts';
import { typeInOpeningList } from '../platform/openingList.ts';
import { AddressChanged, Problem } from '../platform/problem.ts';
import { DisposableStore } from '../platform/disposables.ts';
import type { AnswerInPanel, PlaceNames, ResourceWatch } from '../platform/ports/portalPort.ts';
import type { ResourceRef } from '../platform/portal.ts';
import { Exploration } from './exploration.ts';
import { gridMarks, type ShownResult, wireRows } from './gridResult.ts';
import { GridScreen } from './gridScreen.ts';
import { GRID_STRINGS } from '../messages/gridStrings.ts';
import { translate, translated } from '../platform/windowLanguage.ts';
import { inWords, movedNotice, recoveryActions, type RetryActions, rowsNotice, sentence } from './panelNotices.ts';
import { askForCopy, isOfCopy } from './copyOffer.ts';
import { layoutRef } from './layoutStore.ts';
import { PanelTasks } from './panelTasks.ts';
import { PanelWaits } from './panelWaits.ts';
import { type OpenedQuery, QueryRuns } from './queryRuns.ts';
import { RecordFinder } from './recordFinder.ts';
import type { RecordsProgram } from './recordsPorts.ts';
import { PANEL_WORDS } from './recordsWords.ts';
import { type RestoredPanel, savedPanel } from './savedPanel.ts';

/** Runs the queries of one panel and sends its page the records. */
export class QueryRunner implements Handlers<RunningCalls>, vscode.Disposable {
  readonly portalId: string;
  readonly screen: GridScreen;
  /** The panel itself shows a failure. */
  readonly exploration = new Exploration((query) => {
    this.keep();
    this.start(query);
  });
  readonly tasks: PanelTasks;
  readonly #program: RecordsProgram;
  readonly #runs: QueryRuns;
  readonly #waits: PanelWaits;
  readonly #store = new DisposableStore();
  readonly #begun = this.#store.add(new vscode.EventEmitter<void>());
  readonly #answered = this.#store.add(new vscode.EventEmitter<AnswerInPanel>());
  readonly #ready = this.#store.add(new vscode.EventEmitter<RestoredPanel | undefined>());
  readonly #replaced = this.#store.add(new vscode.EventEmitter<void>());
  readonly #kept = this.#store.add(new vscode.EventEmitter<void>());
  /** Fires when a query begins to run, whose answer may take long. */
  readonly onDidBegin = this.#begun.event;
  /** Fires when a query was answered, whether from the grid, the form or a command. */
  readonly onDidAnswer = this.#answered.event;
  /** Fires when the page has loaded, with the state that it had saved. */
  readonly onDidReady = this.#ready.event;
  readonly onWillReplace = this.#replaced.event;
  readonly onDidKeep = this.#kept.event;
  readonly #id: string;
  #isKept: boolean;
  isRestored = false;
  #watched: { readonly resourceId: string; readonly watch: ResourceWatch } | undefined;
  #query: DatastoreQuery;
  #generation = 0;
  #loading = new AbortController();

  /** `isKept` means that the panel is kept for its resource. `id` is the one in SavedPanel. */
  constructor(portalId: string, query: DatastoreQuery, program: RecordsProgram, isKept: boolean, id: string) {
    this.#id = id;
    const { portals, settings, failures } = program.host;
    this.portalId = portalId;
    this.#isKept = isKept;
    this.#query = query;
    this.#program = program;
    const screen = (this.screen = new GridScreen({
      resource: () => this.names.resource,
      saved: () => this.#saved(this.#query),
      undoable: () => [this.exploration.titleOf(-1), this.exploration.titleOf(1)],
      retry: () => this.retry(),
      edit: () => this.#editLastQuery(),
    }));
    this.#runs = new QueryRuns({ portalId, portals, screen, problem: (error) => this.#problem(error) });
    const { waits } = program;
    const cancel = () => {
      this.cancel();
      this.#loading.abort(new Problem(translate(PANEL_WORDS.cancelled)));
      this.#loading = new AbortController();
    };
    this.#waits = this.#store.add(new PanelWaits({ portalId, portals, failures, waits, screen, cancel }));
    this.tasks = this.#store.add(new PanelTasks({ screen, waits: this.#waits }));
    this.#store.add(settings.gridLook.onDidChange((look) => screen.tell((page) => page.look(look))));
    this.#store.add(portals.onDidChange(() => this.#checkAddress()));
  }

  /** False until people work in the panel or keep it. Until then the next resource replaces its own. */
  get isKept(): boolean {
    return this.#isKept;
  }

  keep(): void {
    if (this.#isKept) return;
    this.#isKept = true;
    this.remember();
    this.#program.queries.keep(this.#saved(this.#query));
    this.#kept.fire();
  }

  remember(): void {
    this.screen.remember(this.#saved(this.screen.shown?.query ?? this.#query));
  }

  restore(history: QueryHistory): void {
    this.isRestored = true;
    this.exploration.restore(history);
  }

  get query(): DatastoreQuery {
    return this.#query;
  }

  get ref(): ResourceRef {
    return this.#refOf(this.#query);
  }

  get names(): PlaceNames {
    return this.#program.host.portals.names(this.ref);
  }

  /**
   * Ends a running query, but the last good records stay until new ones come. Returns the fields, or undefined if the
   * query was cancelled or replaced. Rejects if the panel shows a failure.
   */
  async run(query: DatastoreQuery, outer?: AbortSignal, chart?: ChartChoice): Promise<readonly Field[] | undefined> {
    this.#query = query;
    this.exploration.visit(query);
    this.#begun.fire();
    this.#program.queries.keep(this.#saved(query));
    this.#watch();
    const before = this.screen.shown?.query;
    const prepare = async (signal: AbortSignal): Promise<void> => {
      await this.#program.host.portals.records(this.portalId)?.refresh(query.resourceId, signal);
      await this.#watched?.watch.look();
    };
    const opened = await this.#waits.during(this.#runs.open({ query, prepare, outer })).finally(() => {
      if (['failed', 'cancelled'].includes(this.screen.state.kind)) this.exploration.markFailed(before);
    });
    if (opened === undefined) return undefined;
    this.#show({ ...opened, ...defined({ chart }) }, false);
    const { result, recordFields: fields = result.fields } = opened;
    await this.#program.host.portals.answered(this.#refOf(query), result.resourceCount);
    const label = queryLabel(this.names.resource, query);
    this.#answered.fire(defined({ portalId: this.portalId, query, fields, before, label, result }));
    return fields;
  }

  /** Runs a query. The panel itself shows a failure, and the answer as a chart if the query is kept with one. */
  start(query: DatastoreQuery, chart?: ChartChoice): void {
    this.run(query, undefined, chart).catch(() => undefined);
  }

  dispose(): void {
    void this.focused(false);
    this.#runs.cancel();
    this.screen.shown?.result.dispose();
    this.#watched?.watch.dispose();
    this.#store.dispose();
  }

  // The page makes the following calls. Commands make some of them, too.

  ready(saved: SavedPanel | null): GridNow {
    // The previous page can't report that it lost the focus.
    void this.focused(false);
    this.screen.expectPage();
    // The initial data that the page was made with is updated first.
    setTimeout(() => {
      this.screen.sendAll();
      this.#ready.fire(this.#program.queries.newest({ saved }));
    });
    return this.#now;
  }

  get init(): Omit<GridInit, 'chartUri'> {
    return { ...this.#now, strings: translated(GRID_STRINGS), language: vscode.env.language };
  }

  get #now(): GridNow {
    return { look: this.#program.host.settings.gridLook.value, name: this.names.resource };
  }

  /** The rows as the page needs them. Rejects with a sentence for people, and a notice says what to do. */
  async rows(
    generation: number,
    first: number,
    last: number,
    signal: AbortSignal,
  ): Promise<readonly (readonly WireCell[])[]> {
    const { screen } = this;
    const { result } = screen.current(generation);
    try {
      const rows = await this.#loadRows(result, first, Math.min(last, first + MOST_ROWS), signal);
      screen.setNotices('rows', []);
      return wireRows(rows, gridMarks(screen.current(generation)));
    } catch (error) {
      signal.throwIfAborted();
      const words = this.#program.host.failures.log('Records', error);
      // A notice already says that the portal's address has changed.
      if (screen.shown?.generation === generation && !(error instanceof AddressChanged))
        screen.setNotices('rows', [
          rowsNotice(
            words,
            this.#retryActions(() => screen.tell((page) => page.retryRows())),
          ),
        ]);
      throw new Error(sentence(words), { cause: error });
    }
  }

  async record(generation: number, row: number, signal: AbortSignal): Promise<readonly WireCell[]> {
    const { result } = this.screen.current(generation);
    const [record = []] = await inWords(
      this.#loadRows(result, row, row + 1, signal),
      this.#program.host.failures,
      signal,
    );
    return record.map((value) => toWire(value, Infinity));
  }

  /** Continues a search whose first page is sorted by rank, which can't be paged. */
  async continueAt(generation: number): Promise<void> {
    const { shown } = this.screen;
    const continuation = shown?.generation === generation ? shown.result.continuation : undefined;
    if (shown === undefined || continuation === undefined || this.#runs.isRunning) return;
    const opening = this.#runs.open({ query: shown.query, sent: continuation });
    const opened = await this.#waits.during(opening).catch(() => undefined);
    if (opened !== undefined) this.#show(opened, true);
  }

  retry(): void {
    this.start(this.#query);
  }

  cancel(): void {
    this.#runs.cancel();
  }

  act(offer: string): Promise<void> {
    return this.screen.offers.run(offer);
  }

  editQuery(): Promise<void> {
    return this.#program.actions.editQuery(this.portalId, this.screen.shown?.query ?? this.#query);
  }

  typedElsewhere(text: string): void {
    if (!typeInOpeningList(text)) this.#program.actions.typeInForm(text);
  }

  focused(hasFocus: boolean): Promise<void> {
    return this.#program.focus.take(this, hasFocus);
  }

  #loadRows(result: ResultSet, first: number, last: number, signal: AbortSignal): Promise<readonly RecordRow[]> {
    const either = AbortSignal.any([signal, this.#loading.signal]);
    return result.isBehindContinuation(first) ? forever(either) : this.#waits.during(result.rows(first, last, either));
  }

  #show({ server, ...opened }: OpenedQuery & Pick<ShownResult, 'chart'>, isContinuation: boolean): void {
    const { query, result } = opened;
    this.#replaced.fire();
    this.screen.shown?.result.dispose();
    this.#generation += 1;
    const ref = this.#refOf(query);
    const names = { ...this.#program.host.portals.names(ref), server };
    this.screen.show({
      generation: this.#generation,
      ...{ ...opened, names, isContinuation },
      isLocal: this.#program.host.portals.sourceOf(ref) !== 'portal',
      finder: new RecordFinder(result),
      label: queryLabel(names.resource, query),
      layout: () => this.#program.layouts.of(layoutRef(this.portalId, query)),
      saved: this.#saved(query),
      question: this.exploration.question(opened),
      marks: this.#program.host.portals.records(this.portalId)?.marks?.(query.resourceId),
    });
    this.#checkAddress();
  }

  #checkAddress(): void {
    const { shown } = this.screen;
    const isOld = shown !== undefined && this.#program.host.portals.hasMoved(shown.client);
    const runAgain = () => shown && this.start(shown.query);
    this.screen.setNotices('address', isOld ? [movedNotice(this.names.server, runAgain)] : []);
  }

  #problem(error: unknown): GridMessage {
    const { exploration, screen } = this;
    const words = this.#program.host.failures.log('Query', error);
    const isOfQuery = words.part !== undefined && words.part !== 'portal' && words.part !== 'resource';
    if (screen.shown === undefined && !isOfQuery) this.#program.host.portals.failed(this.ref, words.message);
    const canGoBack = exploration.canGo(-1);
    const ways = recoveryActions(words, {
      ...this.#retryActions(() => this.retry()),
      ...(isOfCopy(error, this.#query) && { makeCopy: () => this.#runWithCopy(this.#query) }),
      ...(canGoBack && { back: () => exploration.go(-1) }),
      editQuery: () => this.#editLastQuery(),
      showLog: () => this.#program.host.log.show(),
    });
    const offers = screen.offers.replace('state', ways);
    return { tone: 'error', text: words.message, hint: words.hint, offers, canGoBack };
  }

  #runWithCopy(query: DatastoreQuery): Promise<void> {
    const { portals } = this.#program.host;
    const ref = this.#refOf(query);
    const confirm = () => askForCopy(portals.names(ref).resource, query, (signal) => portals.client(ref, signal));
    return this.#program.actions.runWithCopy(this.portalId, query, confirm);
  }

  #editLastQuery(): Promise<void> {
    return this.#program.actions.editQuery(this.portalId, this.#query);
  }

  #retryActions(tryAgain: () => void): RetryActions {
    const setToken = async () => {
      if (await this.#program.host.portals.setToken(this.portalId)) tryAgain();
    };
    const checkToken = () =>
      vscode.commands.executeCommand('datastoreExplorer.checkToken', { portalId: this.portalId });
    return { tryAgain, setToken, checkToken };
  }

  #watch(): void {
    const { resourceId } = this.#query;
    if (this.#watched?.resourceId === resourceId) return;
    this.#watched?.watch.dispose();
    const watch = this.#program.host.portals.records(this.portalId)?.watch(resourceId, {
      notices: (notices) => this.screen.setNotices('resource', notices),
      // A run that hasn't sent its request will get the new records anyway. One that has may get old ones.
      renewed: () => {
        if (this.screen.state.kind !== 'idle' && !this.#runs.isPreparing) this.retry();
      },
    });
    this.#watched = watch && { resourceId, watch };
  }

  #saved(query: DatastoreQuery): SavedPanel {
    return savedPanel(this.portalId, query, this.exploration.history, !this.#isKept, this.#id);
  }

  #refOf({ resourceId }: DatastoreQuery): ResourceRef {
    return { portalId: this.portalId, resourceId };
  }
}
