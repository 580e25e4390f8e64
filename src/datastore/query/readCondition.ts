/** Reads a condition from what people entered, and finds the operator that shows a condition. */
import { compare, parseDecimal } from '../../base/exactDecimal.ts';
import { type Bound, type FieldCondition, type FilterValue, readValue, type ValueProblem } from './condition.ts';
import type { FilterRowDraft, FilterValueDraft } from './draft.ts';
import {
  FILTER_OPERATORS,
  type FilterOperator,
  operatorEntry,
  OPERATORS,
  type RangeEnd,
  USUAL_OPERATOR,
} from './operators.ts';

interface Unreadable {
  readonly problem: ValueProblem;
  readonly text: string;
}

/** The server's name of the field's type decides the type of values that follow the field. */
export function readCondition(
  { field, operator = USUAL_OPERATOR, values, list }: FilterRowDraft,
  fieldType: string | undefined,
): FieldCondition | Unreadable {
  const entry = OPERATORS[operator];
  switch (entry.input) {
    case 'none':
      return { kind: entry.kind, field, isEmpty: entry.isEmpty };
    case 'text':
      return { kind: entry.kind, field, text: values[0]?.text ?? '' };
    case 'values': {
      const exact: FilterValue[] = [];
      for (const value of values) {
        const read = readValue(value, fieldType);
        if ('problem' in read) return { ...read, text: value.text };
        exact.push(read);
      }
      return { kind: entry.kind, field, values: exact, list };
    }
    case 'ends':
      return readRange(field, values, entry.ends, fieldType);
  }
}

export function asksNothing({ operator, values, list }: FilterRowDraft): boolean {
  const { input } = operatorEntry(operator);
  if (input === 'none') return false;
  if (input === 'values') return values.length === 0 && !list;
  return values.every(({ text }) => text.trim() === '');
}

/** Undefined for a range that no operator makes, such as one with `gt` and `lte`. */
export function operatorOf(condition: FieldCondition): FilterOperator | undefined {
  return FILTER_OPERATORS.find((operator) => {
    const entry = OPERATORS[operator];
    if (entry.kind !== condition.kind) return false;
    if ('bounds' in condition && entry.input === 'ends') return fits(condition.bounds, entry.ends);
    return !('isEmpty' in condition && entry.input === 'none') || condition.isEmpty === entry.isEmpty;
  });
}

function fits(bounds: readonly Bound[], ends: readonly RangeEnd[]): boolean {
  return bounds.length === ends.length && boundsInOrder(bounds, ends).length === ends.length;
}

/** Bounds in the order of input. Only numbers and texts can be entered. */
function boundsInOrder(bounds: readonly Bound[], ends: readonly RangeEnd[]): readonly Bound[] {
  return ends.flatMap(
    (end) =>
      bounds.find(
        ({ comparison, value: { type } }) => comparison === end.comparison && (type === 'text' || type === 'number'),
      ) ?? [],
  );
}

/** The values to enter in order to make the condition. */
export function enteredValues(condition: FieldCondition): readonly FilterValueDraft[] {
  if ('values' in condition) return condition.values;
  if ('text' in condition) return [{ type: 'text', text: condition.text }];
  if (!('bounds' in condition)) return [];
  const entry = operatorEntry(operatorOf(condition));
  const bounds = entry.input === 'ends' ? boundsInOrder(condition.bounds, entry.ends) : [];
  return bounds.map(({ value }) => value);
}

function readRange(
  field: string,
  values: readonly FilterValueDraft[],
  ends: readonly RangeEnd[],
  fieldType: string | undefined,
): FieldCondition | Unreadable {
  const bounds: Bound[] = [];
  for (const [place, { comparison }] of ends.entries()) {
    const value = values[place];
    const text = value?.text.trim() ?? '';
    if (value === undefined || text === '') continue;
    const read = readValue({ ...value, text }, fieldType);
    if ('problem' in read) return { ...read, text };
    bounds.push({ comparison, value: read });
  }
  const [least, greatest] = bounds;
  if (least && greatest && isLess(greatest.value, least.value)) return { problem: 'reversed', text: least.value.text };
  return { kind: 'range', field, bounds };
}

/** ISO 8601 without a time zone. Such texts sort by time. */
const LOCAL_TIME = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]*)?$/;

/** Whether every server sorts `one` before `other`. Dates are compared as far as both are given. */
function isLess(one: FilterValue, other: FilterValue): boolean {
  const numbers = [one, other].flatMap(({ type, text }) => (type === 'number' ? (parseDecimal(text) ?? []) : []));
  if (numbers[0] && numbers[1]) return compare(numbers[0], numbers[1]) < 0;
  if (!LOCAL_TIME.test(one.text) || !LOCAL_TIME.test(other.text)) return false;
  const length = Math.min(one.text.length, other.text.length);
  const [first, second] = [one, other].map(({ text }) => text.replace(' ', 'T').slice(0, length));
  return first !== undefined && second !== undefined && first < second;
}
