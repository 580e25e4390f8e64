import { fill, numberText } from '../../base/words.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { element } from '../ui/element.ts';
import { ScaledScroll } from './scaledScroll.ts';

/** Where there are fewer, the rows themselves tell where one is. */
const MANY_PAGES = 5;

/** In px, without the header. */
export interface ViewSize {
  readonly width: number;
  readonly bodyHeight: number;
}

export interface ViewportOptions {
  /** Scrolls; holds nothing else. */
  readonly element: HTMLElement;
  /** What sticks to the view while the scrolled area moves beneath it. */
  readonly stage: HTMLElement;
  /** In px. */
  readonly rowHeight: () => number;
  /** In px. */
  readonly headerHeight: () => number;
  /** `before`: the size of the view until then. */
  readonly onDidResize: (before: ViewSize) => void;
  /** Whoever scrolled. */
  readonly onDidScroll: () => void;
  /** The scrollbar is dragged past many rows; `share` is how far down it is, from 0 to 1. */
  readonly onDidDrag: (share: number) => void;
}

/** What of the rows and columns is in view, in px: the scrollbars' positions, and the grid's own. */
export class GridViewport {
  readonly #options: ViewportOptions;
  readonly #sizer: HTMLElement;
  readonly #scroll = new ScaledScroll();
  readonly #observer = new ResizeObserver(() => this.measure());
  /** A pointer went down on the scrollbar at the side. */
  #isBarHeld = false;
  #left = 0;
  #width = 0;
  #height = 0;

  constructor(options: ViewportOptions) {
    this.#options = options;
    const { element: scrolled, stage } = options;
    this.#sizer = element('div', 'sizer', {}, stage);
    scrolled.append(this.#sizer);
    scrolled.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    scrolled.addEventListener('scrollend', () => {
      this.#isBarHeld = false;
      this.#placeScrollbar();
    });
    scrolled.addEventListener('pointerdown', ({ target, offsetX }) => {
      this.#isBarHeld = target === scrolled && offsetX >= this.#width;
    });
  }

  get top(): number {
    return this.#scroll.top;
  }

  get left(): number {
    return this.#left;
  }

  get width(): number {
    return this.#width;
  }

  get height(): number {
    return this.#height;
  }

  /** Without the header. */
  get bodyHeight(): number {
    return Math.max(0, this.#height - this.#options.headerHeight());
  }

  observe(): void {
    this.#observer.observe(this.#options.element);
  }

  dispose(): void {
    this.#observer.disconnect();
  }

  /** Takes the size that the grid has now. Asking for it makes the browser lay everything out, so it is asked for rarely. */
  measure(): void {
    const { clientWidth, clientHeight } = this.#options.element;
    if (clientWidth === this.#width && clientHeight === this.#height) return;
    const before = { width: this.#width, bodyHeight: this.bodyHeight };
    this.#width = clientWidth;
    this.#height = clientHeight;
    this.#options.onDidResize(before);
  }

  /** Makes room for so much. A scrollbar that comes or goes by this changes the size, which the observer reports. */
  setContent(width: number, rowsHeight: number): void {
    this.#scroll.resize(rowsHeight, this.bodyHeight);
    this.#sizer.style.width = `${width}px`;
    this.#sizer.style.height = `${this.#options.headerHeight() + this.#scroll.nativeHeight}px`;
    // Where the scrollbar is true to the rows, scrolling is the browser's: smooth, and off this thread.
    const { element: scrolled } = this.#options;
    scrolled.removeEventListener('wheel', this.#wheel);
    if (this.#scroll.isScaled) scrolled.addEventListener('wheel', this.#wheel, { passive: false });
    this.#placeScrollbar();
  }

  /** Goes there as far as there is anything; the scrollbars follow. */
  scrollTo(left: number, top: number): void {
    this.#scroll.moveTo(top);
    this.scrollLeft(left);
    this.#placeScrollbar();
    this.#options.onDidScroll();
  }

  scrollBy(x: number, y: number): void {
    this.scrollTo(this.#left + x, this.top + y);
  }

  /** Sideways, without a word to anyone. */
  scrollLeft(left: number): void {
    if (left === this.#left) return;
    this.#options.element.scrollLeft = left;
    this.#left = this.#options.element.scrollLeft;
  }

  #scrolled(): void {
    const before = this.top;
    this.#scroll.scrolled(this.#options.element.scrollTop);
    this.#left = this.#options.element.scrollLeft;
    this.#options.onDidScroll();
    const { maxTop } = this.#scroll;
    const isJump = Math.abs(this.top - before) > this.bodyHeight;
    if ((isJump || (this.#isBarHeld && this.top !== before)) && maxTop > MANY_PAGES * this.bodyHeight)
      this.#options.onDidDrag(this.top / maxTop);
  }

  readonly #wheel = (event: WheelEvent): void => {
    if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = [1, this.#options.rowHeight(), this.bodyHeight][event.deltaMode] ?? 1;
    this.scrollBy(event.deltaX * unit, event.deltaY * unit);
  };

  #placeScrollbar(): void {
    const { target } = this.#scroll;
    // At the top it can't have moved, and asking where it is would have everything laid out.
    if (target === 0 && this.#scroll.native === 0) return;
    const { element: scrolled } = this.#options;
    if (Math.abs(scrolled.scrollTop - target) >= 1) scrolled.scrollTop = target;
    this.#scroll.placed(scrolled.scrollTop);
  }
}

/** Stays for a moment, so that a person who lets go can read it. */
const INDICATOR_MS = 800;

/** Beside the scrollbar while it is dragged: which row that would be. Rows fly by too fast to read their numbers. */
export class RowIndicator {
  /** Screen readers read the rows themselves. */
  readonly element = element('div', 'row-indicator', { 'aria-hidden': 'true' });
  readonly #words: Pick<GridStrings, 'rowOf' | 'rowAt'>;
  readonly #language: string;
  #count: number | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** `language`: BCP 47. */
  constructor(words: Pick<GridStrings, 'rowOf' | 'rowAt'>, language: string) {
    this.#words = words;
    this.#language = language;
  }

  setCount(rows: number, isFinal: boolean): void {
    this.#count = isFinal ? rows : undefined;
  }

  /** `share`: how far down the scrollbar is, from 0 to 1. */
  show(row: number, share: number): void {
    const { rowOf, rowAt } = this.#words;
    const at = numberText(row + 1, this.#language);
    this.element.textContent =
      this.#count === undefined ? fill(rowAt, at) : fill(rowOf, at, numberText(this.#count, this.#language));
    this.element.style.setProperty('--share', share.toFixed(4));
    this.element.classList.add('shown');
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.element.classList.remove('shown'), INDICATOR_MS);
  }

  dispose(): void {
    clearTimeout(this.#resting);
  }
}
