import type { WordTable } from '../base/words.ts';

/** Texts about checks in the editor and the Test Explorer. */
export const CHECK_EDITOR_WORDS = {
  tests: 'Data Checks',
  runProfile: 'Check',
  holds: '{name}: all {all} expectations hold.',
  differs: '{name}: {holding} of {all} expectations hold.',
  showProblems: 'Show Problems',
  expectsNothing: "{name} doesn't say what is expected of its records.",
  writeExpectations: 'Write Expectations',
  reading: 'Reading the records of {name}',
  tooMany: 'There are more than {most}, too many to propose expectations from.',
  nothingToWrite:
    '{name} already says what is expected of its records. Delete a member of "expect" to have it written anew.',
  showRecords: 'Show Records',
} as const satisfies WordTable;
