import type { ChartFrame, ChartShape } from './chartContract.ts';
import { tickTexts } from './chartNumbers.ts';
import { periodAt, textOfPeriod, tickPeriods } from './chartPeriods.ts';
import { fitted, label, segment } from './chartShapes.ts';
import type { ChartSteps } from './chartSteps.ts';
import { scaleBand, scaleLinear, type ScaleLinear } from 'd3-scale';

/** The place of a step across. */
export interface Slot {
  readonly x: number;
  readonly width: number;
}

export interface AcrossAxis {
  readonly slots: readonly Slot[];
  /** Ticks and texts, drawn below `y`. */
  readonly shapesAt: (y: number) => readonly ChartShape[];
  /** The room for ticks and texts. */
  readonly height: number;
}

interface Tick {
  readonly x: number;
  readonly text: string;
  /** Whether it has a line, since it stands for the beginning of its period. */
  readonly isEdge?: true;
}

export function acrossAxis(steps: ChartSteps, left: number, right: number, frame: ChartFrame): AcrossAxis {
  const { fontSize } = frame;
  const { list } = steps;
  const placed = list.filter(({ from }) => from !== undefined);
  if (steps.scale === 'order' || placed.length === 0) {
    const band = scaleBand(list.keys(), [left, right]);
    const slots = list.map((_, place) => ({ x: band(place) ?? left, width: band.bandwidth() }));
    return namedAxis(steps, slots, frame);
  }
  // Steps without a place on the axis stand behind it.
  const unplaced = list.length - placed.length;
  const each = Math.min(fontSize * 5, (right - left) / 2 / Math.max(1, unplaced));
  const end = right - unplaced * each - (unplaced > 0 ? fontSize : 0);
  const [low, high] = [placed[0]?.from ?? 0, placed.at(-1)?.to ?? 0];
  // Single values, unlike periods and bins, have no width that keeps them away from the ends.
  const pad = high > low ? ((steps.period ?? steps.width) === undefined ? (high - low) / 50 : 0) : 0.5;
  const scale = scaleLinear([low - pad, high + pad], [left, end]);
  const slots = list.map(({ from, to }, place) =>
    from === undefined || to === undefined
      ? { x: right - (list.length - place) * each, width: each }
      : { x: scale(from), width: scale(to) - scale(from) },
  );
  const room = unplaced > 0 ? end + fontSize / 2 : frame.width;
  const fit = (ticks: readonly Tick[]): readonly Tick[] => fitting(ticks, room, frame);
  const ticks =
    steps.scale === 'time' ? timeTicks(steps, [low, high], scale, fit) : numberTicks(steps, scale, frame, fit);
  if (ticks.length < Math.min(2, placed.length)) return namedAxis(steps, slots, frame);
  const rest = list.flatMap(({ name, from }, place): Tick[] => {
    const slot = slots[place];
    if (from !== undefined || slot === undefined) return [];
    return [{ x: slot.x + slot.width / 2, text: fitted(frame, name, each - fontSize / 2) }];
  });
  return levelAxis(slots, [...ticks, ...rest], frame);
}

function levelAxis(slots: readonly Slot[], ticks: readonly Tick[], frame: ChartFrame): AcrossAxis {
  const { fontSize, colors } = frame;
  return {
    slots,
    height: fontSize * 1.6,
    shapesAt: (y) =>
      ticks.flatMap(({ x, text, isEdge }) => [
        ...(isEdge ? [{ is: 'path', d: segment(x, y, x, y + 4), stroke: colors.faint } as const] : []),
        label(frame, text, x, y + fontSize * 1.4, { anchor: 'middle' }),
      ]),
  };
}

/** Ticks of the smallest periods whose texts don't overlap. */
function timeTicks(
  { period = { unit: 'day', by: 1 }, list }: ChartSteps,
  [low, high]: readonly [number, number],
  scale: (days: number) => number,
  fit: (ticks: readonly Tick[]) => readonly Tick[],
): readonly Tick[] {
  for (const size of tickPeriods(period)) {
    const isOwn = size.unit === period.unit && size.by === period.by && list[0]?.from !== list[0]?.to;
    const unit = size.unit === 'week' && period.unit !== 'week' ? 'day' : size.unit;
    const ticks: Tick[] = [];
    for (let at = periodAt(low, size); at.from < high && ticks.length < 200; at = periodAt(at.to, size))
      if (isOwn && size.by === 1)
        ticks.push({ x: (scale(at.from) + scale(at.to)) / 2, text: textOfPeriod(at.from, unit) });
      else if (at.from >= low) ticks.push({ x: scale(at.from), text: textOfPeriod(at.from, unit), isEdge: true });
    const shown = ticks.length < 200 ? fit(ticks) : [];
    if (shown.length > 0) return shown;
  }
  return [];
}

/** Whole numbers may be years, whose digits aren't grouped. */
function numberTicks(
  { width, list }: ChartSteps,
  scale: ReturnType<typeof scaleLinear<number, number>>,
  frame: ChartFrame,
  fit: (ticks: readonly Tick[]) => readonly Tick[],
): readonly Tick[] {
  const isWhole = list.every(({ key, from }) => from === undefined || /^=-?\d+$/.test(key));
  for (let count = 10; count > 0; count -= 1) {
    const places = scale.ticks(count).filter((place) => width !== undefined || !isWhole || Number.isInteger(place));
    const areYears = width === undefined && isWhole && places.every((place) => Math.abs(place) < 1e4);
    const texts = areYears ? places.map(String) : tickTexts(places, frame.language, 0);
    const ticks = places.map((at, place): Tick => ({ x: scale(at), text: texts[place] ?? '', isEdge: true }));
    const shown = fit(ticks);
    if (shown.length > 0) return shown;
  }
  return [];
}

/** The ticks whose texts end before the px where their room ends. None if these don't stand apart. */
function fitting(ticks: readonly Tick[], room: number, { widthOf, fontSize }: ChartFrame): readonly Tick[] {
  const half = ({ text }: Tick): number => widthOf(text, fontSize) / 2;
  const shown = ticks.filter((tick) => tick.x >= half(tick) && tick.x + half(tick) <= room);
  const areApart = shown.every((tick, place) => {
    const before = shown[place - 1];
    return before === undefined || tick.x - half(tick) >= before.x + half(before) + fontSize / 2;
  });
  return areApart ? shown : [];
}

/** Texts of at most so many lines' heights stand below bars. */
const MOST_LINES = 10;

/** A text for each step: level, or turned, or else some of them. */
function namedAxis({ list }: ChartSteps, slots: readonly Slot[], frame: ChartFrame): AcrossAxis {
  const { fontSize, height, widthOf } = frame;
  const texts = list.map(({ name, label: short }) => short ?? name);
  const centers = slots.map(({ x, width }) => x + width / 2);
  const ticks = texts.map((text, place): Tick => ({
    x: centers[place] ?? 0,
    text: fitted(frame, text, fontSize * 10),
  }));
  if (fitting(ticks, frame.width, frame).length === ticks.length) return levelAxis(slots, ticks, frame);
  const gap = Math.min(...centers.slice(1).map((center, place) => center - (centers[place] ?? 0)), Infinity);
  const turn = gap * Math.SQRT1_2 >= fontSize * 1.2 ? -45 : -90;
  const longest = Math.min(fontSize * MOST_LINES, height / 3);
  const slope = turn === -45 ? Math.SQRT1_2 : 1;
  let end = -fontSize;
  const turned = texts.flatMap((text, place) => {
    const x = centers[place] ?? 0;
    if (x - end < fontSize * 1.2) return [];
    end = x;
    // A text at 45° must not leave the frame on the left.
    const room = turn === -45 ? Math.min(longest / slope, (x - fontSize / 2) / slope) : longest;
    return [{ x, text: fitted(frame, text, room) }];
  });
  const tallest = Math.max(...turned.map(({ text }) => widthOf(text, fontSize)));
  return {
    slots,
    height: tallest * slope + fontSize,
    shapesAt: (y) =>
      turned.map(({ x, text }) => label(frame, text, x + fontSize * 0.35, y + fontSize * 0.8, { anchor: 'end', turn })),
  };
}

/** Lines of text that have room between two ticks. */
const SPACING = 3.5;

/** The axis of values. Its scale leads from values, divided by the power of ten, to px. */
export interface UpAxis {
  readonly scale: ScaleLinear<number, number>;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  /** The width of the texts. */
  readonly width: number;
  readonly beginsAtZero: boolean;
}

/** `withZero`: bars begin at 0, and so do lines of amounts. Others do so unless their values are far from 0. */
export function upAxis(values: readonly number[], withZero: boolean, power: number, frame: ChartFrame): UpAxis {
  const { fontSize, height, language, widthOf } = frame;
  let low = values.reduce((least, value) => Math.min(least, value), Infinity);
  let high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const isNarrow = high - low < Math.max(Math.abs(high), Math.abs(low)) / 2;
  const beginsAtZero = withZero || !isNarrow || (low <= 0 && high >= 0);
  if (beginsAtZero) [low, high] = [Math.min(0, low), Math.max(0, high)];
  // Doubles that lie so close that no tick fits between them are one value to a scale.
  if (high - low <= Math.max(Math.abs(high), Math.abs(low)) * 1e-12) {
    const room = high === 0 ? 1 : Math.abs(high) * 0.01;
    [low, high] = [beginsAtZero ? low : low - room, high + room];
  }
  const count = Math.max(2, Math.min(8, Math.floor((height * 0.65) / (fontSize * SPACING))));
  const scale = scaleLinear([low, high], [0, 1]).nice(count);
  // Counts lie on whole numbers.
  const areWhole = power === 0 && values.every(Number.isInteger);
  const places = scale.ticks(count).filter((place) => !areWhole || Number.isInteger(place));
  const texts = tickTexts(places, language, power);
  const ticks = places.map((at, place) => ({ at, text: texts[place] ?? '' }));
  return { scale, ticks, width: Math.max(0, ...texts.map((text) => widthOf(text, fontSize))), beginsAtZero };
}

/** Grid lines with their texts. */
export function upAxisShapes({ scale, ticks }: UpAxis, left: number, right: number, frame: ChartFrame): ChartShape[] {
  const { fontSize, colors } = frame;
  const [bottom = 0, top = 0] = scale.range();
  // A chart of little height has room for a part of the texts.
  const every = Math.max(1, Math.ceil((ticks.length * fontSize * 1.4) / Math.max(1, bottom - top)));
  return ticks.flatMap(({ at, text }, place): ChartShape[] => {
    const y = scale(at);
    const line = {
      is: 'path',
      d: segment(left, y, right, y),
      stroke: at === 0 ? colors.faint : colors.gridLine,
    } as const;
    if (place % every !== 0) return [line];
    const shown = label(frame, text, left - fontSize / 2, y + fontSize * 0.35, { anchor: 'end', color: colors.faint });
    return [line, shown];
  });
}
