/**
 * What stands in the query form, valid or not: every member is just what was typed, so that nothing a
 * person wrote is ever lost. datastore/query/draft.ts reads a draft into a DatastoreQuery or into problems.
 */

/** `auto` follows the field's type; the others were chosen by hand, because "5" and 5 differ on the wire. */
export type FilterValueType = 'auto' | 'text' | 'number' | 'boolean' | 'null';

export interface FilterValueDraft {
  readonly type: FilterValueType;
  /** What was typed; for `boolean` the word `true` or `false`. */
  readonly text: string;
}

/** One row of the filters builder: the field equals the value, or any of the values. */
export interface FilterRowDraft {
  readonly field: string;
  readonly values: readonly FilterValueDraft[];
  /** True for an array on the wire even if it has a single value (it came so from raw JSON). */
  readonly list: boolean;
}

export interface SortDraft {
  readonly field: string;
  readonly descending: boolean;
  readonly nullsLast?: boolean;
}

export interface QueryDraft {
  /** A known portal's id, or the empty string when `baseUrl` was typed. */
  readonly portalId: string;
  /** Typed base URL; ignored when `portalId` names a portal. */
  readonly baseUrl: string;
  /** Id, alias or pasted URL of the resource. */
  readonly resource: string;
  readonly q: string;
  readonly filterMode: 'rows' | 'json';
  readonly filterRows: readonly FilterRowDraft[];
  /** The raw JSON mode's text; counts only in mode `json`. */
  readonly filterJson: string;
  readonly limit: string;
  /** The order that was chosen in the grid; absent for the server's own. */
  readonly sort?: readonly SortDraft[];
  /** The fields that a pasted API call asks for; absent for all. */
  readonly fields?: readonly string[];
  /** A pasted API call asks for each record once. */
  readonly distinct?: true;
}

/**
 * Which draft a page's copy is: the host, whose the draft is, gives each one that it hands out an id of its own, and the
 * page counts its edits since. What comes with an id that the host has given up is ignored.
 */
export interface DraftRevision {
  readonly id: string;
  readonly edits: number;
}

/** The control of the form that a problem belongs to. */
export type DraftPart = 'portal' | 'resource' | 'q' | 'filters' | 'limit';

export interface DraftProblem {
  readonly part: DraftPart;
  /** Index of the filter row, where one row is to blame. */
  readonly row?: number;
  /** A warning does not stop a run (an id that is not UUID-shaped may be an alias). */
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export const EMPTY_DRAFT: QueryDraft = {
  portalId: '',
  baseUrl: '',
  resource: '',
  q: '',
  filterMode: 'rows',
  filterRows: [],
  filterJson: '',
  limit: '',
};
