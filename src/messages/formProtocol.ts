/** What the query form and the host say to each other (see rpc.ts). */
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
  /** Shown and copied; empty where a process of ours answers: for local files and databases. */
  baseUrl: v.string(),
  resources: v.array(ResourceChoice),
  /** What `q` means here: the API document's "contained in any field", or real CKAN's words. */
  qMeans: v.picklist(['contains', 'words']),
});

export type FieldChoice = Shape<typeof FieldChoice>;
const FieldChoice = v.object({
  id: v.string(),
  /** As the server names it: `text`, `int4`, `numeric`, `timestamp`, … */
  type: v.string(),
});

export type FormInit = Shape<typeof FormInit>;
const FormInit = v.object({
  strings: v.custom<FormStrings>((value) => typeof value === 'object' && value !== null),
  portals: v.array(PortalChoice),
  /** A tree selection's, else the last one of this window, else the empty one; null where what the page kept is newer. */
  draft: v.nullable(QueryDraft),
  /** The id of this draft's revision. */
  revision: v.string(),
  /** BCP 47, for number formats. */
  language: v.string(),
  /** The tree's empty view offers a portal and a file already. */
  isBesideTree: v.boolean(),
});

/** `withheld`: there is one, but the way to the portal is not safe for it. */
export type TokenUse = Shape<typeof TokenUse>;
const TokenUse = v.picklist(['none', 'sent', 'withheld']);

/** The request that a draft stands for, and what is wrong with the draft. */
export type DraftCheck = Shape<typeof DraftCheck>;
const DraftCheck = v.object({
  /** Method, URL, headers and body as they will be sent, the token as a placeholder. Empty while there is no resource. */
  preview: v.string(),
  problems: v.array(DraftProblem),
  token: TokenUse,
  /** What the portal answers, as far as that is known. */
  support: v.exactOptional(QuerySupport),
  /** The resource's fields where they are known already: the form then need not ask for them. */
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
  /** The server or the network said no; `part` is the control to blame, if one is. */
  v.object({ kind: v.literal('failed'), problem: DraftProblem, offerToken: v.boolean() }),
]);

/** Served by the host, called by the form. */
export type FormHost = typeof FormHost;
export const FormHost = {
  /** The id of the revision that the page has kept over a reload. */
  ready: call([v.nullable(v.string())], FormInit),
  /**
   * Remembers the draft for this window and says what it stands for; null for an old revision. A pasted API call is
   * taken apart, by `show`, once its address is whole, which the last argument says.
   */
  check: call([QueryDraft, DraftRevision, v.boolean()], v.nullable(DraftCheck)),
  /** Asks the server once for the resource's fields, for the field picker. Rejects when it can't be asked. */
  fields: call([QueryDraft], v.array(FieldChoice)),
  /** Raw JSON to rows; not ok when the JSON is broken or says more than rows can show. */
  filtersToRows: call([text], FilterConversion),
  /** Rows to raw JSON; not ok when a value does not fit its type. */
  filtersToJson: call([QueryDraft], FilterConversion),
  /** Opens the records panel. The outcome comes by `runState`; problems of the draft come back at once. */
  run: call([QueryDraft, DraftRevision], v.array(DraftProblem)),
  cancel: call([]),
  copyRequest: call([QueryDraft]),
  /** Asks for the portal's token, and runs what then stands in the form when one was given. */
  setToken: call([QueryDraft]),
  addPortal: call([]),
  openLocalFile: call([]),
} satisfies Api;

/** Served by the form, called by the host. */
export type FormView = typeof FormView;
export const FormView = {
  /**
   * Replaces what stands in the form, as this revision. With a number of edits, only what the page had sent by then: where
   * more has been typed since, that stays, and is an edit of the new revision.
   */
  show: call([QueryDraft, v.string(), v.nullable(natural)]),
  portals: call([v.array(PortalChoice)]),
  runState: call([RunState]),
  /** Puts the focus into the form's first empty control. */
  focus: call([]),
  /** Typed while the focus was on its way to the form. */
  type: call([text]),
} satisfies Api;
