import * as vscode from 'vscode';
import { post } from '../platform/page.ts';
import type { FieldLayout } from '../datastore/query/fieldLayout.ts';
import type { GridAction } from '../messages/gridActions.ts';
import type { GridLook } from '../messages/gridLook.ts';
import type {
  GridMessage,
  GridOffer,
  GridPanelView,
  GridTask,
  SavedPanel,
} from '../messages/gridProtocol.ts';
import type { Remote } from '../messages/rpc.ts';
import type { FailureAction } from '../platform/failures.ts';
import type { ResourceNotice } from '../platform/portalPort.ts';
import { translate } from '../platform/windowLanguage.ts';
import { gridResult, noticeText, type ShownResult, statusText } from './gridResult.ts';
import { PANEL_WORDS, WAY_ON_WORDS } from './recordsWords.ts';

/** A page that doesn't answer for so long is gone. */
const SELECTION_MS = 1000;

/** What a notice above the records is about: the resource, its portal's address, rows that didn't load. */
export type NoticeSource = 'resource' | 'address' | 'rows';

/** See GridTask. */
export interface ShownTask extends Omit<GridTask, 'id' | 'endsIn' | 'tools'> {
  /** When a wait ends; of `performance.now()`. */
  readonly until?: number;
  readonly tools: readonly (FailureAction & Pick<GridTask['tools'][number], 'icon'>)[];
}

/** What is shown beside, or instead of, the last good records. */
export type ScreenState =
  /** `idle`: a restored panel that has not asked yet. */
  | { readonly kind: 'ready' | 'cancelled' | 'idle' }
  /** `name`: of the resource. */
  | { readonly kind: 'loading'; readonly name: string }
  | { readonly kind: 'failed'; readonly problem: GridMessage };

export interface ScreenOptions {
  readonly resource: () => string;
  readonly saved: () => SavedPanel;
  /** Titles of the changes that Undo and Redo would take. */
  readonly undoable: () => readonly [undo: string, redo: string];
  readonly retry: () => void;
  /** Opens the last query in the form. */
  readonly edit: () => unknown;
}

/** What a panel shows, kept for a page that loads again: VS Code throws a hidden tab's page away. */
export class GridScreen {
  readonly offers = new Offers();
  readonly #options: ScreenOptions;
  #attached: Remote<GridPanelView> | undefined;
  /** Once its page has loaded: what is sent earlier would be drawn twice. */
  #view: Remote<GridPanelView> | undefined;
  #state: ScreenState = { kind: 'idle' };
  #shown: ShownResult | undefined;
  readonly #notices = new Map<NoticeSource, readonly ResourceNotice[]>();
  readonly #tasks = new Map<string, ShownTask>();
  #isVisible: () => boolean = () => false;

  constructor(options: ScreenOptions) {
    this.#options = options;
  }

  get state(): ScreenState {
    return this.#state;
  }

  /** The last good records. */
  get shown(): ShownResult | undefined {
    return this.#shown;
  }

  /** Of this generation. Throws when it was replaced. */
  current(generation: number): ShownResult {
    if (this.#shown?.generation !== generation) throw new Error('This result was replaced');
    return this.#shown;
  }

  /** People see the panel. */
  get isSeen(): boolean {
    return this.#isVisible();
  }

  /** The file's import ended early, so that the shown records can't be queried. */
  get isDiscarded(): boolean {
    return this.#notices.get('resource')?.some(({ kind }) => kind === 'broken') === true;
  }

  attach(view: Remote<GridPanelView>, isVisible: () => boolean): void {
    this.#attached = view;
    this.#isVisible = isVisible;
  }

  /** Another page loads: it gets everything by `sendAll`. */
  expectPage(): void {
    this.#view = undefined;
  }

  /** The page has loaded, and needs everything. */
  sendAll(): void {
    this.#view = this.#attached;
    // A screen reader announces only what comes last: how many records there are.
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

  /** Replaces the notices of this source. */
  setNotices(source: NoticeSource, notices: readonly ResourceNotice[]): void {
    if (notices.length === 0 && (this.#notices.get(source)?.length ?? 0) === 0) return;
    this.#notices.set(source, notices);
    this.#sendNotices();
    // Why the file couldn't be read doesn't matter any more, and its last records are still there.
    const isGone = notices.some(({ kind }) => kind === 'gone');
    if (isGone && this.#state.kind === 'failed' && this.#shown !== undefined)
      this.setState({ kind: 'ready' });
  }

  /** `id` stands for it while it goes on; undefined: it is over. */
  setTask(id: string, task: ShownTask | undefined): void {
    if (task !== undefined) this.#tasks.set(id, task);
    else if (!this.#tasks.delete(id)) return;
    if (task === undefined) this.offers.replace(id, []);
    this.#sendTasks();
  }

  /** What the page saves; without records it got that with the message that says why. */
  remember(saved: SavedPanel): void {
    if (this.#shown !== undefined) this.#shown = { ...this.#shown, saved };
    if (this.#view !== undefined) post(this.#view.remember(saved));
    this.#sendUndoable();
  }

  layOut(layout: FieldLayout): void {
    if (this.#view !== undefined) post(this.#view.layOut(layout));
  }

  setSummary(summary: string, canSumAll = false): void {
    if (this.#view !== undefined && this.#shown !== undefined)
      post(this.#view.summary(this.#shown.generation, summary, canSumAll));
  }

  setCounted(generation: number, field: number, records: number): void {
    if (this.#view !== undefined) post(this.#view.counted(generation, field, records));
  }

  /** Rows that could not be loaded are asked for again. */
  retryRows(): void {
    if (this.#view !== undefined) post(this.#view.retryRows());
  }

  setLook(look: GridLook): void {
    if (this.#view !== undefined) post(this.#view.look(look));
  }

  perform(action: GridAction): void {
    if (this.#view !== undefined) post(this.#view.perform(action));
  }

  /** Resolves when the page has reported its selection. */
  async syncSelection(): Promise<void> {
    // A page that is still loading has no newer selection.
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
    if (this.#view !== undefined) post(this.#view.undoable(...this.#options.undoable()));
  }

  #sendResult(): void {
    if (this.#view !== undefined && this.#shown !== undefined)
      post(this.#view.result(gridResult(this.#shown)));
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
    const status = statusText(shown);
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

  /** Replaces what was offered under this topic. */
  replace(topic: string, offered: readonly FailureAction[]): readonly GridOffer[] {
    for (const id of [...this.#runs.keys()]) if (id.startsWith(`${topic}/`)) this.#runs.delete(id);
    return offered.map(({ label, run }, index) => {
      const id = `${topic}/${String(index)}`;
      this.#runs.set(id, run);
      return { id, label };
    });
  }

  /** Ignores a click on a button of an older message. */
  async run(id: string): Promise<void> {
    await this.#runs.get(id)?.();
  }
}
