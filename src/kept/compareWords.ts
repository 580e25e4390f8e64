import type { WordTable } from '../base/words.ts';

/** Texts of the command Compare with…. */
export const COMPARE_WORDS = {
  selectOther: 'Select what to compare {name} with',
  anotherResource: 'Another Resource…',
  reading: 'Comparing {old} with {new}',
  selectKey: 'Select how records are paired',
  byField: 'By {field}',
  unique: 'unique on both sides',
  severalFields: 'By several fields…',
  selectFields: 'Select the fields that, together, identify a record',
  wholeRecords: 'By whole records',
  wholeDetail: 'Finds added and removed records, but no changed cells',
  noSharedField: "The two have no field in common, so they can't be compared.",
  title: '{old} → {new}',
  byKey: 'From {old} to {new}, paired by {key}',
  byRecords: 'From {old} to {new}, by whole records',
  onlyOld: 'only in {old}: {fields}',
  onlyNew: 'only in {new}: {fields}',
  same: 'There is nothing to compare: both are the same resource.',
} as const satisfies WordTable;
