import { fieldKind } from '../../base/field.ts';
import type { GridLook } from '../../messages/gridLook.ts';
import { type CellFormat, cellFormat } from './cellView.ts';
import {
  canvasRuler,
  FIRST_FIT,
  type FitBounds,
  fitColumns,
  roughWidths,
  type TextRuler,
  widenForNumbers,
} from './columnWidths.ts';
import type { GridOptions, GridSource } from './gridContract.ts';
import { PLAIN_LAYOUT } from '../../datastore/query/fieldLayout.ts';
import { VisibleFields } from './visibleFields.ts';
import {
  type GridColumn,
  ColumnEdges,
  GUTTER_PADDING,
  type GridLayout,
  type MarkPlaces,
  HEADER_HEIGHT,
  SUMMARY_HEIGHT,
} from './gridLayout.ts';
import type { Rows } from './windowLoader.ts';

export const ROW_HEIGHTS: Readonly<Record<GridLook['density'], number>> = {
  compact: 20,
  standard: 24,
  comfortable: 30,
};

/** Greatest share of the view for frozen columns, so that the others have room to scroll. */
const FROZEN_SHARE = 2 / 3;
/** Limits for fitting a column on request. */
const WHOLE_FIT: FitBounds = { records: Infinity, length: 250, widest: 1000 };

/** The layout with widths: estimated, then fitted to the first records, and widened for longer numbers later on. */
export class ColumnSizer {
  readonly #options: GridOptions;
  readonly #marks: MarkPlaces | undefined;
  /** Widths to keep, by name and type of the field. */
  readonly #kept: ReadonlyMap<string, number>;
  /** The columns of all fields, in the server's order. */
  readonly #columns: readonly GridColumn[];
  readonly #ruler: TextRuler;
  fields: VisibleFields;
  /** Width of the view in pixels. */
  #room = 0;
  #look: GridLook;
  #format: CellFormat;
  #widths: readonly number[];
  #rows: number;
  isFitted = false;
  /** Fields outside the view that haven't been fitted yet, and the records to fit them to. */
  #rest: { readonly columns: readonly GridColumn[]; readonly records: Rows } | undefined;
  layout: GridLayout;

  /** `element` has the fonts of the grid. */
  constructor(source: GridSource, options: GridOptions, element: HTMLElement) {
    const { words, look, language, widths = new Map<string, number>(), layout = PLAIN_LAYOUT } = options;
    const ids = source.fields.map(({ id }) => id);
    this.#options = options;
    this.#marks = source.marks;
    this.#kept = widths;
    this.#columns = sourceColumns(source, options);
    this.fields = new VisibleFields(ids, layout);
    this.#rows = source.count;
    this.#ruler = canvasRuler(element);
    this.#look = look;
    this.#format = cellFormat(look, language, words);
    const rough = roughWidths(this.#columns);
    this.#widths = this.#columns.map((column, index) => widths.get(keyOf(column)) ?? rough[index] ?? 0);
    this.layout = this.#make();
  }

  get widths(): ReadonlyMap<string, number> {
    if (!this.isFitted) return this.#kept;
    const rest = new Set(this.#rest?.columns);
    const fitted = this.#columns.filter((column) => !rest.has(column));
    return new Map(fitted.map((column) => [keyOf(column), this.#widths[column.field] ?? 0]));
  }

  setFields(fields: VisibleFields): void {
    this.fields = fields;
    this.layout = this.#make();
  }

  setRoom(room: number): void {
    this.#room = room;
    if (this.#frozen(this.layout.edges) !== this.layout.frozen) this.layout = this.#make();
  }

  /** Changes the look. `records` are the loaded ones, since dates and numbers may need other widths. */
  setLook(look: GridLook, records: Rows): void {
    this.fitRest();
    this.#look = look;
    this.#format = cellFormat(look, this.#options.language, this.#options.words);
    const fitted = fitColumns(this.#columns, records, this.#ruler, this.#format);
    this.#widths = this.#widths.map((width, column) => {
      const kind = this.#columns[column]?.kind;
      return kind === 'date' || kind === 'number' ? Math.max(width, fitted[column] ?? 0) : width;
    });
    this.layout = this.#make();
  }

  setCount(rows: number): void {
    this.#rows = rows;
    if (this.#gutter() !== this.layout.gutter) this.layout = this.#make();
  }

  /** Fits columns to records, or names: first those in view, as a thousand take long. Returns whether any changed. */
  fit(records: Rows): boolean {
    if (!this.isFitted) {
      this.isFitted = records.length > 0;
      this.#fitInView(records);
      return true;
    }
    const isOther = this.fitRest();
    const widths = widenForNumbers(this.#widths, this.#columns, records, this.#ruler, this.#format);
    if (!widths) return isOther;
    this.#widths = widths;
    this.layout = this.#make();
    return true;
  }

  fitRest(): boolean {
    if (this.#rest === undefined) return false;
    const { columns, records } = this.#rest;
    this.#rest = undefined;
    this.#fitTo(columns, records);
    this.layout = this.#make();
    return true;
  }

  get isWhole(): boolean {
    return this.#rest === undefined;
  }

  /** The width in pixels for the texts of these records, up to a limit. Undefined for numbers, which always fit. */
  widthFor(column: number, records: Rows): number | undefined {
    const fitted = this.layout.columns.slice(column, column + 1);
    if (fitted[0]?.kind === 'number') return undefined;
    return fitColumns(fitted, records, this.#ruler, this.#format, WHOLE_FIT, this.#marks)[0];
  }

  #fitInView(records: Rows): void {
    const inView = new Set<GridColumn>();
    let right = this.#gutter();
    for (const { field, width } of this.fields.shown) {
      const column = this.#columns[field];
      if (column === undefined || right >= this.#room) break;
      this.#fitTo([column], records);
      right += width ?? this.#widths[field] ?? 0;
      inView.add(column);
    }
    const columns = this.#columns.filter((column) => !inView.has(column));
    this.#rest = columns.length > 0 ? { columns, records } : undefined;
    this.layout = this.#make();
  }

  #fitTo(columns: readonly GridColumn[], records: Rows): void {
    const widths = [...this.#widths];
    const take = (taken: readonly GridColumn[], fitted: readonly number[] | undefined): void =>
      taken.forEach(({ field }, index) => (widths[field] = fitted?.[index] ?? widths[field] ?? 0));
    const unknown = columns.filter((column) => !this.#kept.has(keyOf(column)));
    take(unknown, fitColumns(unknown, records, this.#ruler, this.#format, FIRST_FIT, this.#marks));
    const kept = columns.filter((column) => this.#kept.has(keyOf(column)));
    const before = kept.map(({ field }) => widths[field] ?? 0);
    take(kept, widenForNumbers(before, kept, records, this.#ruler, this.#format));
    this.#widths = widths;
  }

  #make(): GridLayout {
    const { shown } = this.fields;
    const { words, summarize } = this.#options;
    const { density, zebra, summaries } = this.#look;
    const edges = new ColumnEdges(shown.map(({ field, width }) => width ?? this.#widths[field] ?? 0));
    return {
      columns: shown.flatMap(({ field, width }) => {
        const column = this.#columns[field];
        return column === undefined ? [] : [width === undefined ? column : { ...column, isSized: true }];
      }),
      edges,
      frozen: this.#frozen(edges),
      ...{ rowHeight: ROW_HEIGHTS[density], isZebra: zebra, gutter: this.#gutter(), words, format: this.#format },
      headerHeight: HEADER_HEIGHT + (summaries ? SUMMARY_HEIGHT : 0),
      ...(summaries && summarize && { summarize }),
      ...(this.#marks && { marks: this.#marks }),
    };
  }

  #frozen(edges: ColumnEdges): number {
    const most = (this.#room - this.#gutter()) * FROZEN_SHARE;
    let { frozen } = this.fields;
    while (frozen > 0 && edges.left(frozen) > most) frozen--;
    return frozen;
  }

  #gutter(): number {
    return Math.ceil(this.#ruler.number(String(Math.max(this.#rows, 999))) + GUTTER_PADDING);
  }
}

function keyOf({ id, type }: GridColumn): string {
  return JSON.stringify([id, type]);
}

export function sourceColumns(
  { fields }: GridSource,
  { sort = [], filtered = [] }: Pick<GridOptions, 'sort' | 'filtered'>,
): readonly GridColumn[] {
  const conditions = new Set(filtered);
  const sorted = new Map(sort.map((key, at) => [key.field, { ...key, at }] as const).reverse());
  return fields.map(({ id, type, kind, label, unit, notes }, field) => {
    const key = sorted.get(id);
    const about = [[label, unit].filter(Boolean).join(', '), notes].filter(Boolean).join('\n');
    return {
      ...{ field, id, type, kind: kind ?? fieldKind(type) },
      ...(about !== '' && { about }),
      ...(conditions.has(id) && { isFiltered: true }),
      ...(key && { sort: { descending: key.descending, ...(sort.length > 1 && { key: key.at + 1 }) } }),
    };
  });
}
