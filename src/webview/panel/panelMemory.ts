import type { GridHost, PanelView, PanelState, SavedPanel } from '../../messages/gridProtocol.ts';
import type { PageFrame } from '../ui/frame.ts';

const SAVE_MS = 150;
const START: PanelView = { topRow: 0, left: 0, cursor: { row: 0, column: 0 }, detail: false };

type MemoryFrame = Pick<PageFrame<GridHost, PanelState>, 'saved' | 'save' | 'ended'>;

/** The page's state that survives hiding the tab and reloading the window: the query and the position in its result. */
export class PanelMemory {
  readonly #frame: MemoryFrame;
  readonly #view: () => PanelView | undefined;
  #state: PanelState | undefined;
  #saving: ReturnType<typeof setTimeout> | undefined;

  /** `view` returns the current position, and undefined before the first result. */
  constructor(frame: MemoryFrame, view: () => PanelView | undefined) {
    this.#frame = frame;
    this.#view = view;
    this.#state = frame.saved;
    // The focus leaves the page before a command of VS Code moves the page, which loses what `pagehide` posts.
    for (const type of ['blur', 'pagehide']) window.addEventListener(type, () => this.save(), { signal: frame.ended });
  }

  /** The initial position in a result: the previous one, or the same field of the first row if the query differs. */
  placeIn(result: SavedPanel): { readonly view: PanelView; readonly isSameQuestion: boolean } | undefined {
    if (!this.#state) return undefined;
    const { saved, view } = this.#state;
    if (saved.portalId !== result.portalId || saved.resourceId !== result.resourceId) return undefined;
    if (saved.query === result.query) return { view, isSameQuestion: true };
    const { row, column } = view.cursor;
    const cursor = { row: Math.min(row, 0), column };
    return { view: { ...START, left: view.left, cursor }, isSameQuestion: false };
  }

  keep(saved: SavedPanel): void {
    this.#state = { saved, view: this.#state?.view ?? START };
    this.save();
  }

  saveSoon(): void {
    this.#saving ??= setTimeout(() => this.save(), SAVE_MS);
  }

  save(): void {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    if (!this.#state || this.#frame.ended.aborted) return;
    this.#state = { ...this.#state, view: this.#view() ?? this.#state.view };
    this.#frame.save(this.#state);
  }
}
