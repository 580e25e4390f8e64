import type { GridWords } from '../../../src/webview/grid/sheet.ts';

/** For a grid without a panel, which has its words from the host. */
export const ENGLISH_WORDS: GridWords = {
  null: 'NULL',
  digits: '{0} digits',
  rowNumber: 'Record number',
  noName: '(no name)',
  notLoaded: 'Not loaded',
  rowOf: 'Row {0} of {1}',
  rowAt: 'Row {0}',
  menuOf: 'Menu of {0}',
  sortKey: 'sort key {0}',
  filtered: 'filtered',
  fieldSized: '{0} is {1} pixels wide.',
  fieldFitted: '{0} fits its values.',
  fieldMoved: '{0} is field {1} of {2} now.',
  fieldHidden: '{0} is hidden.',
  lastFieldStays: 'The last field shown cannot be hidden.',
  oneFieldFrozen: '1 field is frozen.',
  fieldsFrozen: '{0} fields are frozen.',
  fewerFieldsFrozen: '{0} of {1} fields are frozen: there is no room for more.',
  noFieldFrozen: 'No field is frozen.',
  fieldsReset: 'The fields are laid out as they came.',
};
