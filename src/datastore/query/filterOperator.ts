/** How a field can be compared: what people choose from in the grid and in the form, and what of it a server can't answer. */
import * as v from 'valibot';
import { compare, parseDecimal } from '../../base/exactDecimal.ts';
import type { FieldKind } from '../../base/field.ts';
import {
  type Bound,
  endOf,
  type FieldCondition,
  type FilterValue,
  readValue,
  type ValueProblem,
} from './condition.ts';
import type { ConditionStrings } from './conditionStrings.ts';
import { FILTER_OPERATORS, type FilterOperator, type FilterRowDraft, type SearchMode } from './draft.ts';
import type { Shape } from '../../base/schema.ts';

/** What a server understands of conditions. */
export type FilterSupport = Shape<typeof FilterSupport>;
export const FilterSupport = v.object({
  /** The server understands ranges. */
  hasRanges: v.boolean(),
  /** The portal answers what CKAN's filters have no words for: itself, or by SQL where people let it be asked so. */
  answersSql: v.boolean(),
});

/** And of the rest of a question, as far as it hasn't refused it. */
export type QuerySupport = Shape<typeof QuerySupport>;
export const QuerySupport = v.object({
  ...FilterSupport.entries,
  /** What is searched for can be an expression, or beginnings of words. */
  hasExpressions: v.boolean(),
  /** Records can be sorted. */
  hasSort: v.boolean(),
  /** A sort can have empty values last where they would come first. */
  placesNulls: v.boolean(),
  /** Records that are alike can be left out. */
  hasDistinct: v.boolean(),
});

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

/** What is searched for beside it. */
export interface SearchBeside {
  readonly q: string;
  readonly qMode?: SearchMode;
  readonly qField?: string;
  /** A text is found by its words. */
  readonly findsWords: boolean;
}

/** `kind`: undefined while it isn't known. */
export function offeredOperators(
  kind: FieldKind | undefined,
  support: FilterSupport,
  beside: SearchBeside,
): readonly OfferedOperator[] {
  const offered = kind === undefined ? FILTER_OPERATORS : OF_KIND[kind];
  return offered.map((operator) => ({ operator, isOff: !isAnswered(operator, support, beside) }));
}

function isAnswered(operator: FilterOperator, support: FilterSupport, beside: SearchBeside): boolean {
  const { q, qMode, qField } = beside;
  const { answersSql } = support;
  if (operator === 'equals') return true;
  // A portal searches all fields or some, and all in one way.
  if (operator === 'contains') return answersSql || q === '' || (qField !== undefined && qMode === undefined);
  return answersSql || (isOfRange(operator) && support.hasRanges);
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
export function operatorWord(operator: FilterOperator, findsWords: boolean, words: ConditionStrings): string {
  const texts: Readonly<Record<FilterOperator, string>> = {
    equals: words.filterEquals,
    contains: findsWords ? words.filterWords : words.filterContains,
    between: words.filterBetween,
    atLeast: words.filterAtLeast,
    atMost: words.filterAtMost,
    not: words.filterNot,
    empty: words.filterEmpty,
    notEmpty: words.filterNotEmpty,
  };
  return texts[operator];
}

/** How many values a condition has at most. */
export function mostValues(operator: FilterOperator): number {
  if (isOfValues(operator)) return Infinity;
  if (operator === 'empty' || operator === 'notEmpty') return 0;
  return operator === 'between' ? 2 : 1;
}

interface Unreadable {
  readonly problem: ValueProblem;
  /** What was typed. */
  readonly text: string;
}

/** A condition as it was entered. `fieldType`, the server's name, decides about values whose type was left to the field. */
export function readCondition(
  { field, operator = 'equals', values, list }: FilterRowDraft,
  fieldType: string | undefined,
): FieldCondition | Unreadable {
  switch (operator) {
    case 'empty':
    case 'notEmpty':
      return { kind: 'empty', field, isEmpty: operator === 'empty' };
    case 'contains':
      return { kind: 'contains', field, text: values[0]?.text ?? '' };
    case 'equals':
    case 'not': {
      const exact: FilterValue[] = [];
      for (const value of values) {
        const read = readValue(value, fieldType);
        if ('problem' in read) return { ...read, text: value.text };
        exact.push(read);
      }
      const kind = operator === 'equals' ? 'values' : 'not';
      return { kind, field, values: exact, list };
    }
    case 'between':
    case 'atLeast':
    case 'atMost':
      return readRange({ field, operator, values }, fieldType);
  }
}

function readRange(
  { field, operator, values }: Pick<FilterRowDraft, 'field' | 'operator' | 'values'>,
  fieldType: string | undefined,
): FieldCondition | Unreadable {
  const bounds: Bound[] = [];
  for (const [place, value] of values.entries()) {
    const text = value.text.trim();
    if (text === '') continue;
    const read = readValue({ ...value, text }, fieldType);
    if ('problem' in read) return { ...read, text };
    const isLast = operator === 'atMost' || place > 0;
    bounds.push({ comparison: isLast ? 'lte' : 'gte', value: read });
  }
  const [least, greatest] = bounds;
  if (least && greatest && isLess(greatest.value, least.value))
    return { problem: 'reversed', text: least.value.text };
  return { kind: 'range', field, bounds };
}

/** ISO 8601 without a time zone, whose texts are in the order of time. */
const LOCAL_TIME = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]*)?$/;

/** Whether every server puts `one` before `other`: numbers, and dates as far as both are given. */
function isLess(one: FilterValue, other: FilterValue): boolean {
  const numbers = [one, other].flatMap(({ type, text }) =>
    type === 'number' ? (parseDecimal(text) ?? []) : [],
  );
  if (numbers[0] && numbers[1]) return compare(numbers[0], numbers[1]) < 0;
  if (!LOCAL_TIME.test(one.text) || !LOCAL_TIME.test(other.text)) return false;
  const length = Math.min(one.text.length, other.text.length);
  const [first, second] = [one, other].map(({ text }) => text.replace(' ', 'T').slice(0, length));
  return first !== undefined && second !== undefined && first < second;
}
