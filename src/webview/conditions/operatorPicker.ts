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
import { type SelectField, selectField } from '../ui/controls/selectField.ts';

export type FilterServer = FilterSupport & SearchBeside;

export interface OperatorPicker extends Pick<SelectField<FilterOperator>, 'id' | 'describedBy' | 'onPick'> {
  readonly operator: FilterOperator;
  readonly kind: FieldKind | undefined;
  readonly server: FilterServer;
  readonly words: ConditionStrings;
}

/** A picker for the operator. Operators that the server can't answer are greyed. */
export function operatorPicker(picker: OperatorPicker): TemplateResult {
  const { id, operator, kind, server, words, describedBy, onPick } = picker;
  const offered = offeredOperators(kind, server, server);
  // The operator may have been chosen before the field, or come with the query.
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

export function hasGreyed(kind: FieldKind | undefined, server: FilterServer): boolean {
  return offeredOperators(kind, server, server).some(({ isOff }) => isOff);
}
