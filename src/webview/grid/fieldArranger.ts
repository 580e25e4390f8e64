import { PLAIN_LAYOUT } from '../../messages/fieldLayout.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import { fill } from '../ui/fill.ts';
import type { GridSurface } from './gridSurface.ts';
import { LaidFields } from './laidFields.ts';
import type { GridWords } from './sheet.ts';
import { visibleText } from '../ui/visibleText.ts';

/** The grid, as far as its fields go. */
export type ArrangedGrid = Pick<
  GridSurface,
  'words' | 'ids' | 'sheet' | 'fields' | 'cells' | 'widthFor' | 'setFields'
>;

export interface ArrangerEvents {
  /** A person wants the fields to lie as they do now. */
  readonly keep: () => void;
  /** To assistive technology. */
  readonly say: (text: string) => void;
}

/** In px, of a key. */
const STEP = 16;

/** What people do to the fields' layout. Every outcome is said. */
export class FieldArranger {
  readonly #grid: ArrangedGrid;
  readonly #events: ArrangerEvents;

  constructor(grid: ArrangedGrid, events: ArrangerEvents) {
    this.#grid = grid;
    this.#events = events;
  }

  /** False for an action of others. */
  perform(action: GridAction): boolean {
    const { cells, sheet, ids, words } = this.#grid;
    const { column } = cells.cursor;
    switch (action) {
      case 'widenField':
        this.resize(column, sheet.layout.width(column) + STEP);
        return true;
      case 'narrowField':
        this.resize(column, sheet.layout.width(column) - STEP);
        return true;
      case 'fitField':
        this.fit(column);
        return true;
      case 'moveFieldLeft':
        this.move(column, column - 1);
        return true;
      case 'moveFieldRight':
        this.move(column, column + 1);
        return true;
      case 'hideField':
        this.#hide(column);
        return true;
      case 'freezeFields':
        this.#freeze(column + 1);
        return true;
      case 'resetFields':
        this.#keep(new LaidFields(ids, PLAIN_LAYOUT), words.fieldsReset);
        return true;
      default:
        return false;
    }
  }

  resize(column: number, width: number): void {
    const { fields, words } = this.#grid;
    const resized = fields.resize(column, width);
    const text = fill(words.fieldSized, this.#name(column), resized.shown[column]?.width ?? '');
    this.#keep(resized, text);
  }

  /** To the records at hand. */
  fit(column: number): void {
    const { fields, words } = this.#grid;
    const fitted = fields.resize(column, this.#grid.widthFor(column));
    this.#keep(fitted, fill(words.fieldFitted, this.#name(column)));
  }

  /** To where another column lies now. */
  move(from: number, to: number): void {
    const { fields, words } = this.#grid;
    const { length } = fields.shown;
    const target = Math.max(0, Math.min(to, length - 1));
    this.#keep(fields.move(from, target), fill(words.fieldMoved, this.#name(from), target + 1, length));
  }

  #hide(column: number): void {
    const { fields, words } = this.#grid;
    const text = fields.shown.length > 1 ? words.fieldHidden : words.lastFieldStays;
    this.#keep(fields.hide(column), fill(text, this.#name(column)));
  }

  /** Once more for the same ones unfreezes them. */
  #freeze(count: number): void {
    const { fields, words } = this.#grid;
    const frozen = fields.freeze(fields.frozen === count ? 0 : count);
    this.#keep(frozen, () => frozenText(this.#grid.sheet.frozen, frozen.frozen, words));
  }

  #keep(fields: LaidFields, text: string | (() => string)): void {
    if (fields.shown.length === 0) return;
    this.#grid.setFields(fields);
    this.#events.keep();
    this.#events.say(typeof text === 'string' ? text : text());
  }

  #name(column: number): string {
    const { sheet, words } = this.#grid;
    return visibleText(sheet.columns[column]?.id ?? '') || words.noName;
  }
}

function frozenText(frozen: number, wanted: number, words: GridWords): string {
  if (wanted === 0) return words.noFieldFrozen;
  if (frozen < wanted) return fill(words.fewerFieldsFrozen, frozen, wanted);
  return frozen === 1 ? words.oneFieldFrozen : fill(words.fieldsFrozen, frozen);
}
