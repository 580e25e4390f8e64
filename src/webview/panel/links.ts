/** Links in texts. Whether one is opened, and what it leads to exactly, the host decides (records/link.ts). */
const LINK = /\b(?:https?:\/\/|mailto:)[^\s<>"'`\p{Cc}\p{Cf}]+/giu;
/** Belongs to the sentence around a link. */
const BEHIND = /[.,;:!?…]+$/;
const PAIRS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;

export interface LinkPart {
  readonly text: string;
  readonly isLink: boolean;
}

/** The text in parts. `isWhole`: no more of the text follows, so that a link at its end is all there. */
export function linkParts(text: string, isWhole = true): readonly LinkPart[] {
  const parts: LinkPart[] = [];
  let from = 0;
  const plain = (end: number): void => {
    if (end > from) parts.push({ text: text.slice(from, end), isLink: false });
    from = Math.max(from, end);
  };
  for (const { 0: found, index } of text.matchAll(LINK)) {
    if (!isWhole && index + found.length === text.length) continue;
    const link = withoutEnd(found);
    if (!/[^:/]$/.test(link) && !/[^/]\/$/.test(link)) continue;
    plain(index);
    parts.push({ text: link, isLink: true });
    from = index + link.length;
  }
  plain(text.length);
  return parts;
}

/** Without the full stop, or the bracket that was opened before the link. */
function withoutEnd(link: string): string {
  const bare = link.replace(BEHIND, '');
  const lone = PAIRS.some(([open, close]) => bare.endsWith(close) && count(bare, close) > count(bare, open));
  if (lone) return withoutEnd(bare.slice(0, -1));
  return bare;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
