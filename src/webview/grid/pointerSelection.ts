import type { Cursor, SelectionShape } from './cellSelection.ts';

/** The grid, as a pointer sees it. */
export interface PointedGrid {
  readonly element: HTMLElement;
  /** What is under the pointer. */
  readonly at: (event: MouseEvent) => { readonly cell: Cursor; readonly shape: SelectionShape } | undefined;
  /** The record nearest to a pointer that may have left the records, and by how many pixels it has. */
  readonly nearest: (x: number, y: number) => { readonly cell: Cursor; readonly beyond: Beyond };
  readonly begin: (cell: Cursor, shape: SelectionShape) => void;
  /** Takes the selection's moving end there. */
  readonly extend: (cell: Cursor) => void;
  readonly scrollBy: (x: number, y: number) => void;
}

interface Beyond {
  readonly x: number;
  readonly y: number;
}

/** Pixels that are scrolled in a frame for each pixel that the pointer has left the records by. */
const SPEED = 0.5;

/** Selects by pointer: click, Shift and click, drag; a drag beyond the edge scrolls on. */
export class PointerSelection {
  readonly #grid: PointedGrid;
  #pointer: { x: number; y: number } | undefined;
  #frame: number | undefined;

  constructor(grid: PointedGrid) {
    this.#grid = grid;
    const { element } = grid;
    element.addEventListener('pointerdown', (event) => this.#press(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      element.addEventListener(end, () => this.dispose());
  }

  /** Ends a drag. */
  dispose(): void {
    this.#pointer = undefined;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  #press(event: PointerEvent): void {
    const hit = this.#grid.at(event);
    if (!hit) return;
    if (event.shiftKey && event.button === 0) this.#grid.extend(hit.cell);
    else this.#grid.begin(hit.cell, hit.shape);
    if (event.button !== 0 || hit.cell.row < 0) return;
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
    const { beyond } = this.#grid.nearest(x, y);
    if (beyond.x !== 0 || beyond.y !== 0) {
      this.#grid.scrollBy(beyond.x * SPEED, beyond.y * SPEED);
      this.#frame = requestAnimationFrame(() => this.#drag());
    }
    this.#grid.extend(this.#grid.nearest(x, y).cell);
  }
}
