import type { FieldKind } from '../../shared/fieldKind.ts';
import type { CellWords } from './cellView.ts';
export interface Column {
  readonly id: string;
  readonly type: string;
  readonly kind: FieldKind;
}
/** Widths in px of texts in the grid's own fonts. */
export interface TextRuler {
  readonly text: (text: string) => number;
  /** A number in tabular figures; never less than what is drawn. */
  readonly number: (text: string) => number;
  readonly name: (text: string) => number;
  readonly type: (text: string) => number;
}
type Rows = readonly (readonly unknown[])[];
/** Widths fitted to the names and to the records at hand: wide enough for every number, up to a bound for texts. */
export declare function fitColumns(
  columns: readonly Column[],
  rows: Rows,
  ruler: TextRuler,
  words: CellWords,
): readonly number[];
/** The widths with room for the numbers of newly come records too, or undefined when there is room. */
export declare function widenForNumbers(
  widths: readonly number[],
  columns: readonly Column[],
  rows: Rows,
  ruler: TextRuler,
  words: CellWords,
): readonly number[] | undefined;
export {};
