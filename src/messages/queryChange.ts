/** What a person changes in the grid about the question: the host makes a new DatastoreQuery of it and runs that. */
import type { FilterValueDraft } from './draft.ts';

export interface GridSortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** A field's condition, as far as chips and menus can show it. */
export type FieldFilter =
  | { readonly kind: 'values'; readonly field: string; readonly values: readonly FilterValueDraft[] }
  /** Both ends belong to the range; the texts are as typed. CKAN 2.12 and our own datastore only. */
  | { readonly kind: 'range'; readonly field: string; readonly least?: string; readonly greatest?: string };

export type QueryChange =
  /** The whole new order; empty for the server's own. */
  | { readonly kind: 'sort'; readonly keys: readonly GridSortKey[] }
  /** The whole new condition of this field. */
  | { readonly kind: 'filter'; readonly filter: FieldFilter }
  | { readonly kind: 'unfilter'; readonly field: string }
  /** The field equals the exact value of this record; `add`: or that one, beside the values that it may have already. */
  | { readonly kind: 'filterByRecord'; readonly row: number; readonly field: string; readonly add: boolean }
  | { readonly kind: 'clearFilters' }
  /** Neither search nor filters nor order. */
  | { readonly kind: 'clear' }
  /** Searches all records on the server; empty for no search. */
  | { readonly kind: 'search'; readonly q: string };

/** A frequent value of a field, for a pick list. */
export interface FrequentValue {
  readonly value: FilterValueDraft;
  /** As it is shown. */
  readonly label: string;
  readonly records: number;
}

export interface FrequentValues {
  /** Most frequent first, at most 200. */
  readonly values: readonly FrequentValue[];
  /** Records that were counted. */
  readonly counted: number;
  /** All matching records were counted, not only the loaded ones. */
  readonly isAll: boolean;
  /** There are more different values than these. */
  readonly isCut: boolean;
}
