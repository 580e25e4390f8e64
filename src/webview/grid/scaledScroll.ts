/**
 * Converts between the grid's position in pixels of its own ("virtual") and that of the scrollbar ("native").
 *
 * Chromium lays out nothing beyond 33,554,428 physical pixels (dhilt/vscroll#60), and zoom and display scale count. So
 * above a limit the scrollbar's track is shorter than the rows, and the two are mapped onto each other. Moves by wheel
 * and keys use virtual pixels and stay exact; only jumps of the scrollbar are mapped.
 */
const MAX_NATIVE_HEIGHT = 3_000_000;

export class ScaledScroll {
  readonly #cap: number;
  #content = 0;
  #view = 0;
  #top = 0;
  #native = 0;

  constructor(cap = MAX_NATIVE_HEIGHT) {
    this.#cap = cap;
  }

  /** The first visible virtual pixel. */
  get top(): number {
    return this.#top;
  }

  /** Position of the scrollbar when it was last read. */
  get native(): number {
    return this.#native;
  }

  get maxTop(): number {
    return Math.max(0, this.#content - this.#view);
  }

  get nativeHeight(): number {
    return Math.min(this.#content, Math.max(this.#cap, this.#view));
  }

  /** Whether a pixel of the scrollbar stands for several virtual ones, so that the wheel must not move it by itself. */
  get isScaled(): boolean {
    return this.#content > this.nativeHeight;
  }

  /** Sets the heights. The first row stays, as far as there are rows, and a view at the end stays at the end. */
  resize(content: number, view: number): void {
    const isAtEnd = content === this.#content && this.#top > 0 && this.#top >= this.maxTop;
    this.#content = content;
    this.#view = view;
    this.moveTo(isAtEnd ? this.maxTop : this.#top);
  }

  moveTo(top: number): void {
    this.#top = Math.min(Math.max(0, top), this.maxTop);
  }

  moveBy(delta: number): void {
    this.moveTo(this.#top + delta);
  }

  /** The position that the scrollbar should have. */
  get target(): number {
    if (!this.isScaled) return this.#top;
    return (this.#top / this.maxTop) * this.#maxNative;
  }

  /** Notes the position that we gave the scrollbar. The browser may have rounded it, which must not move the rows. */
  placed(native: number): void {
    this.#native = native;
  }

  scrolled(native: number): void {
    const delta = native - this.#native;
    this.#native = native;
    if (delta === 0) return;
    if (!this.isScaled) this.moveTo(native);
    // Touch and middle-button scrolling moves in small steps, but a pixel of the scrollbar stands for thousands.
    else if (Math.abs(delta) <= this.#view) this.moveBy(delta);
    else this.moveTo((native / this.#maxNative) * this.maxTop);
  }

  get #maxNative(): number {
    return Math.max(0, this.nativeHeight - this.#view);
  }
}
