import type { ChartChoice } from '../../datastore/query/chartChoice.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { ChartFrame, ChartSource, Mark, ChartShape } from './chartContract.ts';
import { drawChart } from './chartDrawing.ts';

/** A chart that stands alone: with its background, and with lines below it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly sentence: string;
  /** The marks are painted over them. */
  readonly shapes: readonly ChartShape[];
  readonly marks: readonly Mark[];
}

/** The part of the height that lines below a chart take at most. */
const MOST_FOOTER = 0.4;

/** The remarks on the drawing come before the lines of the footer. */
export function drawPicture(
  source: ChartSource,
  choice: ChartChoice,
  frame: ChartFrame,
  footer: readonly string[],
): Picture {
  const { width, height, fontSize, colors } = frame;
  const size = fontSize * 0.9;
  const lineHeight = Math.ceil(size * 1.4);
  const draft = drawChart(source, choice, frame);
  const texts = [...('problem' in draft ? [draft.problem] : draft.remarks), ...footer];
  const most = Math.max(1, Math.floor((height * MOST_FOOTER) / lineHeight));
  const lines = wrapped(texts, width - 2 * fontSize, (text) => frame.widthOf(text, size), most);
  const bottom = height - (lines.length === 0 ? 0 : lines.length * lineHeight + fontSize);
  const drawing = drawChart(source, choice, { ...frame, height: bottom });
  const { sentence, shapes, marks } =
    'problem' in drawing ? { sentence: drawing.problem, shapes: [], marks: [] } : drawing;
  const below = lines.map((text, line): ChartShape => {
    const y = bottom + (line + 1) * lineHeight;
    return { is: 'text', text, x: fontSize, y, anchor: 'start', fontSize: size, color: colors.faint };
  });
  const ground: ChartShape = { is: 'path', d: `M0 0H${width}V${height}H0Z`, fill: colors.background };
  return { width, height, title: source.title, sentence, shapes: [ground, ...shapes, ...below], marks };
}

/** Lines of at most a width, broken between words. What is left beyond the last one is an ellipsis. */
function wrapped(texts: readonly string[], width: number, widthOf: (text: string) => number, most: number): string[] {
  const lines: string[] = [];
  // A longer word is broken anywhere.
  const words = new RegExp(`\\S{1,${Math.max(1, Math.floor(width / widthOf('M')))}}\\s*`, 'gu');
  for (const text of texts) {
    let line = '';
    for (const [word] of visibleText(text).matchAll(words)) {
      if (line !== '' && widthOf(line + word.trimEnd()) > width) {
        lines.push(line);
        line = '';
      }
      line += word;
    }
    lines.push(line);
  }
  return lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1]?.trimEnd() ?? ''}…`] : lines;
}
