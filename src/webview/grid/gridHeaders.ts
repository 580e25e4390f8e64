import { fill } from '../../base/words.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { GridSurface } from './gridSurface.ts';
import { columnAt, type GridWindow } from './gridWindow.ts';
import { HeaderPointer, type HeaderDrag, type PointedHeaders } from './headerPointer.ts';
import { PLAIN_LAYOUT } from '../../datastore/query/fieldLayout.ts';
import { VisibleFields } from './visibleFields.ts';

/** Events of the headers for the grid's owner. */
export interface HeaderEvents extends Pick<PointedHeaders, 'sort' | 'openMenu'> {
  /** The current layout should be kept. `title` names the change for Undo. */
  readonly keep: (title: string) => void;
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
}

/** Change of width per key press, in pixels. */
const STEP = 16;

/** Changes of fields by mouse in the headers and by commands. Each outcome is announced. */
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

  /** Runs an action on fields. False if the action belongs to another part. */
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
        this.#keep(new VisibleFields(ids, PLAIN_LAYOUT), words.resetFields, words.fieldsReset);
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

  /** Fits a column to the loaded records. */
  #fit(column: number): void {
    const { fields, words } = this.#surface;
    const fitted = fields.resize(column, this.#surface.widthFor(column));
    const name = this.#name(column);
    this.#keep(fitted, fill(words.autoFitField, name), fill(words.fieldFitted, name));
  }

  /** Moves a column to the position of another. */
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

  /** Freezes the first columns, or unfreezes them if the same ones are frozen already. */
  #freeze(count: number): void {
    const { fields, words } = this.#surface;
    const frozen = fields.freeze(fields.frozen === count ? 0 : count);
    this.#keep(frozen, words.freezeColumns, () => frozenText(this.#surface.sheet.frozen, frozen.frozen, words));
  }

  #keep(fields: VisibleFields, title: string, text: string | (() => string)): void {
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

function frozenText(frozen: number, count: number, words: GridStrings): string {
  if (count === 0) return words.noFieldFrozen;
  if (frozen < count) return fill(words.fewerFieldsFrozen, frozen, count);
  return frozen === 1 ? words.oneFieldFrozen : fill(words.fieldsFrozen, frozen);
}

/** Resizes a field by dragging its edge. `start` is the pointer's position in the window. */
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

/** Distance from the view's edge, in pixels, in which a dragged header scrolls the view. */
const EDGE = 32;
/** Speed of that scrolling in pixels per frame, for each pixel nearer to the edge. */
const SPEED = 0.4;

/** Moves a field between two others by dragging. */
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

/** Pixels to scroll in this frame. */
function stepAt({ sheet: { layout, gutter, frozen }, width, left }: GridWindow, x: number): number {
  const start = gutter + layout.left(frozen) + EDGE;
  if (x > width - EDGE) return Math.ceil((x - (width - EDGE)) * SPEED);
  // Over frozen fields, the pointer scrolls the others to their beginning before it selects a place among the frozen
  // ones.
  return x < start && left > 0 ? Math.max(-left, Math.floor((x - start) * SPEED)) : 0;
}

/** The gap nearest to `x`, as the index of the column behind it. */
export function gapAt(window: GridWindow, x: number): number {
  const { sheet, width, left } = window;
  const inX = Math.max(sheet.gutter, Math.min(x, width - 1));
  const column = columnAt(window, inX);
  const start = columnLeft(window, column, left);
  return inX < start + sheet.layout.width(column) / 2 ? column : column + 1;
}

/** The position of a gap. The one behind the frozen fields has two positions when the others are scrolled. */
function gapLeft(window: GridWindow, gap: number, x: number): number {
  const { sheet, left } = window;
  const frozenEnd = sheet.gutter + sheet.layout.left(sheet.frozen);
  const isFrozen = gap < sheet.frozen || (gap === sheet.frozen && x < frozenEnd);
  return sheet.gutter + sheet.layout.left(gap) - (isFrozen ? 0 : left);
}

function columnLeft({ sheet }: GridWindow, column: number, left: number): number {
  return sheet.gutter + sheet.layout.left(column) - (column < sheet.frozen ? 0 : left);
}
