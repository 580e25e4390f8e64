/** What the panel hands to a chart, and what the chart's drawing consists of. Lengths are CSS px. */
import type { WireCell } from '../../base/cells.ts';
import type { Summary } from '../../datastore/query/summary.ts';
import type { ChartChoice, ChartKind } from '../../datastore/query/chartChoice.ts';
import type { ChartStrings } from '../../messages/chartStrings.ts';
import type { ChartPicture, GridField } from '../../messages/gridProtocol.ts';

/** A result with the rows that a chart draws: groups of a summary in its order, or loaded records. */
export interface ChartSource {
  readonly fields: readonly GridField[];
  readonly rows: readonly (readonly WireCell[])[];
  /** Number of rows of the result, of which `rows` may be only the first. */
  readonly rowCount: number;
  /** Absent if the rows are records. */
  readonly summary?: Summary;
  /** Whether the last row stands for all groups that have no row of their own. */
  readonly hasOthers: boolean;
  readonly title: string;
}

/** Colours of the theme as CSS texts. */
export interface ChartColors {
  readonly text: string;
  readonly faint: string;
  readonly gridLine: string;
  readonly background: string;
  /** Colours of series, in order. They repeat with another pattern. */
  readonly series: readonly string[];
  /** The colour of NULL and of all other groups. */
  readonly rest: string;
  /** Series differ by patterns, too. */
  readonly isHighContrast: boolean;
}

export interface ChartFrame {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly colors: ChartColors;
  readonly strings: ChartStrings;
  /** The tag of the display language (BCP 47). */
  readonly language: string;
  /** Width of a text in the page's font at a size. */
  readonly widthOf: (text: string, fontSize: number) => number;
}

/** One stroke of a painter. `d` is an SVG path, which a canvas draws as `new Path2D(d)`. */
export type ChartShape =
  | {
      readonly is: 'path';
      readonly d: string;
      readonly fill?: string;
      readonly stroke?: string;
      readonly strokeWidth?: number;
      readonly dash?: readonly number[];
    }
  | {
      readonly is: 'text';
      readonly text: string;
      readonly x: number;
      /** The baseline of the letters. */
      readonly y: number;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly fontSize: number;
      readonly color: string;
      readonly isBold?: true;
      /** Degrees clockwise around (x, y). */
      readonly turn?: number;
    };

/** What stands for rows of the result: a bar, a part of one, a point. */
export interface Mark {
  readonly shapes: readonly ChartShape[];
  /** Rows that the mark stands for. One: its records can be opened. */
  readonly rows: readonly number[];
  /** Position in the chart: series and step across, for the arrow keys. */
  readonly series: number;
  readonly step: number;
  /** The rectangle around it, which is at least as large as a pointer needs. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** The exact value that is drawn, as the result has it or as their exact sum. */
  readonly value: string;
  /** Lines of the tooltip: what it is ("Bern, 2023"), then its values with exact digits. */
  readonly tip: readonly string[];
  /** What the tooltip says, as one sentence for screen readers. */
  readonly spoken: string;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Title, axes, grid lines and legend, below the marks. */
  readonly shapes: readonly ChartShape[];
  readonly marks: readonly Mark[];
  /** What the chart shows, in one sentence: kind, fields, extent, largest and smallest. */
  readonly sentence: string;
  /** What is not drawn as it is in the result: others, larger periods, left-out values, a sample. */
  readonly remarks: readonly string[];
  readonly used: ResolvedChoice;
}

/** A choice with every column that is used. */
export type ResolvedChoice = ChartChoice & { readonly kind: ChartKind };

/** Why nothing can be drawn. The table stays. */
export interface NoDrawing {
  readonly problem: string;
}

/** A picture's size, and the lines below it: source, date, how it was computed. */
export type PictureOptions = Omit<ChartPicture, 'format'>;

export interface ChartOptions {
  readonly strings: ChartStrings;
  readonly language: string;
  readonly announce: (text: string) => void;
  /** Click or Enter on a mark: the records of this row of the result. */
  readonly onOpen: (row: number) => void;
  /** Escape, where nothing of the chart is open. */
  readonly onEscape: () => void;
}

/** A chart in an element of the page. It draws anew when its size or the theme changes. */
export interface Chart {
  show(source: ChartSource, choice: ChartChoice): Pick<Drawing, 'remarks' | 'used'> | NoDrawing;
  focus(): void;
  /** A whole SVG document as text. */
  svg(options: PictureOptions): string;
  png(options: PictureOptions): Promise<Uint8Array>;
  dispose(): void;
}

/** What dist/webview/chart.js puts into the page as `DatastoreChart`. */
export interface ChartModule {
  readonly openChart: (holder: HTMLElement, options: ChartOptions) => Chart;
}
