import type { TextRuler } from './columnFit.ts';

/** In parts of the font's size, as sans-serif fonts have them. */
const NARROW = 0.28;
const USUAL = 0.56;
const CAPITAL = 0.68;
const FULL = 1;
/** So that a text of wide letters is not cut. */
const MARGIN = 1.04;

const SAMPLE = 'The quick brown fox, 1234567890 JUMPS over (a) lazy dog.';

/**
 * Widths of texts by their characters, scaled to the font by one measured sample. To measure each text held up the first
 * records by a frame. Numbers, which must never be cut, stay measured.
 */
export function estimatedRuler(exact: TextRuler): TextRuler {
  return {
    text: scaled(exact.text),
    number: exact.number,
    name: scaled(exact.name),
    type: scaled(exact.type),
  };
}

function scaled(measure: (text: string) => number): (text: string) => number {
  let unit: number | undefined;
  return (text) => {
    unit ??= (measure(SAMPLE) / parts(SAMPLE)) * MARGIN;
    return parts(text) * unit;
  };
}

function parts(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) width += partOf(text.charCodeAt(at));
  return width;
}

function partOf(code: number): number {
  // Chinese, Japanese, Korean, and what is written in two units, most of all emoji.
  if (code >= 0x2e80) return code >= 0xd800 && code < 0xe000 ? FULL * 0.75 : FULL;
  if (code >= 0x80) return USUAL;
  const character = String.fromCharCode(code);
  if (" .,:;'`!|iIjltf()[]".includes(character)) return NARROW;
  return (code >= 0x41 && code <= 0x5a) || 'mwMW@%'.includes(character) ? CAPITAL : USUAL;
}
