/** Sort keys of lists are those of their elements in a row. */

/** Ends with what is below every character, so that a text comes before a longer one. NUL is in no text. */
const END = '\u0001\u0001';

export function elementKey(key: string): string {
  return key.replaceAll('\u0001', '\u0001\u0002') + END;
}
