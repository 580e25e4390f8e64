import type { TextChange } from '../../../../src/document/kept/keptQuery.ts';

/** The text after changes that don't overlap. */
export function changedText(text: string, changes: readonly TextChange[]): string {
  let end = 0;
  const pieces = [...changes]
    .sort((one, other) => one.range.start - other.range.start)
    .flatMap(({ range, text: addition }) => {
      const before = text.slice(end, range.start);
      end = range.end;
      return [before, addition];
    });
  return pieces.join('') + text.slice(end);
}
