import { fill } from '../../base/words.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { GridSurface } from './gridSurface.ts';
import { columnAt, type GridWindow } from './gridWindow.ts';
import { HeaderPointer, type HeaderDrag, type PointedHeaders } from './headerPointer.ts';
import { PLAIN_LAYOUT } from '../../datastore/query/fieldLayout.ts';
import { LaidFields } from './laidFields.ts';

/** What people do to the headers, for the grid's owner. */
export interface HeaderEvents extends Pick<PointedHeaders, 'sort' | 'openMenu'> {
  /** A person wants the fields to lie as they do now. `title` of the change, for Undo. */
  readonly keep: (title: string) => void;
  /** To assistive technology. */
  readonly announce: (text: string) => void;
}

/** In px, of a key. */
const STEP = 16;

/** What people do with the fields: in the headers by mouse, and by commands. Every outcome is said. */
export class GridHeaders {
  readonly #surface: GridSurface;
  readonly #events: HeaderEvents;
  readonly #pointer: HeaderPointer;

  constructor(surface: GridSurface, events: HeaderEvents) {
    this.#surface = surface;
    this.#events = events;
    this.#pointer = new HeaderPointer({
      ...events,
      element: surface.element,
      fit: (column) => this.#fit(column),
      drag: (part, column, x) =>
        part === 'edge'
          ? fieldResize(surface, column, x, (width) => this.#resize(column, width))
          : fieldDrag(surface, column, (to) => this.#move(column, to)),
    });
  }

  /** False for an action of others. */
  perform(action: GridAction): boolean {
    const { cells, sheet, ids, words } = this.#surface;
    const { column } = cells.cursor;
    switch (action) {
      case 'widenField':
        this.#resize(column, sheet.layout.width(column) + STEP);
        return true;
      case 'narrowField':
        this.#resize(column, sheet.layout.width(column) - STEP);
        return true;
      case 'fitField':
        this.#fit(column);
        return true;
      case 'moveFieldLeft':
        this.#move(column, column - 1);
        return true;
      case 'moveFieldRight':
        this.#move(column, column + 1);
        return true;
      case 'hideField':
        this.#hide(column);
        return true;
      case 'freezeFields':
        this.#freeze(column + 1);
        return true;
      case 'resetFields':
        this.#keep(new LaidFields(ids, PLAIN_LAYOUT), words.resetFields, words.fieldsReset);
        return true;
      default:
        return false;
    }
  }

  dispose(): void {
    this.#pointer.dispose();
  }

  #resize(column: number, width: number): void {
    const { fields, words } = this.#surface;
    const resized = fields.resize(column, width);
    const text = fill(words.fieldSized, this.#name(column), resized.shown[column]?.width ?? '');
    this.#keep(resized, fill(words.resizeField, this.#name(column)), text);
  }

  /** To the records at hand. */
  #fit(column: number): void {
    const { fields, words } = this.#surface;
    const fitted = fields.resize(column, this.#surface.widthFor(column));
    const name = this.#name(column);
    this.#keep(fitted, fill(words.autoFitField, name), fill(words.fieldFitted, name));
  }

  /** To where another column lies now. */
  #move(from: number, to: number): void {
    const { fields, words } = this.#surface;
    const { length } = fields.shown;
    const target = Math.max(0, Math.min(to, length - 1));
    const name = this.#name(from);
    const text = fill(words.fieldMoved, name, target + 1, length);
    this.#keep(fields.move(from, target), fill(words.moveField, name), text);
  }

  #hide(column: number): void {
    const { fields, words } = this.#surface;
    const text = fields.shown.length > 1 ? words.fieldHidden : words.lastFieldStays;
    const name = this.#name(column);
    this.#keep(fields.hide(column), fill(words.hideThis, name), fill(text, name));
  }

  /** Once more for the same ones unfreezes them. */
  #freeze(count: number): void {
    const { fields, words } = this.#surface;
    const frozen = fields.freeze(fields.frozen === count ? 0 : count);
    this.#keep(frozen, words.freezeColumns, () =>
      frozenText(this.#surface.sheet.frozen, frozen.frozen, words),
    );
  }

  #keep(fields: LaidFields, title: string, text: string | (() => string)): void {
    if (fields.shown.length === 0) return;
    this.#surface.setFields(fields);
    this.#events.keep(title);
    this.#events.announce(typeof text === 'string' ? text : text());
  }

  #name(column: number): string {
    const { sheet, words } = this.#surface;
    return visibleText(sheet.columns[column]?.id ?? '') || words.noName;
  }
}

function frozenText(frozen: number, wanted: number, words: GridStrings): string {
  if (wanted === 0) return words.noFieldFrozen;
  if (frozen < wanted) return fill(words.fewerFieldsFrozen, frozen, wanted);
  return frozen === 1 ? words.oneFieldFrozen : fill(words.fieldsFrozen, frozen);
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
