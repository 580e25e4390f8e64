import { beginning } from './cells.ts';

/** Cut at this many UTF-16 units where nothing else is said. */
const LENGTH = 1000;

/** Control characters and line breaks, with the spaces around them. */
const BREAKS = /(?<! ) *[\p{Cc}\p{Zl}\p{Zp}][\p{Cc}\p{Zl}\p{Zp} ]*/gu;

/**
 * Characters that nobody sees, but that turn what stands around them, or make two texts look the same. Variants of
 * letters and pictures stay, as do joiners behind letters that are written with them (Persian, Hindi, families of emoji).
 */
const UNSEEN =
  /(?!\p{Variation_Selector}|(?<=[^\0-\x7f\u200b-\u200f])[\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

/** A text from outside as it may stand in a line: nothing in it breaks, turns or hides, and it ends somewhere. */
export function oneLine(text: string, length = LENGTH): string {
  // What comes behind can't count, and need not be looked at.
  const line = text
    .slice(0, length * 2)
    .toWellFormed()
    .replace(BREAKS, ' ')
    .replace(UNSEEN, '');
  return cut(line, length);
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${beginning(text, length - 1)}…`;
}
