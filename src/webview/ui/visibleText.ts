/**
 * Makes invisible characters visible: control, bidirectional, zero-width and other characters without a shape can make
 * a value look like another (CVE-2021-42574). Joiners stay where a script needs them: inside emoji, between letters of
 * Arabic and Indic scripts, and in the tags of a flag.
 */
const JOINED = ['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil']
  .concat(['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const NEEDED = [
  String.raw`(?<=[\p{Extended_Pictographic}\u{FE0F}\u{1F3FB}-\u{1F3FF}])\u{200D}(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[${JOINED}])[\u{200C}\u{200D}](?=[${JOINED}])`,
  String.raw`(?<=\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0020}-\u{E007F}]`,
].join('|');
const SHAPELESS =
  String.raw`[\p{Cc}\p{Cs}\u{AD}\u{61C}\u{115F}\u{1160}\u{180E}\u{200B}-\u{200F}\u{2028}-\u{202E}` +
  String.raw`\u{2060}-\u{206F}\u{3164}\u{FEFF}\u{FFA0}\u{FFF9}-\u{FFFB}\u{E0000}-\u{E007F}]`;

const hidden = new RegExp(`(?!${NEEDED})${SHAPELESS}`, 'gu');
/** Most texts: Latin, Greek, Cyrillic, Hebrew, Arabic, Chinese, Japanese, Korean, and usual punctuation. */
const plain =
  /^[ -~\u00A1-\u00AC\u00AE-\u052F\u05D0-\u05EA\u0621-\u064A\u2010-\u2027\u2030-\u205E\u20A0-\u20BF\u3001-\u30FF\u4E00-\u9FFF\uAC00-\uD7A3]*$/;
const shorthand = new Map([
  ['\n', '↵'],
  ['\r', '␍'],
  ['\t', '⇥'],
]);

/** The mark for a character without a shape: `↵`, or `‹U+202E›`. */
function mark(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return shorthand.get(character) ?? `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}

/** The text on one line, with a mark for each character that has no shape. */
export function visibleText(text: string): string {
  return plain.test(text) ? text : text.replace(hidden, mark);
}

export interface TextPart {
  readonly text: string;
  /** The mark to draw, if `text` is one character without a shape. */
  readonly mark?: string;
}

/** The text in parts, so that marks can be drawn while a copy keeps the characters. Line breaks and tabs stay. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(hidden)) {
    if (character === '\n' || character === '\t') continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: character, mark: mark(character) });
    from = index + character.length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from) });
  return parts;
}
