/** How a field can be compared: what the filter of a column offers, and what of it the portal can't answer. */
import type { FieldKind } from '../../base/field.ts';
import { endOf, type FieldCondition } from '../../messages/condition.ts';
import type { GridQuestion } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';

export type FilterOperator =
  'equals' | 'contains' | 'between' | 'atLeast' | 'atMost' | 'not' | 'empty' | 'notEmpty';

interface OfferedOperator {
  readonly operator: FilterOperator;
  /** It is shown, but can't be chosen. */
  readonly isOff: boolean;
}

const OF_KIND: Readonly<Record<FieldKind, readonly FilterOperator[]>> = {
  text: ['equals', 'contains', 'not', 'empty', 'notEmpty'],
  number: ['equals', 'between', 'atLeast', 'atMost', 'not', 'empty', 'notEmpty'],
  date: ['equals', 'between', 'atLeast', 'atMost', 'not', 'empty', 'notEmpty'],
  boolean: ['equals', 'not', 'empty', 'notEmpty'],
  // Lists and objects can't be compared.
  json: ['empty', 'notEmpty'],
};

export function offeredOperators(kind: FieldKind, question: GridQuestion): readonly OfferedOperator[] {
  return OF_KIND[kind].map((operator) => ({ operator, isOff: !isAnswered(operator, question) }));
}

function isAnswered(operator: FilterOperator, { answersSql, hasRanges, q }: GridQuestion): boolean {
  if (operator === 'equals') return true;
  // A portal searches all fields or some, never both.
  if (operator === 'contains') return answersSql || q === '';
  return isOfRange(operator) ? hasRanges : answersSql;
}

export function isOfRange(operator: FilterOperator): boolean {
  return operator === 'between' || operator === 'atLeast' || operator === 'atMost';
}

export function isOfValues(operator: FilterOperator): boolean {
  return operator === 'equals' || operator === 'not';
}

export function operatorOf(condition: FieldCondition): FilterOperator {
  switch (condition.kind) {
    case 'values':
      return 'equals';
    case 'range':
      if (endOf(condition.bounds, 'lte') === undefined) return 'atLeast';
      return endOf(condition.bounds, 'gte') === undefined ? 'atMost' : 'between';
    case 'empty':
      return condition.isEmpty ? 'empty' : 'notEmpty';
    default:
      return condition.kind;
  }
}

/** `findsWords`: a text is found by its words. */
export function operatorWord(operator: FilterOperator, findsWords: boolean, strings: GridStrings): string {
  const words: Readonly<Record<FilterOperator, string>> = {
    equals: strings.filterEquals,
    contains: findsWords ? strings.filterWords : strings.filterContains,
    between: strings.filterBetween,
    atLeast: strings.filterAtLeast,
    atMost: strings.filterAtMost,
    not: strings.filterNot,
    empty: strings.filterEmpty,
    notEmpty: strings.filterNotEmpty,
  };
  return words[operator];
}
