/**
 * What stands in the query form, valid or not: every member is just what was typed, so that nothing a
 * person wrote is ever lost. datastore/draft/readDraft.ts reads a draft into a DatastoreQuery or into problems.
 */
import * as v from 'valibot';
import { natural, type Shape } from '../../base/schema.ts';
import { FILTER_OPERATORS } from './operators.ts';

/** No text of a form is longer: what is bigger did not come from a person. */
const text = v.pipe(v.string(), v.maxLength(1 << 20));
const list = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.maxLength(10_000));

export type FilterValueDraft = Shape<typeof FilterValueDraft>;
export const FilterValueDraft = v.object({
  /** `auto` follows the field's type; the others were chosen by hand, because "5" and 5 differ on the wire. */
  type: v.picklist(['auto', 'text', 'number', 'boolean', 'null']),
  /** What was typed; for `boolean` the word `true` or `false`. */
  text,
});

/** One row of the filters builder. */
export type FilterRowDraft = Shape<typeof FilterRowDraft>;
export const FilterRowDraft = v.object({
  field: text,
  /** Absent where the field equals the value, or any of the values. */
  operator: v.exactOptional(v.picklist(FILTER_OPERATORS)),
  /** As many as the operator takes; of a range both ends, of which one may be an empty text. */
  values: list(FilterValueDraft),
  /** True for an array on the wire even if it has a single value (it came so from raw JSON). */
  list: v.boolean(),
});

export type SortDraft = Shape<typeof SortDraft>;
export const SortDraft = v.object({
  field: text,
  descending: v.boolean(),
  nullsLast: v.exactOptional(v.boolean()),
});

/** How a text is searched for, where it isn't as the server does of itself: by whole words, or contained. */
export type SearchMode = Shape<typeof SearchMode>;
export const SearchMode = v.picklist(['startsWith', 'expression']);

export type QueryDraft = Shape<typeof QueryDraft>;
export const QueryDraft = v.object({
  /** A known portal's id, or the empty string when `baseUrl` was typed. */
  portalId: text,
  /** Typed base URL; ignored when `portalId` names a portal. */
  baseUrl: text,
  /** Id, alias or pasted URL of the resource. */
  resource: text,
  q: text,
  qMode: v.exactOptional(SearchMode),
  /** The one field that is searched; absent for all. */
  qField: v.exactOptional(text),
  filterMode: v.picklist(['rows', 'json']),
  filterRows: list(FilterRowDraft),
  /** The raw JSON mode's text; counts only in mode `json`. */
  filterJson: text,
  limit: text,
  /** The order that was chosen in the grid; absent for the server's own. */
  sort: v.exactOptional(list(SortDraft)),
  /** The fields that a pasted API call asks for; absent for all. */
  fields: v.exactOptional(list(text)),
  /** A pasted API call asks for each record once. */
  distinct: v.exactOptional(v.literal(true)),
});

/**
 * Which draft a page's copy is: the host, whose the draft is, gives each one that it hands out an id of its own, and the
 * page counts its edits since. What comes with an id that the host has given up is ignored.
 */
export type DraftRevision = Shape<typeof DraftRevision>;
export const DraftRevision = v.object({ id: v.string(), edits: natural });

/** What a person fills in, as it stands in the form. */
export const DRAFT_PARTS = ['portal', 'resource', 'q', 'filters', 'limit'] as const;
export type DraftPart = (typeof DRAFT_PARTS)[number];

export type DraftProblem = Shape<typeof DraftProblem>;
export const DraftProblem = v.object({
  /** The control of the form that the problem belongs to. */
  part: v.picklist(DRAFT_PARTS),
  /** Index of the filter row, where one row is to blame. */
  row: v.exactOptional(natural),
  /** Which part of that row; absent for the row as a whole. */
  rowPart: v.exactOptional(v.picklist(['field', 'value'])),
  /** A warning does not stop a run (an id that is not UUID-shaped may be an alias). */
  severity: v.picklist(['error', 'warning']),
  message: v.string(),
});

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
