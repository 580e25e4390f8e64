/** Messages between the query form and the host (see rpc.ts). */
import * as v from 'valibot';
import { DraftProblem, DraftRevision, FilterRowDraft, QueryDraft } from '../datastore/query/draft.ts';
import { QuerySupport } from '../datastore/query/operatorChoice.ts';
import type { FormStrings } from './formStrings.ts';
import { type Api, call } from './rpc.ts';
import { natural, type Shape, text } from '../base/schema.ts';

export type ResourceChoice = Shape<typeof ResourceChoice>;
const ResourceChoice = v.object({ id: v.string(), name: v.string() });

export type PortalChoice = Shape<typeof PortalChoice>;
const PortalChoice = v.object({
  id: v.string(),
  name: v.string(),
  /** The address to show and copy. Empty for local files and databases, which our own process serves. */
  baseUrl: v.string(),
  resources: v.array(ResourceChoice),
  /** Meaning of `q`: text anywhere in a field, as in the API document, or whole words, as in CKAN. */
  qMeans: v.picklist(['contains', 'words']),
});

export type FieldChoice = Shape<typeof FieldChoice>;
const FieldChoice = v.object({
  id: v.string(),
  /** The server's name of the type: `text`, `int4`, `numeric`, `timestamp` … */
  type: v.string(),
});

export type FormInit = Shape<typeof FormInit>;
const FormInit = v.object({
  strings: v.custom<FormStrings>((value) => typeof value === 'object' && value !== null),
  portals: v.array(PortalChoice),
  /** The tree's selection, else this window's last draft, else an empty one. Null if the page's own draft is newer. */
  draft: v.nullable(QueryDraft),
  revision: v.string(),
  /** BCP 47, for number formats. */
  language: v.string(),
  /** Whether the tree's empty view already offers to add a portal and open a file. */
  isBesideTree: v.boolean(),
});

/** `withheld`: the token isn't sent, because the connection to the portal isn't safe. */
export type TokenUse = Shape<typeof TokenUse>;
const TokenUse = v.picklist(['none', 'sent', 'withheld']);

export type DraftCheck = Shape<typeof DraftCheck>;
const DraftCheck = v.object({
  /** Method, URL, headers and body as they're sent, with a placeholder for the token. Empty without a resource. */
  preview: v.string(),
  problems: v.array(DraftProblem),
  token: TokenUse,
  support: v.exactOptional(QuerySupport),
  /** The resource's fields, if they're cached. The form then doesn't ask for them. */
  fields: v.exactOptional(v.array(FieldChoice)),
});

export type FilterConversion = Shape<typeof FilterConversion>;
const FilterConversion = v.variant('ok', [
  v.object({ ok: v.literal(true), rows: v.array(FilterRowDraft), json: v.string() }),
  v.object({ ok: v.literal(false), problem: DraftProblem }),
]);

export type RunState = Shape<typeof RunState>;
const RunState = v.variant('kind', [
  v.object({ kind: v.literal('idle') }),
  v.object({ kind: v.literal('running') }),
  /** The request failed at the server or on the way. `problem.part` is the control at fault, if any. */
  v.object({ kind: v.literal('failed'), problem: DraftProblem, offerToken: v.boolean() }),
]);

export type FormHost = typeof FormHost;
export const FormHost = {
  /** The argument is the id of the revision that the page kept over a reload. */
  ready: call([v.nullable(v.string())], FormInit),
  /**
   * Stores the draft for this window and returns its request, or null for an old revision. The last argument says
   * whether the address is complete; a pasted API call is then turned into a draft and sent by `show`.
   */
  check: call([QueryDraft, DraftRevision, v.boolean()], v.nullable(DraftCheck)),
  /** Requests the resource's fields once, for the field picker. Rejects if that fails. */
  fields: call([QueryDraft], v.array(FieldChoice)),
  /** Converts JSON to rows. Not ok if the JSON is invalid or needs more than rows can express. */
  filtersToRows: call([text], FilterConversion),
  /** Converts rows to JSON. Not ok if a value doesn't fit its type. */
  filtersToJson: call([QueryDraft], FilterConversion),
  /** Opens the records panel. Returns problems of the draft at once; `runState` reports the outcome. */
  run: call([QueryDraft, DraftRevision], v.array(DraftProblem)),
  cancel: call([]),
  copyRequest: call([QueryDraft]),
  /** Asks people for the portal's token. If they enter one, the form's current query runs. */
  setToken: call([QueryDraft]),
  addPortal: call([]),
  openLocalFile: call([]),
} satisfies Api;

export type FormView = typeof FormView;
export const FormView = {
  /** Replaces the draft with this revision, but keeps edits that the page made after the given number of edits. */
  show: call([QueryDraft, v.string(), v.nullable(natural)]),
  portals: call([v.array(PortalChoice)]),
  runState: call([RunState]),
  /** Focuses the first empty control of the form. */
  focus: call([]),
  /** Text that people typed before the form had the focus. */
  type: call([text]),
} satisfies Api;
