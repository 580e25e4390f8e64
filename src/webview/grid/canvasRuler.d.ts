import type { TextRuler } from './columnFit.ts';
/** Measures in the fonts that `element` has now (grid.css: names bold, types smaller), without layout. */
export declare function canvasRuler(element: HTMLElement): TextRuler;
