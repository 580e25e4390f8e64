import type { WordTable } from '../../base/words.ts';

/** Why a query document can't name a resource. */
export const KEPT_PLACE_WORDS = {
  noFile: '{name} has no file and no portal that a document could name.',
  notPortal:
    "A query document can't name this resource: it's a table of a database, or the result of a statement. Export the records, and keep a query of the file.",
} as const satisfies WordTable;

/** Texts about resources that are compared. */
export const COMPARED_WORDS = {
  now: 'The records of {portal} now',
  copy: 'The local copy of {time}',
  downloading: 'Downloading "{name}" to compare it',
  noResult: "Results of statements and comparisons can't be compared. Compare the resources that they read.",
} as const satisfies WordTable;
