import type { WordTable } from '../../base/words.ts';

/** Texts about resources that are compared. */
export const COMPARED_WORDS = {
  now: 'The records of {portal} now',
  copy: 'The local copy of {time}',
  downloading: 'Downloading "{name}" to compare it',
  noResult: "Results of statements and comparisons can't be compared. Compare the resources that they read.",
} as const satisfies WordTable;
