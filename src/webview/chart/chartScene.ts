/** What kinds of marks have in common: places, colours and texts of values. */
import type { ExactDecimal } from '../../base/exactDecimal.ts';
import { fill, numberText } from '../../base/words.ts';
import type { ChartKind } from '../../datastore/query/chartChoice.ts';
import type { Slot } from './chartAxes.ts';
import { type ChartColumn, type ChartColumns, unitOf, wireText } from './chartColumns.ts';
import type { ChartColors, ChartFrame, ChartShape, ChartSource, Mark } from './chartContract.ts';
import type { ChartData, Datum } from './chartData.ts';
import { type Box, hatching, rectangle } from './chartShapes.ts';
import type { ChartStep, StepWords } from './chartSteps.ts';

export interface ChartScene extends ChartData {
  readonly kind: ChartKind;
  readonly frame: ChartFrame;
  readonly slots: readonly Slot[];
  /** The px of a value. */
  readonly y: (value: ExactDecimal) => number;
  readonly describe: (datum: Datum) => Pick<Mark, 'tip' | 'spoken' | 'value'>;
}

export interface SeriesStyle {
  readonly color: string;
  /** 0: a plain one. Others tell series of the same colour apart. */
  readonly pattern: number;
}

export function seriesStyle(
  series: readonly ChartStep[],
  place: number,
  { series: palette, rest, isHighContrast }: ChartColors,
): SeriesStyle {
  const kind = series[place]?.isRest;
  if (kind !== undefined) return { color: rest, pattern: kind === 'null' ? 1 : 0 };
  const count = Math.max(1, palette.length);
  const pattern = isHighContrast ? place : Math.floor(place / count);
  return { color: palette[place % count] ?? rest, pattern };
}

/** In a chart of one series, NULL and the others have a colour of their own. */
export function barStyle({ steps, series, frame }: ChartScene, { step, series: place }: Datum): SeriesStyle {
  const isOfOne = series.length === 1 && steps.list[step]?.isRest !== undefined;
  return isOfOne ? seriesStyle(steps.list, step, frame.colors) : seriesStyle(series, place, frame.colors);
}

export function barShapes(
  box: Box,
  { color, pattern }: SeriesStyle,
  { background }: ChartColors,
): readonly ChartShape[] {
  const lines = hatching(box, pattern);
  const bar: ChartShape = { is: 'path', d: rectangle(box), fill: color };
  return lines === '' ? [bar] : [bar, { is: 'path', d: lines, stroke: background, strokeWidth: 1.5 }];
}

const LEAST_BOX = 10;

/** The rectangle for pointers around a mark, inside the frame. */
export function boxAround({ x, y, width, height }: Box, frame: ChartFrame): Box {
  const wide = Math.max(width, LEAST_BOX);
  const high = Math.max(height, LEAST_BOX);
  const inside = (at: number, size: number, end: number): number => Math.max(0, Math.min(at, end - size));
  return {
    x: inside(x - (wide - width) / 2, wide, frame.width),
    y: inside(y - (high - height) / 2, high, frame.height),
    width: wide,
    height: high,
  };
}

/** Exact digits in the display language, with the unit. */
export function exactText(text: string, { field, measure }: ChartColumn, group: (text: string) => string): string {
  return [field.kind === 'number' ? group(text) : text, unitOf(field, measure)].filter((part) => part !== '').join(' ');
}

export function describing(
  source: ChartSource,
  { across, up, told }: ChartColumns,
  { steps, series }: ChartData,
  { strings, language, grouped }: StepWords,
): ChartScene['describe'] {
  return ({ step, series: place, text, rows }) => {
    const names = [steps.list[step]?.name, series.length > 1 ? series[place]?.name : undefined];
    const head = names.filter((name) => name !== undefined).join(', ');
    const value = exactText(text, up, grouped);
    const [row] = rows;
    const isOne = rows.length === 1 && row !== undefined;
    const lines = isOne
      ? told.map((each) => `${each.title}: ${exactText(wireText(source.rows[row]?.[each.place]), each, grouped)}`)
      : [`${up.title}: ${value}`];
    const together = rows.length > 1 ? [fill(strings.chartTogether, numberText(rows.length, language))] : [];
    if (across.group === undefined) return { value: text, tip: lines, spoken: lines.join(', ') };
    return { value: text, tip: [head, ...lines, ...together], spoken: `${head}: ${up.title} ${value}` };
  };
}
