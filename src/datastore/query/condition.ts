/** Conditions on a field: the one shape of filters that pages and the client share. */
import * as v from 'valibot';
import { fieldKind } from '../../base/field.ts';
import type { FilterValueDraft } from './draft.ts';
import { type Shape, text } from '../../base/schema.ts';
import { COMPARISONS, CONDITION_KINDS, excludes, needOf, TEXT_KINDS } from './operators.ts';

const MAX_VALUES = 10_000;

/** An exact value. `text` has the digits of a number as they were typed, and `true` or `false` for a boolean. */
export type FilterValue = Shape<typeof FilterValue>;
export const FilterValue = v.pipe(
  v.object({ type: v.picklist(['text', 'number', 'boolean', 'null']), text }),
  // Values other than texts are sent without quotes.
  v.check((value) => isExact(value)),
);

export type Bound = Shape<typeof Bound>;
const Bound = v.object({ comparison: v.picklist(COMPARISONS), value: FilterValue });

const Values = v.pipe(v.array(FilterValue), v.maxLength(MAX_VALUES));

/** A condition that chips and editors can show, made by an operator (operators.ts). */
export type FieldCondition = Shape<typeof FieldCondition>;
export const FieldCondition = v.variant('kind', [
  /**
   * The field equals any of the values, or none of them. A NULL equals no value, unless NULL is in the list. `list`:
   * sent as an array even for a single value.
   */
  v.object({ kind: v.picklist(['values', 'not']), field: text, values: Values, list: v.boolean() }),
  v.object({ kind: v.literal('range'), field: text, bounds: v.pipe(v.array(Bound), v.maxLength(COMPARISONS.length)) }),
  /** The field's value contains the text, or doesn't. */
  v.object({ kind: v.picklist(TEXT_KINDS), field: text, text }),
  /** The field is NULL or an empty text, or neither. */
  v.object({ kind: v.literal('empty'), field: text, isEmpty: v.boolean() }),
]);
export type TextCondition = Extract<FieldCondition, { readonly text: string }>;
export type ValuesCondition = Extract<FieldCondition, { readonly list: boolean }>;

export const FieldConditionKind = v.picklist(CONDITION_KINDS);

/** All conditions of a query must hold. Each one is sent as a member of the `filters` object. */
export type Condition =
  | FieldCondition
  /** JSON that needs more (`$or`, nested values), unchanged. Without a field it is the complete filters. */
  | { readonly kind: 'raw'; readonly field: string | null; readonly json: string };

/** Whether a field can have both: an exclusion can be combined with a range, a text, or another exclusion. */
export function canStandTogether(one: Condition, other: Condition): boolean {
  if (one.kind === other.kind || !canHaveOthers(one) || !canHaveOthers(other)) return false;
  return isExclusion(one) || isExclusion(other);
}

/** Whether the field's member in `filters` can contain further conditions. */
function canHaveOthers(condition: Condition): boolean {
  return 'bounds' in condition || 'text' in condition || isExclusion(condition);
}

export function isExclusion(condition: Condition): boolean {
  return condition.kind !== 'raw' && excludes(condition.kind);
}

/** Whether every server can answer the condition by `q` for one field. */
export function isSearch(condition: Condition): condition is TextCondition {
  return 'text' in condition && needOf(condition.kind) === 'search';
}

/** Whether the condition has no values to compare with. */
export function isOfNothing(condition: FieldCondition): boolean {
  if ('isEmpty' in condition) return false;
  if ('text' in condition) return condition.text === '';
  return ('bounds' in condition ? condition.bounds : condition.values).length === 0;
}

/** Whether the conditions of each field can be combined. Otherwise servers would keep only the last one. */
export function areConsistent(conditions: readonly Condition[]): boolean {
  const byField = new Map<string | null, readonly Condition[]>();
  return conditions.every((one) => {
    const others = byField.get(one.field) ?? [];
    byField.set(one.field, [...others, one]);
    return others.every((other) => canStandTogether(one, other));
  });
}

export type ValueProblem = 'notNumber' | 'notBoolean' | 'reversed';

/** Reads a typed value exactly. The server's name of the field's type decides the type `auto`. */
export function readValue(
  { type, text }: FilterValueDraft,
  fieldType: string | undefined,
): FilterValue | { readonly problem: ValueProblem } {
  const exact = type === 'auto' ? typeOfField(fieldType) : type;
  const value: FilterValue = { type: exact, text: exact === 'null' ? '' : exact === 'text' ? text : text.trim() };
  if (isExact(value)) return value;
  return { problem: exact === 'number' ? 'notNumber' : 'notBoolean' };
}

/** The default type of a field's values. Text if the field's type is unknown. */
export function typeOfField(fieldType: string | undefined): 'number' | 'boolean' | 'text' {
  const kind = fieldKind(fieldType ?? '');
  return kind === 'number' || kind === 'boolean' ? kind : 'text';
}

function isExact({ type, text }: { readonly type: string; readonly text: string }): boolean {
  switch (type) {
    case 'number':
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
    case 'boolean':
      return text === 'true' || text === 'false';
    default:
      return type === 'text' || text === '';
  }
}
