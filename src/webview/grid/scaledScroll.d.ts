export declare class ScaledScroll {
  #private;
  constructor(cap?: number);
  /** First visible virtual pixel. */
  get top(): number;
  get maxTop(): number;
  /** Height that the scrolled element must have. */
  get nativeHeight(): number;
  /** Whether a scrollbar pixel stands for more than one of ours, so that the wheel must not move it by itself. */
  get isScaled(): boolean;
  /** Takes new heights and keeps the first row where it is, as far as there are rows. */
  resize(content: number, view: number): void;
  moveTo(top: number): void;
  moveBy(delta: number): void;
  /** Where the scrollbar belongs. */
  get target(): number;
  /** The scrollbar was put here by us; the browser may have rounded, and that must not move the rows. */
  placed(native: number): void;
  /** The scrollbar was moved by a person. */
  scrolled(native: number): void;
}
