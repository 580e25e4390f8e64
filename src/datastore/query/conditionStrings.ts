import type { Words, WordTable } from '../../base/words.ts';
import { OPERATOR_STRINGS } from './operators.ts';

/** Every text of the editors of a condition in English. The page fills in `{0}` and `{1}`. */
export const CONDITION_STRINGS = {
  ...OPERATOR_STRINGS,

  /** Accessible name of the choice of an operator. */
  filterOperator: 'Condition',
  filterOff: "This portal doesn't support the grayed-out conditions. Local files and local copies do.",
  filterText: 'Text',

  editValue: 'Edit Value {0} ({1})',
  removeValue: 'Remove Value {0}',
  /** People can choose the type, because "5" and 5 differ in requests. */
  valueType: 'Value type',
  typeAuto: 'Same as field ({0})',
  typeText: 'Text',
  typeNumber: 'Number',
  typeBoolean: 'True or false',
  typeTrue: 'True',
  typeFalse: 'False',
  typeNull: 'Null',
} as const satisfies WordTable;

export type ConditionStrings = Words<typeof CONDITION_STRINGS>;
