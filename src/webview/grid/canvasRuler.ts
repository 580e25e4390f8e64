import { ROUGH_CHARACTER, type TextRuler } from './columnWidths.ts';

/** Measures texts without layout, in the fonts that `element` has now (recordsGrid.css: names bold, types smaller). */
export function canvasRuler(element: HTMLElement): TextRuler {
  const { fontFamily, fontSize } = getComputedStyle(element);
  const size = Number.parseFloat(fontSize) || 13;
  const { text, repeated } = inFont(`${size}px ${fontFamily}`);
  return {
    text,
    number: (digits) => {
      let width = 0;
      // In tabular figures every digit has the width of a 0. Kerning is off there, so the widths add up.
      for (const one of digits) width += repeated(one >= '0' && one <= '9' ? '0' : one);
      return width;
    },
    name: inFont(`600 ${size}px ${fontFamily}`).text,
    type: inFont(`${size * 0.85}px ${fontFamily}`).repeated,
  };
}

/** Loads the fonts of `element` while the records are on their way, because the first text in a font takes long. */
export function prepareFonts(element: HTMLElement): void {
  const { text, name, type } = canvasRuler(element);
  for (const width of [text, name, type]) width('0');
}

interface FontRuler {
  readonly text: (text: string) => number;
  /** Measures a text that occurs often, and caches its width. */
  readonly repeated: (text: string) => number;
}

/** Rulers are kept for all grids, because changing a context's font takes longer than measuring a text. */
const inFont = kept((font: string): FontRuler => {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  const text = (measured: string) => context?.measureText(measured).width ?? measured.length * ROUGH_CHARACTER;
  return { text, repeated: kept(text) };
});

function kept<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    let one = made.get(name);
    if (one === undefined) made.set(name, (one = make(name)));
    return one;
  };
}
