/** Words about fields: in headers, and said to assistive technology. {0} is a field's name where nothing else is said. */
export interface FieldWords {
  /** Name of the button in a header. */
  readonly menuOf: string;
  /** Part of a header's name: {0} counts the fields that the records are sorted by. */
  readonly sortKey: string;
  /** Part of a header's name. */
  readonly filtered: string;
  /** {1} is a number of pixels. */
  readonly fieldSized: string;
  readonly fieldFitted: string;
  /** {1} is its place among the {2} shown fields. */
  readonly fieldMoved: string;
  readonly fieldHidden: string;
  readonly lastFieldStays: string;
  readonly oneFieldFrozen: string;
  /** {0} is how many. */
  readonly fieldsFrozen: string;
  /** {0} of the {1} that were wanted. */
  readonly fewerFieldsFrozen: string;
  readonly noFieldFrozen: string;
  readonly fieldsReset: string;
}

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
