/** Control characters, line ends, and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const SHORT: Partial<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A text from outside, made fit for a line of a log or terminal: control characters could drive the terminal, and
 * direction marks deceive its reader. Each is written as `\n`, `\r`, `\t` or `\uNNNN` (docs/security.md 19).
 */
export function printable(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
