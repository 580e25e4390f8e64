/** Changes of a query in the grid. The host makes a new DatastoreQuery and runs it. */
import * as v from 'valibot';
import { FieldCondition, FieldConditionKind, FilterValue } from './condition.ts';
import { natural, type Shape, text } from '../../base/schema.ts';
import { Summary } from './summary.ts';

const MAX_KEYS = 10_000;

export type GridSortKey = Shape<typeof GridSortKey>;
export const GridSortKey = v.object({ field: text, descending: v.boolean() });

export type QueryChange = Shape<typeof QueryChange>;
export const QueryChange = v.variant('kind', [
  /** The complete new sort order. Empty for the server's own. */
  v.object({ kind: v.literal('sort'), keys: v.pipe(v.array(GridSortKey), v.maxLength(MAX_KEYS)) }),
  /** The complete new condition of a field. */
  v.object({ kind: v.literal('filter'), filter: FieldCondition }),
  /** Removes the field's conditions, or with `only` those of one kind. */
  v.object({ kind: v.literal('unfilter'), field: text, only: v.exactOptional(FieldConditionKind) }),
  /** The field equals this record's exact value. With `add`, the value is added to the present ones. */
  v.object({ kind: v.literal('filterByRecord'), row: natural, field: text, add: v.boolean() }),
  v.object({ kind: v.literal('excludeRecord'), row: natural, field: text }),
  v.object({ kind: v.literal('clearFilters') }),
  /** Groups the records, or with no summary shows them again. */
  v.object({ kind: v.literal('summarize'), summary: v.exactOptional(Summary) }),
  /** Removes the search, the filters, the sort order and the summary. */
  v.object({ kind: v.literal('clear') }),
  /** Searches all records on the server; an empty text ends the search. `keepsScope` keeps the field and the mode. */
  v.object({ kind: v.literal('search'), q: text, keepsScope: v.exactOptional(v.literal(true)) }),
]);

export type FrequentValue = Shape<typeof FrequentValue>;
const FrequentValue = v.object({ value: FilterValue, label: v.string(), records: natural });

export type FrequentValues = Shape<typeof FrequentValues>;
export const FrequentValues = v.object({
  /** Most frequent first, at most 200. */
  values: v.array(FrequentValue),
  counted: natural,
  /** Whether all matching records were counted, not only the loaded ones. */
  isAll: v.boolean(),
  /** Whether there are more different values than these. */
  isCut: v.boolean(),
});
