/** Shapes of answers; see ExactValue and RecordRow in shared/cells.ts for values. */
import type { ExactValue } from '../shared/cells.ts';

/** A field of a resource as the server describes it (`result.fields[]`). */
export interface Field {
  readonly id: string;
  /** PostgreSQL's type name: `text`, `int4`, `numeric`, `timestamp`, `_text`, … (`int` for `_id`). */
  readonly type: string;
  /** The data dictionary's entry (CKAN 2.7+), as sent. */
  readonly info?: ExactValue;
}

/** Where and as whom to ask; made afresh for every request, because an embedded datastore's port changes. */
export interface PortalAccess {
  /** May carry a path (`https://host/en`); never ends in a slash. */
  readonly baseUrl: string;
  /** The raw API token, if there is one for exactly this origin. */
  readonly token?: string;
  /** A person allowed this origin to get its token over plain http (design.md section 5). */
  readonly allowPlainHttp?: boolean;
}

export type Access = (signal: AbortSignal) => Promise<PortalAccess>;
