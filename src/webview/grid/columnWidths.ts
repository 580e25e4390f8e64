import type { FieldKind } from '../../base/field.ts';
import { visibleText } from '../ui/visibleText.ts';
import { type CellFormat, type CellView, cellView, DRAWN_DIGITS } from './cellView.ts';
import { markedView } from './changeMarks.ts';
import type { GridColumn, MarkPlaces } from './gridLayout.ts';
import type { Rows } from './windowLoader.ts';

export interface FitBounds {
  readonly records: number;
  /** Longest part of a text that is measured, in characters. */
  readonly length: number;
  /** Greatest width for texts, in pixels. */
  readonly widest: number;
}

/** Widths of texts in the grid's own fonts, in pixels. */
export interface TextRuler {
  readonly text: (text: string) => number;
  /** The width of a number in tabular figures, which is never less than the drawn width. */
  readonly number: (text: string) => number;
  readonly name: (text: string) => number;
  readonly type: (text: string) => number;
}

/** Left and right padding of a cell, and its border (recordsGrid.css). */
const PADDING = 19;
/** Space and margin between name and type. */
const NAME_GAP = 8;
/** Width of a header's icon with its margin. */
const ICON = 20;
/** Width of the sort and filter marks and the menu button. The type's name shrinks for them, not the field's name. */
const MARKS = 44;
const NARROWEST = 56;
/** Estimated width of a character in pixels. */
export const ROUGH_CHARACTER = 7;
const WIDEST_HEADER = 260;
/** Number of a field's longest texts that are measured. */
const MEASURED = 3;
/** Limits for the first fit, with about a screen of records. */
export const FIRST_FIT: FitBounds = { records: 50, length: 80, widest: 360 };

/** Estimated widths before there are records. Measuring would take as long as drawing them all. */
export function roughWidths(columns: readonly GridColumn[]): readonly number[] {
  return columns.map(({ id, type }) => {
    const words = ROUGH_CHARACTER * id.length + besideName(ROUGH_CHARACTER * type.length);
    return Math.max(NARROWEST, Math.min(ICON + words + PADDING, WIDEST_HEADER));
  });
}

/** Widths that fit the names and the given records. Every number fits, texts only up to a limit. */
export function fitColumns(
  columns: readonly GridColumn[],
  rows: Rows,
  ruler: TextRuler,
  format: CellFormat,
  { records, length, widest }: FitBounds = FIRST_FIT,
  marks?: MarkPlaces,
): readonly number[] {
  return columns.map((column) => {
    const { field, id, type, kind } = column;
    const words = ruler.name(visibleText(id).slice(0, 100)) + besideName(ruler.type(type.slice(0, 40)));
    const width = Math.max(NARROWEST, Math.min(ICON + words + PADDING, WIDEST_HEADER));
    const longest: string[] = [];
    for (const row of rows.slice(0, records)) {
      const value = row[field];
      const { text, before } = marks === undefined ? NOT_MARKED : markedView(row, column, format, marks);
      if (before !== undefined) keepLongest(longest, `${before}\u2003${text}`);
      if (mayBeNumber(value, kind) || isShort(value, longest)) continue;
      keepLongest(longest, cellView(value, kind, format).text);
    }
    const texts = longest.map((text) => Math.min(ruler.text(text.slice(0, length)) + PADDING, widest));
    return Math.ceil(Math.max(width, ...texts, widestNumber(rows, field, kind, ruler, format)));
  });
}

const NOT_MARKED: Pick<CellView, 'text' | 'before'> = { text: '' };

function besideName(type: number): number {
  return Math.max(NAME_GAP + type, MARKS);
}

/** The widths with room for the numbers of new records, or undefined if there is enough room. */
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

/** Width of the widest number with padding, or 0 without numbers. Only one number of each shape is measured. */
function widestNumber(rows: Rows, field: number, kind: FieldKind, ruler: TextRuler, format: CellFormat): number {
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

/** Numbers of one shape have the same width, even with separators. Undefined if the number has an exponent. */
function shapeOf(value: unknown): number | undefined {
  const source = typeof value === 'object' && value !== null && 'n' in value ? value.n : value;
  const text = typeof source === 'number' ? String(source) : source;
  if (typeof text !== 'string' || text.length > DRAWN_DIGITS || /[^\d.-]/.test(text)) return undefined;
  return 2 * (text.length * (DRAWN_DIGITS + 2) + text.indexOf('.') + 1) + Number(text.startsWith('-'));
}

function mayBeNumber(value: unknown, kind: FieldKind): boolean {
  return (
    typeof value === 'number' || kind === 'number' || (typeof value === 'object' && value !== null && 'n' in value)
  );
}

/** Whether a text is too short to be among the longest. What is drawn is rarely longer than the text. */
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

/** Measures texts without layout, in the fonts that `element` has now (recordsGrid.css: names bold, types smaller). */
export function canvasRuler(element: HTMLElement): TextRuler {
  const { fontFamily, fontSize } = getComputedStyle(element);
  const size = Number.parseFloat(fontSize) || 13;
  const { text, repeated } = inFont(`${size}px ${fontFamily}`);
  return {
    text,
    number: (digits) => {
      let width = 0;
      // In tabular figures every digit has the width of a 0. Kerning is off there, so the widths add up.
      for (const one of digits) width += repeated(one >= '0' && one <= '9' ? '0' : one);
      return width;
    },
    name: inFont(`600 ${size}px ${fontFamily}`).text,
    type: inFont(`${size * 0.85}px ${fontFamily}`).repeated,
  };
}

/** Loads the fonts of `element` while the records are on their way, because the first text in a font takes long. */
export function prepareFonts(element: HTMLElement): void {
  const { text, name, type } = canvasRuler(element);
  for (const width of [text, name, type]) width('0');
}

interface FontRuler {
  readonly text: (text: string) => number;
  /** Measures a text that occurs often, and caches its width. */
  readonly repeated: (text: string) => number;
}

/** Rulers are kept for all grids, because changing a context's font takes longer than measuring a text. */
const inFont = kept((font: string): FontRuler => {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  const text = (measured: string) => context?.measureText(measured).width ?? measured.length * ROUGH_CHARACTER;
  return { text, repeated: kept(text) };
});

function kept<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    let one = made.get(name);
    if (one === undefined) made.set(name, (one = make(name)));
    return one;
  };
}
