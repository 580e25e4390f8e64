/** What the query form and the host say to each other (see rpc.ts). */
import type { DraftProblem, DraftRevision, FilterRowDraft, QueryDraft } from './draft.ts';
import type { FormStrings } from './formStrings.ts';

export interface ResourceChoice {
  readonly id: string;
  readonly name: string;
}

export interface PortalChoice {
  readonly id: string;
  readonly name: string;
  /** Shown and copied; empty for the embedded datastore ("Local files"). */
  readonly baseUrl: string;
  readonly resources: readonly ResourceChoice[];
  /** What `q` means here: the API document's "contained in any field", or real CKAN's words. */
  readonly qMeans: 'contains' | 'words';
}

export interface FieldChoice {
  readonly id: string;
  /** As the server names it: `text`, `int4`, `numeric`, `timestamp`, … */
  readonly type: string;
}

export interface FormInit {
  readonly strings: FormStrings;
  readonly portals: readonly PortalChoice[];
  /** A tree selection's, else the last one of this window, else the empty one; null where what the page kept is newer. */
  readonly draft: QueryDraft | null;
  /** The id of this draft's revision. */
  readonly revision: string;
  /** BCP 47, for number formats. */
  readonly language: string;
}

/** `withheld`: there is one, but the way to the portal is not safe for it. */
export type TokenUse = 'none' | 'sent' | 'withheld';

/** The request that a draft stands for, and what is wrong with the draft. */
export interface DraftCheck {
  /** Method, URL, headers and body as they will be sent, the token as a placeholder. Empty while there is no resource. */
  readonly preview: string;
  readonly problems: readonly DraftProblem[];
  readonly token: TokenUse;
  /** The resource's fields where they are known already: the form then need not ask for them. */
  readonly fields?: readonly FieldChoice[];
}

export type FilterConversion =
  | { readonly ok: true; readonly rows: readonly FilterRowDraft[]; readonly json: string }
  | { readonly ok: false; readonly message: string };

export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  /** The server or the network said no; `part` is the control to blame, if one is. */
  | { readonly kind: 'failed'; readonly problem: DraftProblem; readonly offerToken: boolean };

/** Served by the host, called by the form. */
export interface FormHost {
  /** `kept`: the id of the revision that the page has kept over a reload. */
  ready(kept: string | null): FormInit;
  /**
   * Remembers the draft for this window and says what it stands for; null for an old revision. A pasted API call is
   * taken apart, by `show`, once its address is whole.
   */
  check(draft: QueryDraft, revision: DraftRevision, isAddressWhole: boolean): DraftCheck | null;
  /** Asks the server once for the resource's fields, for the field picker. Rejects when it can't be asked. */
  fields(draft: QueryDraft): readonly FieldChoice[];
  /** Raw JSON to rows; not ok when the JSON is broken or says more than rows can show. */
  filtersToRows(json: string): FilterConversion;
  /** Rows to raw JSON; not ok when a value does not fit its type. */
  filtersToJson(draft: QueryDraft): FilterConversion;
  /** Opens the records panel. The outcome comes by `runState`; problems of the draft come back at once. */
  run(draft: QueryDraft, revision: DraftRevision): readonly DraftProblem[];
  cancel(): void;
  copyRequest(draft: QueryDraft): void;
  /** Asks for the portal's token, and runs what then stands in the form when one was given. */
  setToken(draft: QueryDraft): void;
  addPortal(): void;
  openLocalFile(): void;
}

/** Served by the form, called by the host. */
export interface FormView {
  /**
   * Replaces what stands in the form. With `edits`, only what the page had told by then: where more has been typed since,
   * that stays, and is an edit of the new revision.
   */
  show(draft: QueryDraft, revision: string, edits: number | null): void;
  portals(portals: readonly PortalChoice[]): void;
  runState(state: RunState): void;
  /** Puts the focus into the form's first empty control. */
  focus(): void;
}
