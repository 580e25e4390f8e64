/** Changes of a text, none of which touches what stays. */
import type { TextRange } from '../sqlDocument.ts';
import type { TextChange } from './keptQuery.ts';

/** Changes by their place, those that meet as one. Of two at one place, the first one stays in front. */
export function mergedChanges(changes: readonly TextChange[]): readonly TextChange[] {
  const merged: TextChange[] = [];
  for (const change of [...changes].sort((one, other) => one.range.start - other.range.start)) {
    const before = merged.at(-1);
    if (before?.range.end !== change.range.start) merged.push(change);
    else {
      const range = { start: before.range.start, end: change.range.end };
      merged.splice(-1, 1, { range, text: before.text + change.text });
    }
  }
  return merged;
}

/** Removes ranges, and with them the lines that nothing else stands on, or else the blanks in front. */
export function removals(text: string, ranges: readonly TextRange[]): readonly TextChange[] {
  const joined: TextRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.start - other.start)) {
    const before = joined.at(-1);
    if (before !== undefined && /^[ \t]*$/.test(text.slice(before.end, range.start)))
      joined.splice(-1, 1, { start: before.start, end: range.end });
    else joined.push(range);
  }
  return joined.map((range) => ({ range: widened(text, range), text: '' }));
}

function widened(text: string, { start, end }: TextRange): TextRange {
  const front = blanksStart(text, start);
  const back = blanksEnd(text, end);
  const beginsLine = front === 0 || isLineEnd(text[front - 1]);
  const endsLine = back === text.length || isLineEnd(text[back]);
  if (beginsLine && endsLine) return { start: front, end: back + (text.startsWith('\r\n', back) ? 2 : 1) };
  if (beginsLine) return { start, end: back };
  return text[front - 1] === '[' ? { start: front, end: back } : { start: front, end };
}

/** The blanks with which the line of an offset begins. */
export function lineIndent(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && !isLineEnd(text[start - 1])) start -= 1;
  return text.slice(start, blanksEnd(text, start));
}

function blanksStart(text: string, offset: number): number {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  return start;
}

function blanksEnd(text: string, offset: number): number {
  let end = offset;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return end;
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

const LINE_COMMENTS = /(?:[ \t]*\/\*(?:[^*\r\n]|\*(?!\/))*\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/y;

/** The place behind the comments that follow on the same line. */
export function endOfLineComments(text: string, offset: number): number {
  LINE_COMMENTS.lastIndex = offset;
  return offset + (LINE_COMMENTS.exec(text)?.[0].length ?? 0);
}
