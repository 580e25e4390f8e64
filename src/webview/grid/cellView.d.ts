import type { FieldKind } from '../../shared/fieldKind.ts';
export type CellLook = 'text' | 'number' | 'boolean' | 'null' | 'json';
/** What stands in a cell; `look` decides the style and whether it may be cut with an ellipsis. */
export interface CellView {
  readonly text: string;
  readonly look: CellLook;
}
export interface CellWords {
  /** Drawn for null, so that it is unlike an empty text. */
  readonly null: string;
  /** Stands for a number too long to draw, e.g. "{0} digits". */
  readonly digits: string;
}
/** A number longer than this is named instead of drawn: cut digits would be another number. */
export declare const MAX_DIGITS = 48;
/** `value` is a WireCell, or whatever else a source gives. */
export declare function cellView(value: unknown, kind: FieldKind, words: CellWords): CellView;
