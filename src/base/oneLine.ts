import { beginning } from './cells.ts';

/** Greatest length in UTF-16 units if the caller sets none. */
const LENGTH = 1000;

/** Control characters and line breaks, with the spaces around them. */
const BREAKS = /(?<! ) *[\p{Cc}\p{Zl}\p{Zp}][\p{Cc}\p{Zl}\p{Zp} ]*/gu;

/**
 * Characters that are invisible, but reverse the text around them or make two texts look alike. Variation selectors
 * stay, and so do joiners behind letters that need them (Persian, Hindi, families of emoji).
 */
const UNSEEN =
  /(?!\p{Variation_Selector}|(?<=[^\0-\x7f\u200b-\u200f])[\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

/** A text from outside in one line, without hidden or direction characters, of at most `length` UTF-16 units. */
export function oneLine(text: string, length = LENGTH): string {
  // Text beyond twice the length can't reach the result, so it isn't searched.
  const line = text
    .slice(0, length * 2)
    .toWellFormed()
    .replace(BREAKS, ' ')
    .replace(UNSEEN, '');
  return cut(line, length);
}

/** The text, shortened to at most `length` UTF-16 units by an ellipsis. Never splits a surrogate pair. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${beginning(text, length - 1)}…`;
}
