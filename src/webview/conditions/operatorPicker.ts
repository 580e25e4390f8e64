import type { TemplateResult } from 'lit-html';
import type { FieldKind } from '../../base/field.ts';
import type { ConditionStrings } from '../../datastore/query/conditionStrings.ts';
import {
  type FilterSupport,
  offeredOperators,
  operatorWord,
  type SearchBeside,
} from '../../datastore/query/operatorChoice.ts';
import type { FilterOperator } from '../../datastore/query/operators.ts';
import { selectField } from '../ui/selectField.ts';

/** What decides which operators a field has, and which of them can be chosen. */
export type AskedServer = FilterSupport & SearchBeside;

export interface OperatorPicker {
  readonly id?: string;
  readonly operator: FilterOperator;
  /** Undefined while it isn't known. */
  readonly kind: FieldKind | undefined;
  readonly server: AskedServer;
  readonly words: ConditionStrings;
  /** The id of the text that says why operators are greyed. */
  readonly describedBy?: string;
  readonly onPick: (operator: FilterOperator) => void;
}

/** How the field compares; what the server can't answer is greyed. */
export function operatorPicker(picker: OperatorPicker): TemplateResult {
  const { id, operator, kind, server, words, describedBy, onPick } = picker;
  const offered = offeredOperators(kind, server, server);
  // One that was entered before its field, or came with the query.
  const isOther = !offered.some((each) => each.operator === operator);
  const all = isOther ? [...offered, { operator, isOff: false }] : offered;
  return selectField({
    ...(id !== undefined && { id }),
    value: operator,
    choices: all.map((each) => ({
      value: each.operator,
      label: operatorWord(each.operator, server.findsWords, words),
      isOff: each.isOff,
    })),
    label: words.filterOperator,
    ...(describedBy !== undefined && hasGreyed(kind, server) && { describedBy }),
    onPick,
  });
}

export function hasGreyed(kind: FieldKind | undefined, server: AskedServer): boolean {
  return offeredOperators(kind, server, server).some(({ isOff }) => isOff);
}
