/** Paths and texts of which a drawing consists. */
import { beginning } from '../../base/cells.ts';
import type { ChartFrame, ChartShape } from './chartContract.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Two decimal places are more than a screen shows. */
export function px(length: number): number {
  return Math.round(length * 100) / 100 || 0;
}

export function rectangle({ x, y, width, height }: Box): string {
  return `M${px(x)},${px(y)}H${px(x + width)}V${px(y + height)}H${px(x)}Z`;
}

export function segment(x1: number, y1: number, x2: number, y2: number): string {
  return `M${px(x1)},${px(y1)}L${px(x2)},${px(y2)}`;
}

type TextShape = Extract<ChartShape, { readonly is: 'text' }>;

export function label(frame: ChartFrame, text: string, x: number, y: number, more: Partial<TextShape> = {}): TextShape {
  const { fontSize, colors } = frame;
  return { is: 'text', text, anchor: 'start', fontSize, color: colors.text, ...more, x: px(x), y: px(y) };
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;

/** The text, as much of it as a width has room for. In an isolate an ellipsis is at the end of right-to-left texts. */
export function fitted(frame: ChartFrame, text: string, width: number, fontSize = frame.fontSize): string {
  const isolated = (shown: string): string => (RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown);
  if (text.length < 1000 && frame.widthOf(text, fontSize) <= width) return isolated(text);
  if (frame.widthOf('…', fontSize) > width) return '';
  let [least, most] = [0, Math.min(text.length, 1000)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (frame.widthOf(`${beginning(text, middle)}…`, fontSize) <= width) least = middle;
    else most = middle - 1;
  }
  return isolated(`${beginning(text, least).trimEnd()}…`);
}

/** Distance of lines in a pattern. */
const GAP = 6;

/** Lines inside a bar by which it differs from one of the same colour. Pattern 0 has none. */
export function hatching({ x, y, width, height }: Box, pattern: number): string {
  const lines: string[] = [];
  const [right, bottom] = [x + width, y + height];
  if (pattern % 5 === 1 || pattern % 5 === 4)
    for (let sum = Math.ceil((x + y) / GAP) * GAP; sum < right + bottom; sum += GAP) {
      const [from, to] = [Math.max(x, sum - bottom), Math.min(right, sum - y)];
      lines.push(segment(from, sum - from, to, sum - to));
    }
  if (pattern % 5 === 2 || pattern % 5 === 4)
    for (let difference = Math.ceil((x - bottom) / GAP) * GAP; difference < right - y; difference += GAP) {
      const [from, to] = [Math.max(x, difference + y), Math.min(right, difference + bottom)];
      lines.push(segment(from, from - difference, to, to - difference));
    }
  if (pattern % 5 === 3)
    for (let line = Math.ceil(y / GAP) * GAP; line < bottom; line += GAP) lines.push(segment(x, line, right, line));
  return lines.join('');
}
