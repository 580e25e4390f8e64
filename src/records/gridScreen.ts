import * as vscode from 'vscode';
import { post } from '../platform/page.ts';
import type { ChartChoice } from '../datastore/query/chartChoice.ts';
import type {
  ChartPicture,
  GridMessage,
  GridOffer,
  GridPanelView,
  GridTask,
  SavedPanel,
} from '../messages/gridProtocol.ts';
import type { Remote } from '../messages/rpc.ts';
import type { FailureAction } from '../platform/failures.ts';
import type { ResourceNotice } from '../platform/ports/portalPort.ts';
import { translate } from '../platform/windowLanguage.ts';
import { gridResult, noticeText, type ShownResult, statusText } from './gridResult.ts';
import { PANEL_WORDS, WAY_ON_WORDS } from './recordsWords.ts';

/** Time in which a page must answer. A page that doesn't is gone. */
const SELECTION_MS = 1000;

/** Subjects of the notices above the records: the resource, its portal's address, or rows that couldn't be loaded. */
export type NoticeSource = 'resource' | 'address' | 'rows';

export interface ShownTask extends Omit<GridTask, 'id' | 'endsIn' | 'tools'> {
  /** End of a wait on the clock of `performance.now()`. */
  readonly until?: number;
  readonly tools: readonly (FailureAction & Pick<GridTask['tools'][number], 'icon'>)[];
}

/** The state beside, or in place of, the last good records. */
export type ScreenState =
  /** `idle` is a restored panel that hasn't run its query yet. */
  | { readonly kind: 'ready' | 'cancelled' | 'idle' }
  | { readonly kind: 'loading'; readonly name: string }
  | { readonly kind: 'failed'; readonly problem: GridMessage };

export interface ScreenOptions {
  readonly resource: () => string;
  readonly saved: () => SavedPanel;
  /** Titles of the changes that Undo and Redo would apply. */
  readonly undoable: () => readonly [undo: string, redo: string];
  readonly retry: () => void;
  readonly edit: () => unknown;
}

/** The content of a panel, kept for the next page, because VS Code discards the page of a hidden tab. */
export class GridScreen {
  readonly offers = new Offers();
  readonly #options: ScreenOptions;
  #attached: Remote<GridPanelView> | undefined;
  /** Undefined until the page has loaded, because content sent earlier would be drawn twice. */
  #view: Remote<GridPanelView> | undefined;
  #state: ScreenState = { kind: 'idle' };
  #shown: ShownResult | undefined;
  readonly #notices = new Map<NoticeSource, readonly ResourceNotice[]>();
  readonly #tasks = new Map<string, ShownTask>();
  #isVisible: () => boolean = () => false;
  #rowsInView: number | undefined;

  constructor(options: ScreenOptions) {
    this.#options = options;
  }

  get state(): ScreenState {
    return this.#state;
  }

  /** The rows that the page has room for. Undefined until it has painted records. */
  get rowsInView(): number | undefined {
    return this.#rowsInView;
  }

  get shown(): ShownResult | undefined {
    return this.#shown;
  }

  /** The shown result if it has this generation. Throws if it was replaced. */
  current(generation: number): ShownResult {
    if (this.#shown?.generation !== generation) throw new Error('This result was replaced');
    return this.#shown;
  }

  get isSeen(): boolean {
    return this.#isVisible();
  }

  /** Whether the file's import ended early, so that the shown records can't be queried. */
  get isDiscarded(): boolean {
    return this.#notices.get('resource')?.some(({ kind }) => kind === 'broken') === true;
  }

  /** The portal and time of a local copy in words. Empty for other resources. */
  get copied(): string {
    return this.#notices.get('resource')?.find(({ kind }) => kind === 'copy')?.text ?? '';
  }

  attach(view: Remote<GridPanelView>, isVisible: () => boolean): void {
    this.#attached = view;
    this.#isVisible = isVisible;
  }

  /** Notes that another page is loading. It will get everything by `sendAll`. */
  expectPage(): void {
    this.#view = undefined;
  }

  sendAll(): void {
    this.#view = this.#attached;
    // A screen reader announces only the last message, which should be the number of records.
    this.#sendNotices();
    if (this.#tasks.size > 0) this.#sendTasks();
    this.#sendResult();
    this.#sendState();
    this.#sendUndoable();
  }

  setState(state: ScreenState): void {
    this.#state = state;
    if (state.kind === 'ready') this.#sendResult();
    else this.#sendState();
    this.#sendUndoable();
  }

  show(shown: ShownResult): void {
    this.#shown = shown;
    this.setNotices('rows', []);
    shown.result.onDidChange(() => this.#sendChanges(shown));
    this.setState({ kind: 'ready' });
  }

  setNotices(source: NoticeSource, notices: readonly ResourceNotice[]): void {
    if (notices.length === 0 && (this.#notices.get(source)?.length ?? 0) === 0) return;
    this.#notices.set(source, notices);
    this.#sendNotices();
    // The file is gone, so why it couldn't be read no longer matters. Its last records remain visible.
    const isGone = notices.some(({ kind }) => kind === 'gone');
    if (isGone && this.#state.kind === 'failed' && this.#shown !== undefined) this.setState({ kind: 'ready' });
  }

  /** Shows or updates the task with this id. Undefined removes it. */
  setTask(id: string, task: ShownTask | undefined): void {
    if (task !== undefined) this.#tasks.set(id, task);
    else if (!this.#tasks.delete(id)) return;
    if (task === undefined) this.offers.replace(id, []);
    this.#sendTasks();
  }

  /** Sends the state that the page saves. Without records, it was sent with the message that explains why. */
  remember(saved: SavedPanel): void {
    if (this.#shown !== undefined) this.#shown = { ...this.#shown, saved };
    this.tell((page) => page.remember(saved));
    this.#sendUndoable();
  }

  /** Calls the page, if there is one. */
  tell(call: (page: Remote<GridPanelView>) => Promise<unknown>): void {
    if (this.#view !== undefined) post(call(this.#view));
  }

  setSummary(summary: string, canSumAll = false): void {
    const { shown } = this;
    if (shown !== undefined) this.tell((page) => page.summary(shown.generation, summary, canSumAll));
  }

  /** Rejects without a page, and if it shows no chart. */
  async paintChart(picture: ChartPicture, signal: AbortSignal): Promise<string> {
    if (this.#view === undefined) throw new Error('The page is gone');
    return this.#view.paintChart(picture, signal);
  }

  /** The chart that people see. Undefined if they see the table, or no page answers. */
  async shownChart(): Promise<ChartChoice | undefined> {
    return (await this.#view?.shownChart(AbortSignal.timeout(SELECTION_MS)).catch(() => null)) ?? undefined;
  }

  /** Resolves when the page has reported its selection. */
  async syncSelection(): Promise<void> {
    // A page that is still loading can't have a newer selection.
    await this.#view?.sendSelection(AbortSignal.timeout(SELECTION_MS)).catch(() => undefined);
  }

  #sendNotices(): void {
    if (this.#view === undefined) return;
    const notices = [...this.#notices.values()].flat().map(({ kind, text, actions }) => {
      const offered = actions.map(({ label, does }) => ({
        label,
        run: does === 'runAgain' ? this.#options.retry : does,
      }));
      return { kind, text, offers: this.offers.replace(kind, offered) };
    });
    post(this.#view.about(notices));
  }

  #sendTasks(): void {
    if (this.#view === undefined) return;
    const tasks = [...this.#tasks].map(([id, { until, tools, ...task }]) => ({
      ...{ id, ...task },
      ...(until !== undefined && { endsIn: Math.max(0, until - performance.now()) }),
      tools: this.offers.replace(id, tools).map((offer, index) => {
        const icon = tools[index]?.icon;
        return { ...offer, ...(icon && { icon }) };
      }),
    }));
    post(this.#view.tasks(tasks));
  }

  #sendUndoable(): void {
    this.tell((page) => page.undoable(...this.#options.undoable()));
  }

  #sendResult(): void {
    const { shown } = this;
    if (shown === undefined) return;
    const count = (): void => {
      if (this.#shown?.generation === shown.generation && this.#state.kind === 'ready') shown.result.resumeCount();
    };
    // A count takes all processors, so the page paints the records first. Without a page, nothing is painted.
    if (this.#view === undefined) count();
    else
      void this.#view.result(gridResult(shown, this.copied)).then((rows) => {
        this.#rowsInView = rows;
        count();
      }, count);
  }

  #sendState(): void {
    const view = this.#view;
    const state = this.#state;
    if (view === undefined || state.kind === 'ready') return;
    if (state.kind === 'loading') post(view.loading(state.name));
    else post(view.message(state.kind === 'failed' ? state.problem : this.#waiting(state.kind)));
  }

  #waiting(kind: 'cancelled' | 'idle'): GridMessage {
    const { resource, saved, retry, edit } = this.#options;
    const offers = this.offers.replace('state', [
      { label: translate(WAY_ON_WORDS.runAgain), run: retry },
      { label: translate(WAY_ON_WORDS.editQuery), run: edit },
    ]);
    return kind === 'cancelled'
      ? { tone: 'info', text: translate(PANEL_WORDS.cancelled), offers }
      : { tone: 'info', text: idleText(resource()), offers, saved: saved() };
  }

  #sendChanges(shown: ShownResult): void {
    if (this.#view === undefined || this.#shown?.generation !== shown.generation) return;
    const { generation, result } = shown;
    const status = statusText(result, shown.partial);
    post(this.#view.resized(generation, result.rowCount, result.rowCountIsFinal, status));
    const notice = noticeText(shown);
    if (notice !== '') post(this.#view.notice(generation, notice));
  }
}

function idleText(resource: string): string {
  return vscode.workspace.isTrusted
    ? translate(PANEL_WORDS.notLoaded, { 0: resource })
    : translate(PANEL_WORDS.restricted, { 0: resource });
}

/** The buttons of a panel's messages and notices, by ids that the page sends back. */
class Offers {
  readonly #runs = new Map<string, () => unknown>();

  replace(topic: string, offered: readonly FailureAction[]): readonly GridOffer[] {
    for (const id of [...this.#runs.keys()]) if (id.startsWith(`${topic}/`)) this.#runs.delete(id);
    return offered.map(({ label, run }, index) => {
      const id = `${topic}/${String(index)}`;
      this.#runs.set(id, run);
      return { id, label };
    });
  }

  /** Runs a button. One of an older message is ignored. */
  async run(id: string): Promise<void> {
    await this.#runs.get(id)?.();
  }
}
