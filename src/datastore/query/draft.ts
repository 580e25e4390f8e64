/** The content of the query form, valid or not, exactly as people typed it. readDraft.ts converts it to a query. */
import * as v from 'valibot';
import { natural, type Shape } from '../../base/schema.ts';
import { FILTER_OPERATORS } from './operators.ts';
import { SummaryDraft } from './summaryDraft.ts';

/** Limit for a text of the form. A longer one wasn't typed by people. */
const text = v.pipe(v.string(), v.maxLength(1 << 20));
const list = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.maxLength(10_000));

export type FilterValueDraft = Shape<typeof FilterValueDraft>;
export const FilterValueDraft = v.object({
  /** `auto` follows the field's type. People can choose another one, because "5" and 5 differ in requests. */
  type: v.picklist(['auto', 'text', 'number', 'boolean', 'null']),
  /** The typed text, or `true` or `false` for a boolean. */
  text,
});

export type FilterRowDraft = Shape<typeof FilterRowDraft>;
export const FilterRowDraft = v.object({
  field: text,
  /** Absent for Equals, with one or several values. */
  operator: v.exactOptional(v.picklist(FILTER_OPERATORS)),
  /** The operator's values. A range has both ends, one of which may be empty. */
  values: list(FilterValueDraft),
  /** Whether a single value is sent as an array, too, because it came from JSON like that. */
  list: v.boolean(),
});

export type SortDraft = Shape<typeof SortDraft>;
export const SortDraft = v.object({ field: text, descending: v.boolean(), nullsLast: v.exactOptional(v.boolean()) });

/** Ways of searching other than the server's default (whole words, or text anywhere). */
export type SearchMode = Shape<typeof SearchMode>;
export const SearchMode = v.picklist(['startsWith', 'expression']);

export type QueryDraft = Shape<typeof QueryDraft>;
export const QueryDraft = v.object({
  /** A known portal's id, or "" if people typed `baseUrl`. */
  portalId: text,
  /** Typed base URL. Ignored if `portalId` names a portal. */
  baseUrl: text,
  /** Id, alias or pasted URL of the resource. */
  resource: text,
  q: text,
  qMode: v.exactOptional(SearchMode),
  qField: v.exactOptional(text),
  filterMode: v.picklist(['rows', 'json']),
  filterRows: list(FilterRowDraft),
  /** The JSON text, which is used in mode `json` only. */
  filterJson: text,
  limit: text,
  /** Groups of the records. The order, the fields and the limit are then those of the groups. */
  summary: v.exactOptional(SummaryDraft),
  /** The sort order from the grid. Absent for the server's own. */
  sort: v.exactOptional(list(SortDraft)),
  /** The fields of a pasted API call. Absent for all fields. */
  fields: v.exactOptional(list(text)),
  distinct: v.exactOptional(v.literal(true)),
});

/** The host gives each version of a draft an id, and the page counts its edits since. Outdated ids are ignored. */
export type DraftRevision = Shape<typeof DraftRevision>;
export const DraftRevision = v.object({ id: v.string(), edits: natural });

export const DRAFT_PARTS = ['portal', 'resource', 'q', 'filters', 'limit', 'summary'] as const;
export type DraftPart = (typeof DRAFT_PARTS)[number];

export type DraftProblem = Shape<typeof DraftProblem>;
export const DraftProblem = v.object({
  part: v.picklist(DRAFT_PARTS),
  /** Index of the filter row, if the problem is in one. */
  row: v.exactOptional(natural),
  /** The part of that row. Absent for the whole row. */
  rowPart: v.exactOptional(v.picklist(['field', 'value'])),
  /** A warning doesn't stop a run: an id that isn't a UUID may be an alias. */
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
