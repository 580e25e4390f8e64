/** What a person changes in the grid about the question: the host makes a new DatastoreQuery of it and runs that. */
import * as v from 'valibot';
import { FieldCondition, FieldConditionKind, FilterValue } from './condition.ts';
import { natural, type Shape, text } from '../../base/schema.ts';

const MAX_KEYS = 10_000;

export type GridSortKey = Shape<typeof GridSortKey>;
export const GridSortKey = v.object({ field: text, descending: v.boolean() });

export type QueryChange = Shape<typeof QueryChange>;
export const QueryChange = v.variant('kind', [
  /** The whole new order; empty for the server's own. */
  v.object({ kind: v.literal('sort'), keys: v.pipe(v.array(GridSortKey), v.maxLength(MAX_KEYS)) }),
  /** The whole new condition of the field with this id. */
  v.object({ kind: v.literal('filter'), filter: FieldCondition }),
  /** `only`: of the field's conditions, the one of this kind. */
  v.object({ kind: v.literal('unfilter'), field: text, only: v.exactOptional(FieldConditionKind) }),
  /** The field equals the exact value of this record; `add`: or that one, beside the values that it may have already. */
  v.object({ kind: v.literal('filterByRecord'), row: natural, field: text, add: v.boolean() }),
  /** The field doesn't equal the exact value of this record. */
  v.object({ kind: v.literal('excludeRecord'), row: natural, field: text }),
  v.object({ kind: v.literal('clearFilters') }),
  /** Neither search nor filters nor order. */
  v.object({ kind: v.literal('clear') }),
  /** Searches all records on the server; empty for no search. `keepsScope`: in the same field and mode as before. */
  v.object({ kind: v.literal('search'), q: text, keepsScope: v.exactOptional(v.literal(true)) }),
]);

/** A frequent value of a field, for a pick list. */
export type FrequentValue = Shape<typeof FrequentValue>;
const FrequentValue = v.object({
  value: FilterValue,
  /** As it is shown. */
  label: v.string(),
  records: natural,
});

export type FrequentValues = Shape<typeof FrequentValues>;
export const FrequentValues = v.object({
  /** Most frequent first, at most 200. */
  values: v.array(FrequentValue),
  /** Records that were counted. */
  counted: natural,
  /** All matching records were counted, not only the loaded ones. */
  isAll: v.boolean(),
  /** There are more different values than these. */
  isCut: v.boolean(),
});
