import type { FieldKind } from '../../shared/fieldKind.ts';
import { cellView } from './cellView.ts';
import type { CellWords } from './cellView.ts';
import { visibleText } from './visibleText.ts';

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

/** Left and right padding of a cell, and its border (grid.css). */
const PADDING = 19;
/** Between name and type: a space and a margin. */
const NAME_GAP = 8;
const NARROWEST = 56;
const WIDEST_HEADER = 260;
const WIDEST_TEXT = 360;
/** Longest texts of a field that are measured, and how much of each. */
const MEASURED = 3;
const MEASURED_LENGTH = 80;

type Rows = readonly (readonly unknown[])[];

/** Widths fitted to the names and to the records at hand: wide enough for every number, up to a bound for texts. */
export function fitColumns(
  columns: readonly Column[],
  rows: Rows,
  ruler: TextRuler,
  words: CellWords,
): readonly number[] {
  return columns.map((column, index) => {
    const header =
      ruler.name(visibleText(column.id).slice(0, 100)) + NAME_GAP + ruler.type(column.type.slice(0, 40));
    let width = Math.max(NARROWEST, Math.min(header + PADDING, WIDEST_HEADER));
    const longest: string[] = [];
    for (const row of rows) {
      const { text, look } = cellView(row[index], column.kind, words);
      if (look === 'number') width = Math.max(width, ruler.number(text) + PADDING);
      else keepLongest(longest, text);
    }
    for (const text of longest)
      width = Math.max(width, Math.min(ruler.text(text.slice(0, MEASURED_LENGTH)) + PADDING, WIDEST_TEXT));
    return Math.ceil(width);
  });
}

/** The widths with room for the numbers of newly come records too, or undefined when there is room. */
export function widenForNumbers(
  widths: readonly number[],
  columns: readonly Column[],
  rows: Rows,
  ruler: TextRuler,
  words: CellWords,
): readonly number[] | undefined {
  let wider: number[] | undefined;
  for (const [index, { kind }] of columns.entries())
    for (const row of rows) {
      const { text, look } = cellView(row[index], kind, words);
      if (look !== 'number') continue;
      const width = Math.ceil(ruler.number(text) + PADDING);
      if (width > ((wider ?? widths)[index] ?? 0)) (wider ??= [...widths])[index] = width;
    }
  return wider;
}

function keepLongest(longest: string[], text: string): void {
  if (longest.length === MEASURED && text.length <= (longest[MEASURED - 1]?.length ?? 0)) return;
  if (longest.includes(text)) return;
  longest.push(text);
  longest.sort((a, b) => b.length - a.length);
  longest.length = Math.min(longest.length, MEASURED);
}
