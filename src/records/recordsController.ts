import * as vscode from 'vscode';
import type { Field } from '../datastore/model.ts';
import type { DatastoreQuery } from '../datastore/query.ts';
import { ResultSet } from '../datastore/resultSet.ts';
import { toWire } from '../datastore/wireCell.ts';
import { untilAborted } from '../shared/untilAborted.ts';
import type { Disposing } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import type { ResourceWatch } from '../platform/resourceNotice.ts';
import { linkWebview } from '../platform/webviewLink.ts';
import type { RecordRow, WireCell } from '../shared/cells.ts';
import type { GridAction } from '../shared/gridActions.ts';
import type {
  GridHost,
  GridInit,
  GridPanelView,
  GridProblem,
  SavedPanel,
  SelectedRange,
} from '../shared/gridProtocol.ts';
import { windowRows } from '../shared/windowRows.ts';
import { GridScreen } from './gridScreen.ts';
import type { ShownResult } from './gridResult.ts';
import { gridStrings } from './gridStrings.ts';
import { queryLabel } from './queryLabel.ts';
import type { PlaceNames, RecordsActions, RecordsPortals } from './recordsPorts.ts';
import { readSavedPanel, type RestoredPanel, savedPanel } from './savedPanel.ts';
import { SelectedCells } from './selectedCells.ts';
import { servedRecords } from './servedRecords.ts';

export interface RecordsControllerDeps {
  readonly portals: RecordsPortals;
  readonly actions: RecordsActions;
  readonly failures: Failures;
  readonly log: Log;
}

/** A result and the rows that are shown first; they came with its first answer. */
type Opened = Pick<ShownResult, 'result' | 'head'>;

/** The host's side of one grid. Lives as long as its panel, through any number of queries and page loads. */
export class RecordsController implements vscode.Disposable {
  readonly portalId: string;
  /** A query was answered, by whomever it was run. */
  readonly onDidAnswer: vscode.Event<readonly Field[]>;
  readonly #answered = new vscode.EventEmitter<readonly Field[]>();
  /** The page is there; `saved`: what it had kept. */
  readonly onDidReady: vscode.Event<RestoredPanel | undefined>;
  readonly #ready = new vscode.EventEmitter<RestoredPanel | undefined>();
  readonly #deps: RecordsControllerDeps;
  readonly #screen = new GridScreen({
    label: () => queryLabel(this.names.resource, this.#query),
    resource: () => this.names.resource,
    saved: () => savedPanel(this.portalId, this.#query),
    retry: () => this.retry(),
  });
  /** What copying takes. */
  readonly cells = new SelectedCells((summary) => this.#screen.setSummary(summary));
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
  attach(webview: vscode.Webview): Disposing {
    const link = linkWebview<GridPanelView, GridHost>(webview, servedRecords(this));
    this.#screen.attach(link.remote);
    return link;
  }

  /**
   * Asks, and shows the answer; an older question is dropped. The last good records stay until there are new ones.
   * @returns the fields, or `undefined` when it was cancelled or overtaken. Rejects when the panel shows a failure.
   */
  async run(query: DatastoreQuery, outer?: AbortSignal): Promise<readonly Field[] | undefined> {
    this.#query = query;
    this.#watch();
    const opened = await this.#open(query, outer, async (signal) => {
      await this.#deps.portals.refresh(this.#ref(), signal);
      await this.#watched?.watch.look();
    });
    if (opened === undefined) return undefined;
    this.#show(opened, false);
    const { result } = opened;
    await this.#deps.portals.answered(this.#ref(), countOfAll(result));
    this.#answered.fire(result.fields);
    return result.fields;
  }

  /** What a command asks of the grid itself. */
  perform(action: GridAction): void {
    this.#screen.perform(action);
  }

  dispose(): void {
    this.#run?.abort();
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
    return { strings: gridStrings(), language: vscode.env.language };
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

  act(offer: string): Promise<void> {
    return this.#screen.offers.run(offer);
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

  selected(generation: number, range: SelectedRange): void {
    if (this.#shown?.generation === generation) this.cells.take(this.#shown.result, range);
  }

  async copyCells(generation: number, range: SelectedRange): Promise<void> {
    this.selected(generation, range);
    await this.cells
      .copy('tsv', false)
      .catch((error: unknown) => this.#deps.failures.tell('copyCells', error));
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
      if (this.#run === run) return { result, head };
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

  #show({ result, head }: Opened, isContinuation: boolean): void {
    this.cells.clear();
    this.#shown?.result.dispose();
    this.#generation += 1;
    const shown: ShownResult = {
      generation: this.#generation,
      result,
      head,
      label: queryLabel(this.names.resource, this.#query),
      names: this.names,
      saved: savedPanel(this.portalId, this.#query),
      isContinuation,
    };
    this.#screen.show(shown);
  }

  async #rows(
    generation: number,
    first: number,
    last: number,
    signal: AbortSignal,
  ): Promise<readonly RecordRow[]> {
    const shown = this.#shown;
    if (shown?.generation !== generation) throw new Error('This result was replaced');
    try {
      const { result } = shown;
      // What would come is in another order; the rows wait for the result that `continueAt` brings.
      if (result.continuation !== undefined && first >= result.firstPageRows) await forever(signal);
      return await result.rows(first, last, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw new Error(this.#deps.failures.note('Records', error).message, { cause: error });
    }
  }

  #problem(error: unknown): GridProblem {
    const { message, hint, offersToken, part, actions: own } = this.#deps.failures.note('Query', error);
    const actions: GridProblem['actions'] = [
      ...(offersToken ? (['setToken'] as const) : []),
      ...(part === undefined ? (['retry', 'editQuery'] as const) : (['editQuery', 'retry'] as const)),
      'showLog',
    ];
    return { message, hint, actions, offers: this.#screen.offers.replace('problem', own) };
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

/** How many records the resource has, when nothing narrowed the question and the portal counted. */
function countOfAll({ query, count }: ResultSet): number | undefined {
  const isNarrowed = query.q !== undefined || query.filters !== undefined || query.distinct === true;
  return isNarrowed || count.kind !== 'exact' ? undefined : count.value;
}

/** Rejects when the signal aborts. */
function forever(signal: AbortSignal): Promise<never> {
  return untilAborted(new Promise<never>(() => undefined), signal);
}
