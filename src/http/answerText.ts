/** Bytes of an answer to text, saying when that lost something. */

export interface AnswerText {
  readonly text: string;
  /** Some bytes were no valid text; U+FFFD stands in their place (docs/network.md 18). */
  readonly lossyUtf8: boolean;
}

/** Honours a `charset` label that we know, else UTF-8; takes one byte order mark away (docs/network.md 18). */
export function answerText(bytes: Uint8Array, contentType: string | undefined): AnswerText {
  const label = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return { text: decode(bytes, label, true), lossyUtf8: false };
  } catch {
    return { text: decode(bytes, label, false), lossyUtf8: true };
  }
}

function decode(bytes: Uint8Array, label: string, fatal: boolean): string {
  const known = isKnown(label) ? label : 'utf-8';
  return new TextDecoder(known, { fatal }).decode(bytes);
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}
