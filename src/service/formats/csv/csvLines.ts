/** The first lines of CSV text as they stand in the file, each with what it is to the table. */
import { sampleText, SHOWN_LINES, type InspectedLine } from '../../resource/reading.ts';
import type { CsvDialect } from './csvShape.ts';

const LINE = /([^\r\n]*)(\r\r\n|\r\n|\n|\r|$)/y;

/** The table begins on the line `first`, from 1, and ends before the position `end`. */
export function inspectedLines(
  text: string,
  dialect: CsvDialect,
  first: number,
  end: number,
): readonly InspectedLine[] {
  const { comment, header } = dialect;
  const lines: InspectedLine[] = [];
  let at = 0;
  while (at < text.length && lines.length < SHOWN_LINES) {
    LINE.lastIndex = at;
    const [whole = '', line = ''] = LINE.exec(text) ?? [];
    const number = lines.length + 1;
    const isComment = comment !== undefined && line.startsWith(comment);
    const isLeftOut = number < first || at >= end || line === '' || isComment;
    const role = number === first && header ? 'names' : 'record';
    lines.push({ text: sampleText(line), role: isLeftOut ? 'leftOut' : role });
    at += whole.length;
  }
  return lines;
}
