import { add, ZERO } from '../../base/exactDecimal.ts';
import type { ChartShape, Mark } from './chartContract.ts';
import type { Datum } from './chartData.ts';
import { barShapes, barStyle, boxAround, type ChartScene, type SeriesStyle, seriesStyle } from './chartScene.ts';
import { px } from './chartShapes.ts';
import { line } from 'd3-shape';

/** Part of a slot that bars take. */
const FILLED = 0.8;

/** A single bar doesn't fill the chart. */
const WIDEST = 120;

/** Bars begin at 0. Stacked ones begin where the last one of the same sign ends. */
export function barMarks(scene: ChartScene, isStacked: boolean): readonly Mark[] {
  const { kind, data, slots, series, y, frame, describe } = scene;
  const beside = isStacked ? 1 : series.length;
  // A few bars on a long axis would be hairs.
  const least = slots.length * 6 < frame.width ? 3 : 1;
  const ends = new Map<string, Datum['value']>();
  return data.map((datum): Mark => {
    const { x = 0, width = 0 } = slots[datum.step] ?? {};
    const filled =
      kind === 'histogram' && width > 3 ? width - 1 : Math.max(least, Math.min(width * FILLED, WIDEST * beside));
    const each = filled / beside;
    const key = `${datum.step} ${isStacked ? String(datum.value.digits < 0n) : datum.series}`;
    const from = ends.get(key) ?? ZERO;
    const to = add(from, datum.value);
    ends.set(key, to);
    const [one, other] = [y(from), y(to)];
    const bar = {
      x: x + (width - filled) / 2 + (isStacked ? 0 : each * datum.series),
      y: Math.min(one, other),
      width: each > 4 && beside > 1 ? each - 1 : each,
      height: Math.abs(one - other),
    };
    return {
      shapes: barShapes(bar, barStyle(scene, datum), frame.colors),
      ...{ rows: datum.rows, series: datum.series, step: datum.step },
      box: boxAround(bar, frame),
      ...describe(datum),
    };
  });
}

/** The ends of all bars, so that an axis has room for them. */
export function barEnds(data: readonly Datum[], isStacked: boolean): readonly Datum['value'][] {
  if (!isStacked) return data.map(({ value }) => value);
  const ends = new Map<string, Datum['value']>();
  for (const { step, value } of data) {
    const key = `${step} ${String(value.digits < 0n)}`;
    ends.set(key, add(ends.get(key) ?? ZERO, value));
  }
  return [...ends.values()];
}

const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3], [12, 4]];
const RADIUS = 3.5;
/** Points that lie closer, in px, have no shape of their own on a line. */
const APART = 9;

export function lineShape(d: string, { color, pattern }: SeriesStyle): ChartShape {
  const dash = DASHES[pattern % DASHES.length] ?? [];
  return { is: 'path', d, stroke: color, strokeWidth: 2, ...(dash.length > 0 && { dash }) };
}

/** A point of which series of the same colour have another shape. */
export function pointShape(x: number, y: number, { color, pattern }: SeriesStyle, background: string): ChartShape {
  const corners = [
    [],
    [-1, -1, 1, -1, 1, 1, -1, 1],
    [0, -1.4, 1.4, 0, 0, 1.4, -1.4, 0],
    [0, -1.3, 1.3, 1, -1.3, 1],
    [0, 1.3, 1.3, -1, -1.3, -1],
  ][pattern % 5];
  const circle = `M${px(x - RADIUS)},${px(y)}a${RADIUS},${RADIUS},0,1,0,${2 * RADIUS},0a${RADIUS},${RADIUS},0,1,0,${-2 * RADIUS},0Z`;
  const at = corners?.map((corner, place) => px((place % 2 === 0 ? x : y) + corner * RADIUS)) ?? [];
  const polygon = at.map((value, place) => `${place % 2 > 0 ? ',' : place === 0 ? 'M' : 'L'}${value}`).join('');
  const d = at.length === 0 ? circle : `${polygon}Z`;
  return { is: 'path', d, fill: color, stroke: background, strokeWidth: 1 };
}

/** Lines with gaps where periods are missing, and points on them. A point between two gaps always has a shape. */
export function lineMarks(scene: ChartScene): {
  readonly lines: readonly ChartShape[];
  readonly marks: readonly Mark[];
} {
  const { kind, series, frame, describe } = scene;
  const lines: ChartShape[] = [];
  const marks: Mark[] = [];
  for (const place of series.keys()) {
    const style = seriesStyle(series, place, frame.colors);
    const data = scene.data.filter((datum) => datum.series === place);
    const runs = kind === 'scatter' ? data.map((datum) => [datum]) : runsOf(data, scene);
    const path = line<Datum>(
      (datum) => px(pointOf(datum, scene)[0]),
      (datum) => px(pointOf(datum, scene)[1]),
    );
    const d = runs.map((run) => (run.length > 1 ? (path(run) ?? '') : '')).join('');
    if (d !== '') lines.push(lineShape(d, style));
    for (const run of runs)
      for (const [index, datum] of run.entries()) {
        const [x, y] = pointOf(datum, scene);
        const next = run[index + 1] ?? run[index - 1];
        const isShown = next === undefined || Math.abs(pointOf(next, scene)[0] - x) >= APART;
        const box = { x: x - RADIUS, y: y - RADIUS, width: 2 * RADIUS, height: 2 * RADIUS };
        marks.push({
          shapes: isShown ? [pointShape(x, y, barStyle(scene, datum), frame.colors.background)] : [],
          ...{ rows: datum.rows, series: place, step: datum.step },
          box: boxAround(box, frame),
          ...describe(datum),
        });
      }
  }
  return { lines, marks };
}

function pointOf({ step, value }: Datum, { slots, y }: ChartScene): readonly [number, number] {
  const { x = 0, width = 0 } = slots[step] ?? {};
  return [x + width / 2, y(value)];
}

/** Points that a line connects: those of periods or bins one after the other. Those of single values always follow. */
function runsOf(data: readonly Datum[], { steps }: ChartScene): readonly Datum[][] {
  const runs: Datum[][] = [];
  let last: Datum | undefined;
  for (const datum of data) {
    const [before, step] = [last && steps.list[last.step], steps.list[datum.step]];
    const isBeside = steps.scale === 'order' && last?.step === datum.step - 1;
    const follows =
      step?.from !== undefined && ((steps.period ?? steps.width) === undefined || isClose(before?.to, step));
    if (before && !before.isRest && !step?.isRest && (isBeside || (follows && before.from !== undefined)))
      runs.at(-1)?.push(datum);
    else runs.push([datum]);
    last = datum;
  }
  return runs;
}

function isClose(
  end: number | undefined,
  { from = 0, to = 0 }: { readonly from?: number; readonly to?: number },
): boolean {
  return end !== undefined && Math.abs(from - end) < (to - from) / 1000;
}
