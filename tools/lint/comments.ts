/** A comment with its lines; line comments below each other count as one. */
export interface CommentBlock {
  readonly text: string;
  /** The first comment of the block. */
  readonly first: SourceComment;
  readonly startLine: number;
  readonly endLine: number;
}

/** The part of a parser's comment that the rule and the sample read. */
export interface SourceComment {
  readonly type: string;
  readonly value: string;
  readonly loc?: { start: Position; end: Position } | null | undefined;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Instructions to tools, and licence headers: they have a form of their own. */
const DIRECTIVE =
  /^\s*(?:\/\s*<|[@#]__PURE__|#!|#(?:end)?region|@license|@ts-|c8 |eslint|exported|globals? |istanbul |prettier-ignore|v8 |SPDX|Copyright)/;

export const isDirective = (text: string): boolean => DIRECTIVE.test(text);

/** Joins line comments that continue each other. `lines` is the text of the file by lines. */
export function commentBlocks(comments: readonly SourceComment[], lines: readonly string[]): CommentBlock[] {
  const blocks: (CommentBlock & { column: number; joins: boolean })[] = [];
  for (const comment of comments) {
    if (comment.type === 'Shebang' || !comment.loc) continue;
    const { start, end } = comment.loc;
    const joins =
      comment.type === 'Line' &&
      !isDirective(comment.value) &&
      lines[start.line - 1]?.slice(0, start.column).trim() === '';
    const previous = blocks.at(-1);
    if (joins && previous?.joins && previous.endLine === start.line - 1 && previous.column === start.column)
      blocks[blocks.length - 1] = { ...previous, text: `${previous.text} ${comment.value.trim()}`, endLine: end.line };
    else
      blocks.push({
        text: plainText(comment.value),
        first: comment,
        startLine: start.line,
        endLine: end.line,
        column: start.column,
        joins,
      });
  }
  return blocks;
}

/** The sentence without the stars of a block, and without what follows the first JSDoc tag. */
const plainText = (value: string): string =>
  value
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trim())
    .join(' ')
    .replace(/(?:^|\s)@(?:param|returns|throws|template|internal|deprecated|see)\b[^]*$/, '')
    .trim();
