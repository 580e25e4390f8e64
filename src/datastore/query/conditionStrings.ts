import type { Words, WordTable } from '../../base/words.ts';

/** Every text of the editors of a condition, in English; `{0}`, `{1}` are filled in by the page. */
export const CONDITION_STRINGS = {
  /** How values compare: accessible name of a choice, and the choices. */
  filterOperator: 'Condition',
  filterEquals: 'Equals',
  filterContains: 'Contains',
  filterWords: 'Contains words',
  filterBetween: 'Between',
  filterAtLeast: 'At least',
  filterAtMost: 'At most',
  filterNot: 'Is not',
  filterEmpty: 'Is empty',
  filterNotEmpty: 'Is not empty',
  /** Some of the choices are greyed. */
  filterOff: "This portal doesn't support the grayed-out conditions. Local files and local copies do.",
  filterText: 'Text',
  /** The ends of a range. */
  filterFrom: 'From',
  filterTo: 'To',

  /** Value `{0}` of type `{1}`: the button that edits it. */
  editValue: 'Edit Value {0} ({1})',
  removeValue: 'Remove Value {0}',
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
