import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { ChartFrame, ChartShape } from './chartContract.ts';
import { tickTexts } from './chartNumbers.ts';
import { label, segment } from './chartShapes.ts';

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
