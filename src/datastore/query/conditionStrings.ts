import type { Words, WordTable } from '../../base/words.ts';
import { OPERATOR_STRINGS } from './operators.ts';

/** Every text of the editors of a condition, in English; `{0}`, `{1}` are filled in by the page. */
export const CONDITION_STRINGS = {
  ...OPERATOR_STRINGS,

  /** How values compare: accessible name of the choice. */
  filterOperator: 'Condition',
  /** Some of the choices are greyed. */
  filterOff: "This portal doesn't support the grayed-out conditions. Local files and local copies do.",
  filterText: 'Text',

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
