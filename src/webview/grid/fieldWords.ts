import type { GridStrings } from '../../messages/gridStrings.ts';

/** Words about fields: in headers, and said to assistive technology. */
export type FieldWords = Pick<
  GridStrings,
  | 'menuOf'
  | 'sortKey'
  | 'filtered'
  | 'fieldSized'
  | 'fieldFitted'
  | 'fieldMoved'
  | 'fieldHidden'
  | 'lastFieldStays'
  | 'oneFieldFrozen'
  | 'fieldsFrozen'
  | 'fewerFieldsFrozen'
  | 'noFieldFrozen'
  | 'fieldsReset'
>;

export const ENGLISH_FIELDS: FieldWords = {
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
