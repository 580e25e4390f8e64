import type { TextRuler } from './columnFit.ts';

/** Measures in the fonts that `element` has now (grid.css: names bold, types smaller), without layout. */
export function canvasRuler(element: HTMLElement): TextRuler {
  const { fontFamily, fontSize } = getComputedStyle(element);
  const size = Number.parseFloat(fontSize) || 13;
  // A context for each font: to change a context's font takes longer than to measure a text.
  const measure = (font: string): ((text: string) => number) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) return (text) => text.length * size * 0.6;
    context.font = font;
    return (text) => context.measureText(text).width;
  };
  const text = measure(`${size}px ${fontFamily}`);
  const character = kept(text);
  return {
    text,
    number: (digits) => {
      let width = 0;
      // In tabular figures every digit is as wide as a 0; kerning is off there, so widths add up.
      for (const one of digits) width += character(one >= '0' && one <= '9' ? '0' : one);
      return width;
    },
    name: measure(`600 ${size}px ${fontFamily}`),
    type: kept(measure(`${size * 0.85}px ${fontFamily}`)),
  };
}

/** For texts that come again and again. */
function kept(measure: (text: string) => number): (text: string) => number {
  const widths = new Map<string, number>();
  return (text) => {
    let width = widths.get(text);
    if (width === undefined) widths.set(text, (width = measure(text)));
    return width;
  };
}
