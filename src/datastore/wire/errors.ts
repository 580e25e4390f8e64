/** Why a server gave no records: what it refused, or returned instead. */
import type { DraftPart } from '../query/draft.ts';

/**
 * `hashInName`: CKAN 2.10 and 2.11 can't select a field whose name contains #, nor search for
 * one (`hashInSearch`). `notCkan`: no datastore API at this
 * address. `loginPage`: a web page instead of data. `server`: it failed, or its answer has no known form. `tooLong`:
 * the question is longer than the server takes, in an address above all. `unfit`: its records aren't records, or
 * don't fit its fields. `tooManyFields`: more than anybody has. `repeatedPage`: every record of a page had been on the page before, so there is no way to the
 * end. `incomplete`: the records end before the total that the server still reports. `dataChanged`: a record that had
 * come before is gone or has other values, or the portal says that the data was modified. `fieldsChanged`: a page has
 * other fields than the first one. `unsayable`: only SQL has words for the question, and this portal
 * takes none. `needsLeave`: people haven't let it be asked by SQL.
 * `noRanges`: it understands no ranges, and takes no SQL in their place.
 * `ignoresFilters`: it gave records that they leave out.
 * `noSort`: it takes no `sort`.
 * `noOffsets`: it takes no `offset`, and gives no more records at once.
 * `noExpressions`: it takes no `plain`, by which `q` is an expression.
 * `catalogMissing`: it has no datasets to search; `datasetMissing`: none of this name.
 */
export type DatastoreErrorKind =
  | 'forbidden'
  | 'notFound'
  | 'validation'
  | 'hashInName'
  | 'hashInSearch'
  | 'actionUnknown'
  | 'notCkan'
  | 'loginPage'
  | 'emptyAnswer'
  | 'notJson'
  | 'server'
  | 'rateLimited'
  | 'tooLong'
  | 'unfit'
  | 'tooManyFields'
  | 'repeatedPage'
  | 'incomplete'
  | 'dataChanged'
  | 'fieldsChanged'
  | 'unsayable'
  | 'needsLeave'
  | 'noRanges'
  | 'ignoresFilters'
  | 'noSort'
  | 'noOffsets'
  | 'noExpressions'
  | 'catalogMissing'
  | 'datasetMissing';

interface DatastoreErrorFacts {
  readonly status?: number;
  /** In CKAN's own form: no firewall and no other program has answered in its place. */
  readonly isCkan?: boolean;
  /** The control of the form to blame. */
  readonly part?: DraftPart;
  /** The server's own words, on one line, at most 1,000 characters. */
  readonly serverMessage?: string;
  readonly details?: {
    /** Of an HTML page. */
    readonly title?: string;
    /** There is a token, but the way was not safe for it (plain http, or a redirect). */
    readonly tokenWithheld?: boolean;
    /** The token went along. */
    readonly tokenSent?: boolean;
    /** What `Retry-After` asks for. */
    readonly retryAfterMs?: number;
    /** Of `incomplete` and `noOffsets`: how many records came; of the former, how many the server says there are. */
    readonly found?: number;
    readonly promised?: number;
    /** Of `forbidden`: what isn't to be seen, where it isn't a resource. */
    readonly subject?: 'catalog' | 'dataset';
  };
}

export class DatastoreError extends Error {
  override readonly name = 'DatastoreError';
  readonly kind: DatastoreErrorKind;
  /** Host and port. */
  readonly host: string;
  readonly status?: number;
  readonly isCkan: boolean;
  readonly part?: DraftPart;
  readonly serverMessage?: string;
  readonly details?: DatastoreErrorFacts['details'];
  readonly #facts: DatastoreErrorFacts;

  constructor(kind: DatastoreErrorKind, host: string, facts: DatastoreErrorFacts = {}) {
    super(`${host}: ${facts.serverMessage ?? kind}`);
    this.#facts = facts;
    this.kind = kind;
    this.host = host;
    this.isCkan = facts.isCkan === true;
    if (facts.status !== undefined) this.status = facts.status;
    if (facts.part !== undefined) this.part = facts.part;
    if (facts.serverMessage !== undefined) this.serverMessage = facts.serverMessage;
    if (facts.details !== undefined) this.details = facts.details;
  }

  /** The same refusal of another kind, or of something else. */
  as(kind: DatastoreErrorKind, details: DatastoreErrorFacts['details'] = {}): DatastoreError {
    return new DatastoreError(kind, this.host, {
      ...this.#facts,
      details: { ...this.#facts.details, ...details },
    });
  }
}
