/** What cells of Excel sheets can hold (support.microsoft.com, "Excel specifications and limits"), and how XML names them. */

/** Longest text in UTF-16 units. */
export const MAX_CELL_TEXT = 32_767;
export const MAX_CELL_DIGITS = 15;

/** Excel's day number of 1970-01-01. Day 1 is 1900-01-01. */
export const EPOCH_DAY = 25_569;
/** Excel's day number of 1900-03-01. Earlier ones are off by one: Excel counts a 29 February 1900 that never was. */
export const FIRST_EXACT_DAY = 61;

/** Index of each style in the styles of an exported file (export/built/xlsxParts.ts). */
export const CELL_STYLE = { header: 1, date: 2, time: 3, timestamp: 4, exactTime: 5, exactTimestamp: 6 } as const;

/** The letters of a column, which counts from 0: `A`, `Z`, `AA`. */
export function columnLetters(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnLetters(Math.floor(at / 26) - 1) + letter;
}
