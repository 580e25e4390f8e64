import type { WordTable } from '../../base/words.ts';

/** Why two resources can't be compared by a key. */
export const COMPARISON_WORDS = {
  noField: 'Both sides need the field "{field}" to be compared by it.',
  oldMissing: 'The key {key} is missing in {count} records of the old side. Choose another one.',
  newMissing: 'The key {key} is missing in {count} records of the new side. Choose another one.',
  oldRepeats: 'The key {key} repeats on the old side: {count} records have {value}. Choose another one.',
  newRepeats: 'The key {key} repeats on the new side: {count} records have {value}. Choose another one.',
} as const satisfies WordTable;
