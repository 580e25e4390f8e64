import type { FieldKind } from '../../base/field.ts';
import { type CellFormat, cellView, DRAWN_DIGITS } from './cellView.ts';
import type { GridColumn } from './gridSheet.ts';
import type { Rows } from './windowLoader.ts';
import { visibleText } from '../ui/visibleText.ts';

/** How far fitting goes. */
export interface FitBounds {
  readonly records: number;
  /** In characters, of each text that is measured. */
  readonly length: number;
  /** In px, for texts. */
  readonly widest: number;
}

/** Widths in px of texts in the grid's own fonts. */
export interface TextRuler {
  readonly text: (text: string) => number;
  /** A number in tabular figures; never less than what is drawn. */
  readonly number: (text: string) => number;
  readonly name: (text: string) => number;
  readonly type: (text: string) => number;
}

/** Left and right padding of a cell, and its border (recordsGrid.css). */
const PADDING = 19;
/** Between name and type: a space and a margin. */
const NAME_GAP = 8;
/** The icon of a header with its margin. */
const ICON = 20;
/** Marks of sort and filter and the button of the menu: the word for the type gives way to them, the name doesn't. */
const MARKS = 44;
const NARROWEST = 56;
/** In px. */
export const ROUGH_CHARACTER = 7;
const WIDEST_HEADER = 260;
/** Longest texts of a field that are measured. */
const MEASURED = 3;
/** About a screen of records. */
const FIRST_FIT: FitBounds = { records: 50, length: 80, widest: 360 };

/** Widths for the time before there are records: nothing is measured, because that takes as long as to draw them all. */
export function roughWidths(columns: readonly GridColumn[]): readonly number[] {
  return columns.map(({ id, type }) => {
    const words = ROUGH_CHARACTER * id.length + besideName(ROUGH_CHARACTER * type.length);
    return Math.max(NARROWEST, Math.min(ICON + words + PADDING, WIDEST_HEADER));
  });
}

/** Widths fitted to the names and to the records at hand: wide enough for every number, up to a bound for texts. */
export function fitColumns(
  columns: readonly GridColumn[],
  rows: Rows,
  ruler: TextRuler,
  format: CellFormat,
  { records, length, widest }: FitBounds = FIRST_FIT,
): readonly number[] {
  return columns.map(({ field, id, type, kind }) => {
    const words = ruler.name(visibleText(id).slice(0, 100)) + besideName(ruler.type(type.slice(0, 40)));
    const width = Math.max(NARROWEST, Math.min(ICON + words + PADDING, WIDEST_HEADER));
    const longest: string[] = [];
    for (const row of rows.slice(0, records)) {
      const value = row[field];
      if (mayBeNumber(value, kind) || isShort(value, longest)) continue;
      keepLongest(longest, cellView(value, kind, format).text);
    }
    const texts = longest.map((text) => Math.min(ruler.text(text.slice(0, length)) + PADDING, widest));
    return Math.ceil(Math.max(width, ...texts, widestNumber(rows, field, kind, ruler, format)));
  });
}

function besideName(type: number): number {
  return Math.max(NAME_GAP + type, MARKS);
}

/** The widths with room for the numbers of newly come records too, or undefined when there is room. */
export function widenForNumbers(
  widths: readonly number[],
  columns: readonly GridColumn[],
  rows: Rows,
  ruler: TextRuler,
  format: CellFormat,
): readonly number[] | undefined {
  const wider = columns.map(({ field, kind }, index) =>
    Math.max(widths[index] ?? 0, Math.ceil(widestNumber(rows, field, kind, ruler, format))),
  );
  return wider.some((width, index) => width > (widths[index] ?? 0)) ? wider : undefined;
}

/** With padding; 0 without any number. Every number is looked at, but of each shape one is measured. */
function widestNumber(
  rows: Rows,
  field: number,
  kind: FieldKind,
  ruler: TextRuler,
  format: CellFormat,
): number {
  let width = 0;
  const measured = new Set<number>();
  for (const row of rows) {
    const value = row[field];
    if (!mayBeNumber(value, kind)) continue;
    const shape = shapeOf(value);
    if (shape !== undefined && measured.has(shape)) continue;
    const { text, look } = cellView(value, kind, format);
    if (look !== 'number') continue;
    if (shape !== undefined) measured.add(shape);
    width = Math.max(width, ruler.number(text) + PADDING);
  }
  return width;
}

/** Numbers of the same shape are as wide, with separators between their digits too; one with an exponent is as wide as it is. */
function shapeOf(value: unknown): number | undefined {
  const given = typeof value === 'object' && value !== null && 'n' in value ? value.n : value;
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string' || text.length > DRAWN_DIGITS || /[^\d.-]/.test(text)) return undefined;
  return 2 * (text.length * (DRAWN_DIGITS + 2) + text.indexOf('.') + 1) + Number(text.startsWith('-'));
}

function mayBeNumber(value: unknown, kind: FieldKind): boolean {
  return (
    typeof value === 'number' ||
    kind === 'number' ||
    (typeof value === 'object' && value !== null && 'n' in value)
  );
}

/** A text that can't be among the longest: what is drawn of it is seldom longer. */
function isShort(value: unknown, longest: readonly string[]): boolean {
  const least = longest.length === MEASURED ? longest[MEASURED - 1] : undefined;
  return typeof value === 'string' && least !== undefined && value.length <= least.length;
}

function keepLongest(longest: string[], text: string): void {
  if (longest.length === MEASURED && text.length <= (longest[MEASURED - 1]?.length ?? 0)) return;
  if (longest.includes(text)) return;
  longest.push(text);
  longest.sort((a, b) => b.length - a.length);
  longest.length = Math.min(longest.length, MEASURED);
}
