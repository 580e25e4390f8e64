import { add, ZERO } from '../../base/exactDecimal.ts';
import type { Mark } from './chartContract.ts';
import { type ChartScene, barShapes, barStyle, boxAround } from './chartScene.ts';
import type { Datum } from './chartData.ts';

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
