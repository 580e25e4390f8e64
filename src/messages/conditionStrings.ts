import type { Words, WordTable } from '../base/words.ts';

/** Every text of the editor of a condition, in English; `{0}`, `{1}` are filled in by the page. */
export const CONDITION_STRINGS = {
  /** Value `{0}` of type `{1}`: the button that edits it. */
  editValue: 'Edit value {0} ({1})',
  removeValue: 'Remove value {0}',
  /** A value's type, because "5" and 5 differ on the wire. */
  valueType: 'Value type',
  /** Follows the field, which is `{0}`. */
  typeAuto: 'Same as field ({0})',
  typeText: 'Text',
  typeNumber: 'Number',
  typeBoolean: 'True or false',
  typeTrue: 'True',
  typeFalse: 'False',
  typeNull: 'Null',
} as const satisfies WordTable;

export type ConditionStrings = Words<typeof CONDITION_STRINGS>;
