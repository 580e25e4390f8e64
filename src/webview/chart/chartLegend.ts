import type { AcrossAxis } from './chartAxes.ts';
import type { ChartFrame } from './chartContract.ts';
import { lineShape, pointShape } from './chartMarks.ts';
import { barShapes, seriesStyle } from './chartScene.ts';
import { fitted, label, segment } from './chartShapes.ts';
import type { ChartStep } from './chartSteps.ts';

/** The series with their colours and patterns, in as many lines as they need. A single one has no legend. */
export function chartLegend(
  series: readonly ChartStep[],
  isOfLines: boolean,
  left: number,
  right: number,
  frame: ChartFrame,
): Pick<AcrossAxis, 'height' | 'shapesAt'> {
  if (series.length < 2) return { height: 0, shapesAt: () => [] };
  const { fontSize, colors, widthOf } = frame;
  const swatch = isOfLines ? fontSize * 2 : fontSize * 0.85;
  const most = Math.min(fontSize * 14, (right - left) / 2 - swatch - fontSize * 1.5);
  const line = fontSize * 1.7;
  let [x, row] = [left, 0];
  const entries = series.map(({ name }, place) => {
    const text = fitted(frame, name, most);
    const width = swatch + fontSize / 2 + widthOf(text, fontSize);
    if (x > left && x + width > right) [x, row] = [left, row + 1];
    const entry = { text, x, row, style: seriesStyle(series, place, colors) };
    x += width + fontSize;
    return entry;
  });
  return {
    height: (row + 1) * line + fontSize * 0.5,
    shapesAt: (top) =>
      entries.flatMap(({ text, x: at, row: below, style }) => {
        const y = top + below * line + fontSize * 0.5;
        const middle = y + fontSize / 2;
        const box = { x: at, y: middle - swatch / 2, width: swatch, height: swatch };
        const sign = isOfLines
          ? [
              lineShape(segment(at, middle, at + swatch, middle), style),
              pointShape(at + swatch / 2, middle, style, colors.background),
            ]
          : barShapes(box, style, colors);
        return [...sign, label(frame, text, at + swatch + fontSize / 2, middle + fontSize * 0.35)];
      }),
  };
}
