/** Shapes of answers. */
import type { RecordRow } from '../../base/cells.ts';
import type { Field } from '../../base/field.ts';

/** Where and as whom to ask; made afresh for every request, because an embedded datastore's port changes. */
export interface PortalAccess {
  /** May carry a path (`https://host/en`); never ends in a slash. */
  readonly baseUrl: string;
  /** The raw API token, if there is one for exactly this origin. */
  readonly token?: string;
  /** A person allowed this origin to get its token over plain http (docs/security.md 8). */
  readonly allowPlainHttp?: boolean;
  /** The header that carries the token; `Authorization` when absent. */
  readonly tokenHeader?: string;
}

export type Access = (signal: AbortSignal) => Promise<PortalAccess>;

/** One answer of `datastore_search`. */
export interface Page {
  /** Of the resource, without what the server adds to a search (`rank`). */
  readonly fields: readonly Field[];
  /** The server describes no fields: these are what its records have. */
  readonly guessesFields: boolean;
  /** Values in the order of `fields`. */
  readonly rows: readonly RecordRow[];
  /** Records had values of other fields as well, or several of one field. */
  readonly leftOutFields: boolean;
  /** The limit that the server says it used; absent where it says nothing. */
  readonly limit?: number;
  /** Matching records, as the server says: absent, estimated, or wrong, at times (docs/ckan.md 15). */
  readonly total?: number;
  readonly totalIsEstimate: boolean;
  /** The total counts all matching records, as that of CKAN 2.7+ does. Others may count those of the page alone. */
  readonly countsAll?: true;
  /** A rank of the search was left out; `ownField` when it had taken the place of a field of that name. */
  readonly rank?: { readonly ownField: boolean };
  /** Host and port that answered. */
  readonly host: string;
  /** UTF-16 units of the answer. */
  readonly size: number;
  readonly elapsedMs: number;
  /** Some characters were lost, because the answer was not valid UTF-8. */
  readonly lossyText: boolean;
  /** Nothing in the answer says whether the server has applied the filters. */
  readonly mayNotMatch?: true;
  /** Our service says that nothing ties the page to the one before: records may be missing or come twice. */
  readonly mayRepeat?: true;
}

/** What `status_show` says about a portal. */
export interface PortalStatus {
  readonly title: string;
  /** `2.11.6`; absent where the portal hides it. */
  readonly version?: string;
  /** Names of the plugins that it runs; absent where it doesn't say. */
  readonly extensions?: readonly string[];
  readonly hasDatastore: boolean;
  /** Where the answer came from, after redirects. */
  readonly baseUrl: string;
  /** There is a token, but a redirect (or plain http) kept it back. */
  readonly lostTokenByRedirect: boolean;
  /** It answers as CKAN does, but not what it is, as every CKAN does. */
  readonly isLookAlike?: true;
}

/** A look-alike has nothing but a datastore. */
export function lookAlikeAt(baseUrl: string): PortalStatus {
  return { title: '', hasDatastore: true, baseUrl, lostTokenByRedirect: false, isLookAlike: true };
}

/** Who a token stands for. */
export interface TokenUser {
  readonly name?: string;
  /** A redirect (or plain http) kept the token back. */
  readonly isWithheld: boolean;
}

/** The file or page behind a resource; each member empty where the portal says nothing. */
export interface ResourceLink {
  readonly url: string;
  readonly name: string;
  /** As its publisher calls it: `CSV`, `.xlsx`, `text/csv`. */
  readonly format: string;
}
