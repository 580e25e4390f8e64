import * as vscode from 'vscode';
import type { Field } from '../datastore/model.ts';
import type { DatastoreQuery } from '../datastore/query.ts';
import { ResultSet } from '../datastore/resultSet.ts';
import { toWire } from '../datastore/wireCell.ts';
import { forever } from '../shared/untilAborted.ts';
import type { Disposing } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import type { ResourceWatch } from '../platform/resourceNotice.ts';
import { linkWebview } from '../platform/webviewLink.ts';
import type { RecordRow, WireCell } from '../shared/cells.ts';
import type { FieldStatistics } from '../shared/fieldStatistics.ts';
import type { FieldLayout } from '../shared/fieldLayout.ts';
import type { GridAction } from '../shared/gridActions.ts';
import type {
  FindAnswer,
  FindQuestion,
  GridHost,
  GridInit,
  GridPanelView,
  GridProblem,
  SavedPanel,
  SelectedRange,
} from '../shared/gridProtocol.ts';
import type { FrequentValues, QueryChange } from '../shared/queryChange.ts';
import { windowRows } from '../shared/windowRows.ts';
import { Exploration } from './exploration.ts';
import { fieldFacts } from './fieldFacts.ts';
import { countOfAll } from './countOfAll.ts';
import { GridScreen } from './gridScreen.ts';
import type { ShownResult } from './gridResult.ts';
import { gridStrings } from './gridStrings.ts';
import type { LayoutStore } from './layoutStore.ts';
import { noRecord, openRecord } from './openRecord.ts';
import { queryLabel } from './queryLabel.ts';
import { RecordFinder } from './recordFinder.ts';
import type { PlaceNames, RecordsActions, RecordsPortals } from './recordsPorts.ts';
import { runProblem } from './runProblem.ts';
import { readSavedPanel, type RestoredPanel, savedPanel } from './savedPanel.ts';
import { SelectedCells } from './selectedCells.ts';
import { servedRecords } from './servedRecords.ts';

export interface RecordsControllerDeps {
  readonly portals: RecordsPortals;
  readonly actions: RecordsActions;
  readonly layouts: LayoutStore;
  readonly failures: Failures;
  readonly log: Log;
  readonly settings: Pick<Settings, 'gridLook'>;
}

/** A result and the rows that are shown first; they came with its first answer. */
type Opened = Pick<ShownResult, 'client' | 'result' | 'head'>;

export interface Answered {
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
    label: () => queryLabel(this.names.resource, this.#query),
    resource: () => this.names.resource,
    saved: () => savedPanel(this.portalId, this.#query, this.exploration.history),
    retry: () => this.retry(),
  });
  /** A failure is shown in the panel itself. */
  readonly exploration = new Exploration((query) => void this.run(query).catch(() => undefined));
  /** What copying takes. */
  readonly cells = new SelectedCells({
    tell: (summary) => this.#screen.setSummary(summary),
    settle: () => this.#screen.settle(),
    show: (name, text) => this.#deps.actions.showText(name, text),
    resource: () => this.names.resource,
  });
  readonly #looks: vscode.Disposable;
  /** What is listened to for the resource that is shown. */
  #watched: { readonly resourceId: string; readonly watch: ResourceWatch } | undefined;
  #query: DatastoreQuery;
  #run: AbortController | undefined;
  /** The run is getting its records ready, and has not asked for them yet. */
  #isPreparing = false;
  #generation = 0;

  constructor(portalId: string, query: DatastoreQuery, deps: RecordsControllerDeps) {
    this.portalId = portalId;
    this.#query = query;
    this.#deps = deps;
    this.onDidAnswer = this.#answered.event;
    this.onDidReady = this.#ready.event;
    this.#looks = deps.settings.gridLook.onDidChange((look) => this.#screen.setLook(look));
  }

  get query(): DatastoreQuery {
    return this.#query;
  }

  get isAsleep(): boolean {
    return this.#screen.state.kind === 'asleep';
  }

  get #shown(): ShownResult | undefined {
    return this.#screen.shown;
  }

  get names(): PlaceNames {
    return this.#deps.portals.names({ portalId: this.portalId, resourceId: this.#query.resourceId });
  }

  /** Serves this webview from now on. */
  attach(panel: vscode.WebviewPanel): Disposing {
    const link = linkWebview<GridPanelView, GridHost>(panel, servedRecords(this));
    this.#screen.attach(link.remote);
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
    const before = this.#shown?.query;
    const opened = await this.#open(query, outer, async (signal) => {
      await this.#deps.portals.refresh(this.#ref(), signal);
      await this.#watched?.watch.look();
    }).finally(() => {
      if (['failed', 'cancelled'].includes(this.#screen.state.kind)) this.exploration.cameToNothing(before);
    });
    if (opened === undefined) return undefined;
    this.#show(opened, false);
    const { result } = opened;
    await this.#deps.portals.answered(this.#ref(), countOfAll(result));
    this.#answered.fire({ fields: result.fields, ...(before !== undefined && { before }) });
    return result.fields;
  }

  /** What a command asks of the grid itself. */
  perform(action: GridAction): void {
    this.#screen.perform(action);
  }

  dispose(): void {
    this.#run?.abort();
    this.#looks.dispose();
    this.#shown?.result.dispose();
    this.#watched?.watch.dispose();
    this.#answered.dispose();
    this.cells.dispose();
    this.#ready.dispose();
  }

  // The calls of the grid.

  ready(saved: SavedPanel | null): GridInit {
    // The answer must be there before what follows from it.
    setTimeout(() => {
      this.#screen.greet();
      this.#ready.fire(readSavedPanel({ saved }));
    });
    const look = this.#deps.settings.gridLook.value;
    return { strings: gridStrings(), language: vscode.env.language, look };
  }

  async rows(
    generation: number,
    first: number,
    last: number,
    signal: AbortSignal,
  ): Promise<readonly (readonly WireCell[])[]> {
    const rows = await this.#rows(generation, first, last, signal);
    return rows.map((row) => row.map((value) => toWire(value)));
  }

  async record(generation: number, row: number, signal: AbortSignal): Promise<readonly WireCell[]> {
    const [record = []] = await this.#rows(generation, row, row + 1, signal);
    return record.map((value) => toWire(value, Infinity));
  }

  /** Somebody scrolled past a first page whose order has no second one. */
  async continueAt(generation: number): Promise<void> {
    const query = this.#shown?.generation === generation ? this.#shown.result.continuation : undefined;
    if (query === undefined || this.#run !== undefined) return;
    const opened = await this.#open(query, undefined, () => Promise.resolve()).catch(() => undefined);
    if (opened !== undefined) this.#show(opened, true);
  }

  retry(): void {
    // A failure is shown in the panel itself.
    this.run(this.#query).catch(() => undefined);
  }

  cancel(): void {
    this.#run?.abort();
  }

  go(step: -1 | 1): void {
    this.exploration.go(step);
  }

  change(generation: number, change: QueryChange, signal: AbortSignal): Promise<void> {
    return this.exploration.change(this.#current(generation), change, signal);
  }

  frequentValues(generation: number, field: string, signal: AbortSignal): Promise<FrequentValues> {
    const counted = this.exploration.frequentValues(this.#current(generation), field, signal);
    return this.#inWords(counted, signal);
  }

  statistics(
    generation: number,
    field: number,
    ofAll: boolean,
    signal: AbortSignal,
  ): Promise<FieldStatistics> {
    const onRead = (records: number) => this.#screen.setCounted(generation, field, records);
    return this.#inWords(fieldFacts(this.#current(generation), { field, ofAll, onRead }, signal), signal);
  }

  act(offer: string): Promise<void> {
    return this.#screen.offers.run(offer);
  }

  find(generation: number, question: FindQuestion, signal: AbortSignal): Promise<FindAnswer> {
    return this.#current(generation).finder.find(question, signal);
  }

  /** The record that the cursor is on, as JSON in an editor. Throws Problem. */
  async openCurrentRecord(): Promise<void> {
    const { row } = await this.cells.settled();
    if (row === undefined) throw noRecord();
    await this.openRecord(this.#generation, row);
  }

  /** Throws Problem. */
  async openRecord(generation: number, row: number): Promise<void> {
    await openRecord(this.#current(generation).result, row, this.names.resource, this.#deps.actions);
  }

  /** For a button, which can't tell of a failure. */
  tell(what: string, work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => this.#deps.failures.tell(what, error));
  }

  async setToken(): Promise<void> {
    if (await this.#deps.portals.setToken(this.portalId)) this.retry();
  }

  editQuery(): Promise<void> {
    return this.#deps.actions.editQuery(this.portalId, this.#query);
  }

  exportJson(): Promise<void> {
    const result = this.#screen.state.kind === 'ready' ? this.#shown?.result : undefined;
    const shown = result?.rowCountIsFinal === true ? result.rowCount : undefined;
    return this.#deps.actions.exportJson(this.portalId, this.#query, shown);
  }

  showLog(): void {
    this.#deps.log.show();
  }

  layoutChanged(layout: FieldLayout): Promise<void> {
    return this.#deps.layouts.remember(this.#ref(), layout);
  }

  selected(generation: number, range: SelectedRange): void {
    if (this.#shown?.generation === generation) this.cells.take(this.#shown.result, range);
  }

  async copyCells(generation: number, range: SelectedRange): Promise<void> {
    this.selected(generation, range);
    await this.tell('copyCells', this.cells.copy('tsv', false));
  }

  async #open(
    query: DatastoreQuery,
    outer: AbortSignal | undefined,
    prepare: (signal: AbortSignal) => Promise<void>,
  ): Promise<Opened | undefined> {
    this.#run?.abort();
    const run = (this.#run = new AbortController());
    const signal = outer === undefined ? run.signal : AbortSignal.any([run.signal, outer]);
    this.#screen.setState({ kind: 'loading' });
    try {
      this.#isPreparing = true;
      await prepare(signal).finally(() => {
        if (this.#run === run) this.#isPreparing = false;
      });
      const client = await this.#deps.portals.client(this.#ref(), signal);
      const result = await ResultSet.open(client, query, signal);
      const headRows = Math.min(windowRows(result.fields.length), result.firstPageRows);
      const head = await result.rows(0, headRows, signal);
      if (this.#run === run) return { client, result, head };
      result.dispose();
      return undefined;
    } catch (error) {
      // A newer run speaks for the panel now.
      if (this.#run !== run) return undefined;
      this.#screen.setState(
        signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', problem: this.#problem(error) },
      );
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      if (this.#run === run) this.#run = undefined;
    }
  }

  #show({ client, result, head }: Opened, isContinuation: boolean): void {
    this.cells.clear();
    this.#shown?.result.dispose();
    this.#generation += 1;
    const shown: ShownResult = {
      generation: this.#generation,
      query: this.#query,
      ...{ client, result },
      finder: new RecordFinder(result),
      head,
      label: queryLabel(this.names.resource, this.#query),
      names: this.names,
      layout: () => this.#deps.layouts.of(this.#ref()),
      saved: savedPanel(this.portalId, this.#query, this.exploration.history),
      isContinuation,
      question: this.exploration.question({ query: this.#query, client }),
    };
    this.#screen.show(shown);
  }

  async #rows(
    generation: number,
    first: number,
    last: number,
    signal: AbortSignal,
  ): Promise<readonly RecordRow[]> {
    const { result } = this.#current(generation);
    // What would come is in another order; the rows wait for the result that `continueAt` brings.
    const isPast = result.continuation !== undefined && first >= result.firstPageRows;
    return this.#inWords(isPast ? forever(signal) : result.rows(first, last, signal), signal);
  }

  /** Rejects with what people can read. */
  async #inWords<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await work;
    } catch (error) {
      signal.throwIfAborted();
      const { message, hint } = this.#deps.failures.note('Records', error);
      throw new Error(`${message} ${hint}`.trim(), { cause: error });
    }
  }

  #current(generation: number): ShownResult {
    if (this.#shown?.generation !== generation) throw new Error('This result was replaced');
    return this.#shown;
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
      notices: (notices) => this.#screen.setNotices(notices),
      // A run that has not asked yet asks for the new records anyway; one that has asked got some of the old ones.
      renewed: () => {
        if (!this.isAsleep && !this.#isPreparing) this.retry();
      },
    });
    this.#watched = watch && { resourceId, watch };
  }

  #ref(): { readonly portalId: string; readonly resourceId: string } {
    return { portalId: this.portalId, resourceId: this.#query.resourceId };
  }
}
