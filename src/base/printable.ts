/** Control characters, what ends a line, and what turns the direction of a text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const SHORT: Partial<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A text from outside as it may stand in a line of a log or a terminal, which control characters would drive, and
 * direction marks deceive its reader: each as `\n`, `\r`, `\t` or `\uNNNN` (docs/security.md 19).
 */
export function printable(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
