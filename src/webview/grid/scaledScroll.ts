/**
 * Where the grid stands, in pixels of its own ("virtual"), and where the scrollbar stands ("native").
 *
 * Chromium lays nothing out beyond 33,554,428 physical pixels (dhilt/vscroll#60), and zoom and display scale
 * count; so above a cap the scrollbar's track is shorter than the rows, and the two are mapped onto each other.
 * Moves by wheel and keys are made in virtual pixels and stay exact; only the scrollbar's own jumps are mapped.
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

  /** First visible virtual pixel. */
  get top(): number {
    return this.#top;
  }

  /** Where the scrollbar stood when we last looked. */
  get native(): number {
    return this.#native;
  }

  get maxTop(): number {
    return Math.max(0, this.#content - this.#view);
  }

  /** Height that the scrolled element must have. */
  get nativeHeight(): number {
    return Math.min(this.#content, Math.max(this.#cap, this.#view));
  }

  /** Whether a scrollbar pixel stands for more than one of ours, so that the wheel must not move it by itself. */
  get isScaled(): boolean {
    return this.#content > this.nativeHeight;
  }

  /** Takes new heights and keeps the first row where it is, as far as there are rows; at the end it stays at the end. */
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

  /** Where the scrollbar belongs. */
  get target(): number {
    if (!this.isScaled) return this.#top;
    return (this.#top / this.maxTop) * this.#maxNative;
  }

  /** The scrollbar was put here by us; the browser may have rounded, and that must not move the rows. */
  placed(native: number): void {
    this.#native = native;
  }

  /** The scrollbar was moved by a person. */
  scrolled(native: number): void {
    const delta = native - this.#native;
    this.#native = native;
    if (delta === 0) return;
    if (!this.isScaled) this.moveTo(native);
    // A touch or a middle-button scroll comes in small steps; a scrollbar pixel is thousands of rows' pixels.
    else if (Math.abs(delta) <= this.#view) this.moveBy(delta);
    else this.moveTo((native / this.#maxNative) * this.maxTop);
  }

  get #maxNative(): number {
    return Math.max(0, this.nativeHeight - this.#view);
  }
}
