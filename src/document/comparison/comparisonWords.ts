import type { WordTable } from '../../base/words.ts';

/** Why two resources can't be compared by a key. */
export const COMPARISON_WORDS = {
  noField: 'Both sides need the field "{field}" to be compared by it.',
  oldMissing: 'The key {key} has no value on the old side (records: {count}). Choose another one.',
  newMissing: 'The key {key} has no value on the new side (records: {count}). Choose another one.',
  oldRepeats: 'The key {key} repeats on the old side: {count} records have {value}. Choose another one.',
  newRepeats: 'The key {key} repeats on the new side: {count} records have {value}. Choose another one.',
} as const satisfies WordTable;
