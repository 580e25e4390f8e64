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
  const characters = new Map<string, number>();
  const character = (one: string): number => {
    // In tabular figures every digit is as wide as a 0; kerning is off there, so widths add up.
    const key = one >= '0' && one <= '9' ? '0' : one;
    let width = characters.get(key);
    if (width === undefined) characters.set(key, (width = text(key)));
    return width;
  };
  return {
    text,
    number: (digits) => {
      let width = 0;
      for (const one of digits) width += character(one);
      return width;
    },
    name: measure(`600 ${size}px ${fontFamily}`),
    type: measure(`${size * 0.85}px ${fontFamily}`),
  };
}
