import type { Cursor } from './cellSelection.ts';
import { type GridHit, nearestTo } from './gridLayout.ts';
import type { GridView } from './gridView.ts';

/** Speed of scrolling in pixels per frame, for each pixel of distance between pointer and records. */
const SPEED = 0.5;

/** Selects cells by pressing and dragging. */
export class PointerSelection {
  readonly #grid: GridView;
  readonly #hit: (event: MouseEvent) => GridHit | undefined;
  #pointer: { x: number; y: number } | undefined;
  #frame: number | undefined;

  /** `hit` is the cell at the pointer, unless a press there means something else. */
  constructor(grid: GridView, hit: (event: MouseEvent) => GridHit | undefined) {
    this.#grid = grid;
    this.#hit = hit;
    const { element } = grid;
    element.addEventListener('pointerdown', (event) => this.#press(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      element.addEventListener(end, () => this.dispose());
  }

  dispose(): void {
    this.#pointer = undefined;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  #press(event: PointerEvent): void {
    const { cell, shape } = this.#hit(event) ?? {};
    if (!cell || !shape) return;
    if (event.shiftKey && event.button === 0) this.#extend(cell);
    else this.#grid.moveCursor(cell, { anchor: cell, cursor: cell, shape });
    if (event.button !== 0 || cell.row < 0) return;
    this.#pointer = { x: event.clientX, y: event.clientY };
    this.#grid.element.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    if (!this.#pointer) return;
    this.#pointer = { x: event.clientX, y: event.clientY };
    this.#frame ??= requestAnimationFrame(() => this.#drag());
  }

  #drag(): void {
    this.#frame = undefined;
    if (!this.#pointer) return;
    const { x, y } = this.#pointer;
    const { left, top } = this.#grid.element.getBoundingClientRect();
    const { beyond } = nearestTo(this.#grid.window, x - left, y - top);
    if (beyond.x !== 0 || beyond.y !== 0) {
      this.#grid.scroll.scrollBy(beyond.x * SPEED, beyond.y * SPEED);
      this.#frame = requestAnimationFrame(() => this.#drag());
    }
    this.#extend(nearestTo(this.#grid.window, x - left, y - top).cell);
  }

  #extend(cell: Cursor): void {
    this.#grid.moveCursor(cell, this.#grid.cells.extendedTo(cell));
  }
}
