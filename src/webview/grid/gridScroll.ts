import { fill, numberText } from '../../base/words.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { element } from '../ui/element.ts';
import { ScaledScroll } from './scaledScroll.ts';

/** Number of pages from which the indicator is shown. With fewer, the rows themselves show the position. */
const MANY_PAGES = 5;

/** Size of the view in pixels, without the header. */
export interface ViewSize {
  readonly width: number;
  readonly bodyHeight: number;
}

export interface ScrollOptions {
  /** The scrolling element, which contains nothing else. */
  readonly element: HTMLElement;
  /** The element that sticks to the view while the scrolled area moves beneath. */
  readonly stage: HTMLElement;
  readonly rowHeight: () => number;
  readonly headerHeight: () => number;
  readonly onDidResize: (before: ViewSize) => void;
  /** Called for user and programmatic scrolling. */
  readonly onDidScroll: () => void;
  /** Called while the scrollbar is dragged past many rows. `share` is its position from 0 to 1. */
  readonly onDidDrag: (share: number) => void;
}

/** The position of the view over rows and columns, in pixels, kept in step with the scrollbars. */
export class GridScroll {
  readonly #options: ScrollOptions;
  readonly #sizer: HTMLElement;
  readonly #scroll = new ScaledScroll();
  readonly #observer = new ResizeObserver(() => this.measure());
  #isBarHeld = false;
  left = 0;
  width = 0;
  height = 0;

  constructor(options: ScrollOptions) {
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
      this.#isBarHeld = target === scrolled && offsetX >= this.width;
    });
  }

  get top(): number {
    return this.#scroll.top;
  }

  get bodyHeight(): number {
    return Math.max(0, this.height - this.#options.headerHeight());
  }

  observe(): void {
    this.#observer.observe(this.#options.element);
  }

  dispose(): void {
    this.#observer.disconnect();
  }

  /** Reads the grid's size. This forces the browser to lay everything out, so it is done rarely. */
  measure(): void {
    const { clientWidth, clientHeight } = this.#options.element;
    if (clientWidth === this.width && clientHeight === this.height) return;
    const before = { width: this.width, bodyHeight: this.bodyHeight };
    this.width = clientWidth;
    this.height = clientHeight;
    this.#options.onDidResize(before);
  }

  /** Sets the size of the content. If a scrollbar appears or disappears, the observer reports the new size. */
  setContent(width: number, rowsHeight: number): void {
    this.#scroll.resize(rowsHeight, this.bodyHeight);
    this.#sizer.style.width = `${width}px`;
    this.#sizer.style.height = `${this.#options.headerHeight() + this.#scroll.nativeHeight}px`;
    // The browser itself scrolls unless the scrollbar is scaled, because that is smooth and off this thread.
    const { element: scrolled } = this.#options;
    scrolled.removeEventListener('wheel', this.#wheel);
    if (this.#scroll.isScaled) scrolled.addEventListener('wheel', this.#wheel, { passive: false });
    this.#placeScrollbar();
  }

  scrollTo(left: number, top: number): void {
    this.#scroll.moveTo(top);
    this.scrollLeft(left);
    this.#placeScrollbar();
    this.#options.onDidScroll();
  }

  scrollBy(x: number, y: number): void {
    this.scrollTo(this.left + x, this.top + y);
  }

  /** Scrolls sideways without reporting it. */
  scrollLeft(left: number): void {
    if (left === this.left) return;
    this.#options.element.scrollLeft = left;
    this.left = this.#options.element.scrollLeft;
  }

  #scrolled(): void {
    const before = this.top;
    this.#scroll.scrolled(this.#options.element.scrollTop);
    this.left = this.#options.element.scrollLeft;
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
    // At the top the scrollbar can't have moved, and reading its position would force a layout.
    if (target === 0 && this.#scroll.native === 0) return;
    const { element: scrolled } = this.#options;
    if (Math.abs(scrolled.scrollTop - target) >= 1) scrolled.scrollTop = target;
    this.#scroll.placed(scrolled.scrollTop);
  }
}

/** Time for which the indicator stays after the drag, so that people can read it. */
const INDICATOR_MS = 800;

/** The row number beside a dragged scrollbar. Rows move too fast to read their own numbers. */
export class RowIndicator {
  /** Screen readers read the rows themselves. */
  readonly element = element('div', 'row-indicator', { 'aria-hidden': 'true' });
  readonly #words: Pick<GridStrings, 'rowOf' | 'rowAt'>;
  readonly #language: string;
  #count: number | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(words: Pick<GridStrings, 'rowOf' | 'rowAt'>, language: string) {
    this.#words = words;
    this.#language = language;
  }

  setCount(rows: number, isFinal: boolean): void {
    this.#count = isFinal ? rows : undefined;
  }

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
