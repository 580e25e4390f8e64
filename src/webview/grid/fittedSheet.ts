import { canvasRuler } from './canvasRuler.ts';
import { fitColumns, widenForNumbers } from './columnFit.ts';
import type { Column, TextRuler } from './columnFit.ts';
import { ColumnLayout } from './columnLayout.ts';
import { GUTTER_PADDING } from './sheet.ts';
import type { GridWords, Sheet } from './sheet.ts';

/** The sheet, fitted to the first records that come, and widened for longer numbers among later ones. */
export class FittedSheet {
  readonly #columns: readonly Column[];
  readonly #words: GridWords;
  readonly #ruler: TextRuler;
  #widths: readonly number[];
  #rows: number;
  #isFitted = false;
  #sheet: Sheet;

  /** `element` has the fonts of the grid. */
  constructor(columns: readonly Column[], words: GridWords, rows: number, element: HTMLElement) {
    this.#columns = columns;
    this.#words = words;
    this.#rows = rows;
    this.#ruler = canvasRuler(element);
    this.#widths = fitColumns(columns, [], this.#ruler, words);
    this.#sheet = this.#make();
  }

  get sheet(): Sheet {
    return this.#sheet;
  }

  /** Takes the number of rows, whose digits the row numbers need room for. */
  setCount(rows: number): void {
    this.#rows = rows;
    if (this.#gutter() !== this.#sheet.gutter) this.#sheet = this.#make();
  }

  /** Takes records that came. True if the sheet is another one now. */
  fit(records: readonly (readonly unknown[])[]): boolean {
    const widths = this.#isFitted
      ? widenForNumbers(this.#widths, this.#columns, records, this.#ruler, this.#words)
      : fitColumns(this.#columns, records, this.#ruler, this.#words);
    this.#isFitted = true;
    if (!widths) return false;
    this.#widths = widths;
    this.#sheet = this.#make();
    return true;
  }

  #make(): Sheet {
    const layout = new ColumnLayout(this.#widths);
    return { columns: this.#columns, layout, gutter: this.#gutter(), words: this.#words };
  }

  #gutter(): number {
    return Math.ceil(this.#ruler.number(String(Math.max(this.#rows, 999))) + GUTTER_PADDING);
  }
}
