/** What readers of outside texts have in common. */

export interface OutsideReader {
  readonly name: string;
  /** A refusal is thrown or returned; both are fine. */
  readonly read: (text: string) => unknown;
  /** Reads answers or files of many MiB, in one piece. */
  readonly isOfFiles?: true;
  /** What stands around the hostile part, so that the reader gets as far as there. */
  readonly around?: readonly (readonly [before: string, after: string])[];
}

/** In words, in JSON strings, in objects and in lists. */
export const IN_JSON = [
  ['{"a":"', '"}'],
  ['{"a":', '}'],
  ['[', ']'],
  ['{"success":true,"result":{"records":[{"a":"', '"}]}}'],
] as const;

/** Splits a text into a list of short texts with the same size in all. */
export function pieces(text: string): readonly string[] {
  return text.match(/[^]{1,8}/gu) ?? [];
}
