/** What a question asks of a field: the one shape of filters between the pages and the client. */
import * as v from 'valibot';
import { fieldKind } from '../../base/field.ts';
import type { FilterValueDraft } from './draft.ts';
import { type Shape, text } from '../../base/schema.ts';

const MAX_VALUES = 10_000;

/** An exact value: `text` holds the digits of a number as they were typed, and `true` or `false` for a boolean. */
export type FilterValue = Shape<typeof FilterValue>;
export const FilterValue = v.pipe(
  v.object({ type: v.picklist(['text', 'number', 'boolean', 'null']), text }),
  // All but texts go on the wire without quotes.
  v.check((value) => isExact(value)),
);

const COMPARISONS = ['eq', 'gt', 'gte', 'lt', 'lte'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export type Bound = Shape<typeof Bound>;
const Bound = v.object({ comparison: v.picklist(COMPARISONS), value: FilterValue });

const Values = v.pipe(v.array(FilterValue), v.maxLength(MAX_VALUES));

/** A condition that chips and editors can show. `not` and `empty` can be answered by SQL alone (docs/ckan.md 24). */
export type FieldCondition = Shape<typeof FieldCondition>;
export const FieldCondition = v.variant('kind', [
  /** The field equals the value, or any of the values. `list`: an array on the wire even for a single value. */
  v.object({
    kind: v.literal('values'),
    field: text,
    values: Values,
    list: v.boolean(),
  }),
  /** Only CKAN 2.12+ and the embedded datastore understand ranges. */
  v.object({
    kind: v.literal('range'),
    field: text,
    bounds: v.pipe(v.array(Bound), v.maxLength(COMPARISONS.length)),
  }),
  /** The text stands in the field, as `q` of one field understands it. */
  v.object({ kind: v.literal('contains'), field: text, text }),
  /** The field equals none of the values; a NULL does so, unless it is one of them. */
  v.object({ kind: v.literal('not'), field: text, values: Values, list: v.boolean() }),
  /** The field is NULL or an empty text, or neither. */
  v.object({ kind: v.literal('empty'), field: text, isEmpty: v.boolean() }),
]);

export const FieldConditionKind = v.picklist(['values', 'range', 'contains', 'not', 'empty']);

/** All conditions of a question hold at once. Each is one member of the JSON object that goes on the wire. */
export type Condition =
  | FieldCondition
  /** JSON that says more (`$or`, nested values), as it was typed. Without a field it is the whole text of the filters. */
  | { readonly kind: 'raw'; readonly field: string | null; readonly json: string };

/** Whether both can hold of one field: what is left out stands beside a range, or beside a text that is contained. */
export function canStandTogether(one: Condition, other: Condition): boolean {
  return (one.kind === 'not' && isSpan(other)) || (other.kind === 'not' && isSpan(one));
}

/** Whether the conditions of each field can stand together. Of a name that comes twice otherwise, servers take the last. */
export function areConsistent(conditions: readonly Condition[]): boolean {
  const byField = new Map<string | null, readonly Condition[]>();
  return conditions.every((one) => {
    const others = byField.get(one.field) ?? [];
    byField.set(one.field, [...others, one]);
    return others.every((other) => canStandTogether(one, other));
  });
}

function isSpan({ kind }: Condition): boolean {
  return kind === 'range' || kind === 'contains';
}

export function comparisonOf(name: string): Comparison | undefined {
  return COMPARISONS.find((each) => each === name);
}

/** Whether people see it as one of both ends of a range. */
export function isEnd({ comparison, value: { type } }: Bound): boolean {
  return (comparison === 'gte' || comparison === 'lte') && (type === 'text' || type === 'number');
}

/** Where a range begins (`gte`) or ends (`lte`). */
export function endOf(bounds: readonly Bound[], wanted: Comparison): string | undefined {
  return bounds.find(({ comparison }) => comparison === wanted)?.value.text;
}

export type ValueProblem = 'notNumber' | 'notBoolean' | 'reversed';

/** A typed value, exactly; `fieldType`, the server's name, decides where its type was left to the field. */
export function readValue(
  { type, text }: FilterValueDraft,
  fieldType: string | undefined,
): FilterValue | { readonly problem: ValueProblem } {
  const exact = type === 'auto' ? typeOfField(fieldType) : type;
  const value: FilterValue = {
    type: exact,
    text: exact === 'null' ? '' : exact === 'text' ? text : text.trim(),
  };
  if (isExact(value)) return value;
  return { problem: exact === 'number' ? 'notNumber' : 'notBoolean' };
}

/** What a value of the field is unless people say otherwise; text while the type is not known. */
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
