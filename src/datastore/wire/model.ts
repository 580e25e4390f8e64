import type { RecordRow } from '../../base/cells.ts';
import type { Field } from '../../base/field.ts';
import type { SummaryFacts } from '../query/summary.ts';

/** Address and token of a portal. Created for every request, because an embedded datastore's port changes. */
export interface PortalAccess {
  /** May have a path (`https://host/en`), and never ends in a slash. */
  readonly baseUrl: string;
  /** The raw API token, if there is one for exactly this origin. */
  readonly token?: string;
  /** Whether people allowed sending the token over plain http (docs/security.md 8). */
  readonly allowPlainHttp?: boolean;
  /** The header for the token. `Authorization` by default. */
  readonly tokenHeader?: string;
}

export type Access = (signal: AbortSignal) => Promise<PortalAccess>;

/** One answer to a request of `datastore_search`. */
export interface Page {
  /** The resource's fields, without those that the server adds to a search (`rank`). */
  readonly fields: readonly Field[];
  /** Whether the server described no fields, so that these were taken from the records. */
  readonly guessesFields: boolean;
  readonly rows: readonly RecordRow[];
  /** Whether records had values of other fields, or several values of one field. */
  readonly leftOutFields: boolean;
  /** The limit that the server reports. Absent if it reports none. */
  readonly limit?: number;
  /** The server's number of matching records. It may be absent, estimated or wrong (docs/ckan.md 15). */
  readonly total?: number;
  readonly totalIsEstimate: boolean;
  /** The total counts all matching records, as in CKAN 2.7+. Others may count only those of the page. */
  readonly countsAll?: true;
  /** A rank of the search was left out. `ownField`: it replaced a field with that name. */
  readonly rank?: { readonly ownField: boolean };
  /** Host and port that answered. */
  readonly host: string;
  /** Size of the answer in UTF-16 code units. */
  readonly size: number;
  readonly elapsedMs: number;
  /** Whether characters were lost, because the answer wasn't valid UTF-8. */
  readonly lossyText: boolean;
  /** The answer doesn't show whether the server applied the filters. */
  readonly mayNotMatch?: true;
  /** Our service can't connect the page to the previous one, so records may be missing or come twice. */
  readonly mayRepeat?: true;
  /** The rows are groups of records, about which this is said. */
  readonly summary?: SummaryFacts;
  /** Our service changes it whenever it imports a file again. */
  readonly edition?: string;
  /** Our service returned the page in no order. With an offset, pages come in an order, this one too. */
  readonly isUnsorted?: true;
  /** Reads the records behind these, if the answer came in slices. Throws like the search. */
  readonly rest?: () => Promise<Page>;
}

/** The portal's answer to `status_show`. */
export interface PortalStatus {
  readonly title: string;
  /** For example `2.11.6`. Absent if the portal hides it. */
  readonly version?: string;
  /** Names of the portal's plugins. Absent if it doesn't list them. */
  readonly extensions?: readonly string[];
  readonly hasDatastore: boolean;
  /** The portal's base URL after redirects. */
  readonly baseUrl: string;
  /** Whether a redirect or plain http prevented sending the token. */
  readonly lostTokenByRedirect: boolean;
  readonly isLookAlike?: true;
}

/** A look-alike has only a datastore. */
export function lookAlikeAt(baseUrl: string): PortalStatus {
  return { title: '', hasDatastore: true, baseUrl, lostTokenByRedirect: false, isLookAlike: true };
}

export interface TokenUser {
  readonly name?: string;
  /** Whether a redirect or plain http prevented sending the token. */
  readonly isWithheld: boolean;
}

/** The file or page of a resource. Members are empty if the portal lacks them. */
export interface ResourceLink {
  readonly url: string;
  readonly name: string;
  /** The publisher's name of the format: `CSV`, `.xlsx`, `text/csv`. */
  readonly format: string;
}
