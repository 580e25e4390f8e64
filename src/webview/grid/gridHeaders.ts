import type { GridAction } from '../../messages/gridActions.ts';
import { FieldArranger } from './fieldArranger.ts';
import type { GridSurface } from './gridSurface.ts';
import { HeaderPointer, type HeaderDrag, type PointedHeaders } from './headerPointer.ts';
import { columnAt, type GridWindow } from './gridHit.ts';

/** What people do to the headers, for the grid's owner. */
export interface HeaderEvents extends Pick<PointedHeaders, 'sort' | 'openMenu'> {
  /** A person wants the fields to lie as they do now. */
  readonly keep: () => void;
  /** To assistive technology. */
  readonly say: (text: string) => void;
}

/** What people do with the fields: in the headers by mouse, and by commands. */
export class GridHeaders {
  readonly #surface: GridSurface;
  readonly #arranger: FieldArranger;
  readonly #pointer: HeaderPointer;

  constructor(surface: GridSurface, events: HeaderEvents) {
    this.#surface = surface;
    this.#arranger = new FieldArranger(surface, events);
    this.#pointer = new HeaderPointer({
      ...events,
      element: surface.element,
      fit: (column) => this.#arranger.fit(column),
      drag: (part, column, x) => (part === 'edge' ? this.#resize(column, x) : this.#move(column)),
    });
  }

  /** False for an action of others. */
  perform(action: GridAction): boolean {
    return this.#arranger.perform(action);
  }

  dispose(): void {
    this.#pointer.dispose();
  }

  #resize(column: number, x: number): HeaderDrag {
    return fieldResize(this.#surface, column, x, (width) => this.#arranger.resize(column, width));
  }

  #move(column: number): HeaderDrag {
    return fieldDrag(this.#surface, column, (to) => this.#arranger.move(column, to));
  }
}

/** Takes the edge of a field along with the pointer, from `start` in the window. */
function fieldResize(
  surface: Pick<GridSurface, 'fields' | 'sheet' | 'preview' | 'setFields'>,
  column: number,
  start: number,
  resize: (width: number) => void,
): HeaderDrag {
  const before = surface.fields;
  const width = surface.sheet.layout.width(column);
  return {
    move: (x) => {
      surface.preview(before.resize(column, width + x - start));
      return false;
    },
    end: () => resize(surface.sheet.layout.width(column)),
    cancel: () => surface.setFields(before),
  };
}

/** This near to an edge of the view, in px, a dragged header scrolls on. */
const EDGE = 32;
/** Pixels in a frame for each pixel of nearness. */
const SPEED = 0.4;

/** Puts a field between two others. */
function fieldDrag(
  surface: Pick<GridSurface, 'element' | 'window' | 'viewport' | 'showDrop'>,
  from: number,
  move: (to: number) => void,
): HeaderDrag {
  let gap: number | undefined;
  return {
    move: (clientX) => {
      const x = clientX - surface.element.getBoundingClientRect().left;
      const before = surface.window;
      const step = stepAt(before, x);
      if (step !== 0) surface.viewport.scrollBy(step, 0);
      const { window } = surface;
      gap = gapAt(window, x);
      surface.showDrop(gapLeft(window, gap, x));
      return window.left !== before.left;
    },
    end: () => {
      surface.showDrop(undefined);
      if (gap !== undefined && gap !== from && gap !== from + 1) move(gap > from ? gap - 1 : gap);
    },
    cancel: () => surface.showDrop(undefined),
  };
}

/** How far to scroll in this frame. */
function stepAt({ sheet: { layout, gutter, frozen }, width, left }: GridWindow, x: number): number {
  const start = gutter + layout.left(frozen) + EDGE;
  if (x > width - EDGE) return Math.ceil((x - (width - EDGE)) * SPEED);
  // Over frozen fields it is for a place among them, once the others are at their beginning.
  return x < start && left > 0 ? Math.max(-left, Math.floor((x - start) * SPEED)) : 0;
}

/** The gap nearest to `x`: before the column of that number. */
export function gapAt(window: GridWindow, x: number): number {
  const { sheet, width, left } = window;
  const inX = Math.max(sheet.gutter, Math.min(x, width - 1));
  const column = columnAt(window, inX);
  const start = columnLeft(window, column, left);
  return inX < start + sheet.layout.width(column) / 2 ? column : column + 1;
}

/** Where a gap is seen; the one behind the frozen fields has two places when the others are scrolled. */
function gapLeft(window: GridWindow, gap: number, x: number): number {
  const { sheet, left } = window;
  const frozenEnd = sheet.gutter + sheet.layout.left(sheet.frozen);
  const isFrozen = gap < sheet.frozen || (gap === sheet.frozen && x < frozenEnd);
  return sheet.gutter + sheet.layout.left(gap) - (isFrozen ? 0 : left);
}

function columnLeft({ sheet }: GridWindow, column: number, left: number): number {
  return sheet.gutter + sheet.layout.left(column) - (column < sheet.frozen ? 0 : left);
}
