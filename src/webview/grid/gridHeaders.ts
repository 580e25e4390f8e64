import { fill } from '../../base/words.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { GridView } from './gridView.ts';
import { columnAt, type GridWindow } from './gridLayout.ts';
import { HeaderPointer, type HeaderDrag } from './headerPointer.ts';
import { PLAIN_LAYOUT } from '../../datastore/query/fieldLayout.ts';
import { VisibleFields } from './visibleFields.ts';

/** Change of width per key press, in pixels. */
const STEP = 16;

export class GridHeaders {
  readonly #view: GridView;
  readonly #pointer: HeaderPointer;

  constructor(view: GridView) {
    this.#view = view;
    this.#pointer = new HeaderPointer({
      element: view.element,
      sort: (column, add) => {
        view.moveCursor({ row: -1, column });
        this.sort(column, add);
      },
      openMenu: (column) => this.#openMenu(column),
      fit: (column) => this.#fit(column),
      drag: (part, column, x) =>
        part === 'edge'
          ? fieldResize(view, column, x, (width) => this.#resize(column, width))
          : fieldDrag(view, column, (to) => this.#move(column, to)),
    });
  }

  sort(column: number, add: boolean): void {
    const { field } = this.#view.layout.columns[column] ?? {};
    if (field !== undefined) this.#view.options.onSort?.(field, add);
  }

  openCursorMenu(): void {
    this.#view.showCursor();
    this.#openMenu(this.#view.cells.cursor.column);
  }

  perform(action: GridAction): boolean {
    const { cells, layout, ids, words } = this.#view;
    const { column } = cells.cursor;
    const width = layout.edges.width(column);
    const steps: Partial<Record<GridAction, () => void>> = {
      showFieldMenu: () => this.openCursorMenu(),
      widenField: () => this.#resize(column, width + STEP),
      narrowField: () => this.#resize(column, width - STEP),
      fitField: () => this.#fit(column),
      moveFieldLeft: () => this.#move(column, column - 1),
      moveFieldRight: () => this.#move(column, column + 1),
      hideField: () => this.#hide(column),
      freezeFields: () => this.#freeze(column + 1),
      resetFields: () => this.#keep(new VisibleFields(ids, PLAIN_LAYOUT), words.resetFields, words.fieldsReset),
    };
    steps[action]?.();
    return action in steps;
  }

  dispose(): void {
    this.#pointer.dispose();
  }

  #openMenu(column: number): void {
    const { layout, elements, options } = this.#view;
    const { field } = layout.columns[column] ?? {};
    const header = elements.cell(-1, column);
    if (field !== undefined && header) options.onFieldMenu?.(field, header.getBoundingClientRect());
  }

  #resize(column: number, width: number): void {
    const { fields, words } = this.#view;
    const resized = fields.resize(column, width);
    const text = fill(words.fieldSized, this.#name(column), resized.shown[column]?.width ?? '');
    this.#keep(resized, fill(words.resizeField, this.#name(column)), text);
  }

  #fit(column: number): void {
    const { fields, words } = this.#view;
    const fitted = fields.resize(column, this.#view.widthFor(column));
    const name = this.#name(column);
    this.#keep(fitted, fill(words.autoFitField, name), fill(words.fieldFitted, name));
  }

  #move(from: number, to: number): void {
    const { fields, words } = this.#view;
    const { length } = fields.shown;
    const target = Math.max(0, Math.min(to, length - 1));
    const name = this.#name(from);
    const text = fill(words.fieldMoved, name, target + 1, length);
    this.#keep(fields.move(from, target), fill(words.moveField, name), text);
  }

  #hide(column: number): void {
    const { fields, words } = this.#view;
    const text = fields.shown.length > 1 ? words.fieldHidden : words.lastFieldStays;
    const name = this.#name(column);
    this.#keep(fields.hide(column), fill(words.hideThis, name), fill(text, name));
  }

  /** Freezes the first columns, or unfreezes them if the same ones are frozen already. */
  #freeze(count: number): void {
    const { fields, words } = this.#view;
    const frozen = fields.freeze(fields.frozen === count ? 0 : count);
    this.#keep(frozen, words.freezeColumns, () => frozenText(this.#view.layout.frozen, frozen.frozen, words));
  }

  #keep(fields: VisibleFields, title: string, text: string | (() => string)): void {
    if (fields.shown.length === 0) return;
    const { options } = this.#view;
    this.#view.applyFields(fields);
    options.onDidLayOut?.(this.#view.fields, title);
    options.onAnnounce?.(typeof text === 'string' ? text : text());
  }

  #name(column: number): string {
    const { layout, words } = this.#view;
    return visibleText(layout.columns[column]?.id ?? '') || words.noName;
  }
}

function frozenText(frozen: number, count: number, words: GridStrings): string {
  if (count === 0) return words.noFieldFrozen;
  if (frozen < count) return fill(words.fewerFieldsFrozen, frozen, count);
  return frozen === 1 ? words.oneFieldFrozen : fill(words.fieldsFrozen, frozen);
}

/** Resizes a field by dragging its edge. `start` is the pointer's position in the window. */
function fieldResize(
  view: Pick<GridView, 'fields' | 'layout' | 'preview' | 'applyFields'>,
  column: number,
  start: number,
  resize: (width: number) => void,
): HeaderDrag {
  const before = view.fields;
  const width = view.layout.edges.width(column);
  return {
    move: (x) => {
      view.preview(before.resize(column, width + x - start));
      return false;
    },
    end: () => resize(view.layout.edges.width(column)),
    cancel: () => view.applyFields(before),
  };
}

/** Distance from the view's edge, in pixels, in which a dragged header scrolls the view. */
const EDGE = 32;
/** Speed of that scrolling in pixels per frame, for each pixel nearer to the edge. */
const SPEED = 0.4;

function fieldDrag(
  view: Pick<GridView, 'element' | 'elements' | 'window' | 'scroll'>,
  from: number,
  move: (to: number) => void,
): HeaderDrag {
  let gap: number | undefined;
  return {
    move: (clientX) => {
      const x = clientX - view.element.getBoundingClientRect().left;
      const before = view.window;
      const step = stepAt(before, x);
      if (step !== 0) view.scroll.scrollBy(step, 0);
      const { window } = view;
      gap = gapAt(window, x);
      view.elements.showDrop(gapLeft(window, gap, x));
      return window.left !== before.left;
    },
    end: () => {
      view.elements.showDrop(undefined);
      if (gap !== undefined && gap !== from && gap !== from + 1) move(gap > from ? gap - 1 : gap);
    },
    cancel: () => view.elements.showDrop(undefined),
  };
}

function stepAt({ layout: { edges, gutter, frozen }, width, left }: GridWindow, x: number): number {
  const start = gutter + edges.left(frozen) + EDGE;
  if (x > width - EDGE) return Math.ceil((x - (width - EDGE)) * SPEED);
  // Over frozen fields, the pointer first scrolls the others to their beginning.
  return x < start && left > 0 ? Math.max(-left, Math.floor((x - start) * SPEED)) : 0;
}

/** The gap nearest to `x`, as the index of the column behind it. */
export function gapAt(window: GridWindow, x: number): number {
  const { layout, width, left } = window;
  const inX = Math.max(layout.gutter, Math.min(x, width - 1));
  const column = columnAt(window, inX);
  const start = layout.gutter + layout.edges.left(column) - (column < layout.frozen ? 0 : left);
  return inX < start + layout.edges.width(column) / 2 ? column : column + 1;
}

/** The position of a gap. The one behind the frozen fields has two positions when the others are scrolled. */
function gapLeft(window: GridWindow, gap: number, x: number): number {
  const { layout, left } = window;
  const frozenEnd = layout.gutter + layout.edges.left(layout.frozen);
  const isFrozen = gap < layout.frozen || (gap === layout.frozen && x < frozenEnd);
  return layout.gutter + layout.edges.left(gap) - (isFrozen ? 0 : left);
}
