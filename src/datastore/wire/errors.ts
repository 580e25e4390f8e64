import type { DraftPart } from '../query/draft.ts';

/**
 * Kinds of failure:
 * - `hashInName`, `hashInSearch`: CKAN 2.10 and 2.11 can't select a field with # in its name, or search for a #.
 * - `notCkan`: the address has no datastore API. `loginPage`: a web page came instead of data.
 * - `server`: the server failed, or its answer has an unknown form.
 * - `tooLong`: the query is too long for the server, usually in an address.
 * - `unfit`: the records don't fit the fields. `tooManyFields`: there are more than MOST_FIELDS.
 * - `repeatedPage`: all records of a page were on the previous one, so the end can't be reached.
 * - `incomplete`: the records end before the total that the server still reports.
 * - `dataChanged`: an earlier record is gone or differs, or the portal reports a modification.
 * - `fieldsChanged`: a page has other fields than the first one.
 * - `unsupportedFilter`: the query needs SQL, which this portal refuses. `sqlNotAllowed`: people haven't allowed SQL.
 * - `noSummary`: the query is a summary, which the server can't compute: it has no SQL, or refuses the statement.
 * - `noRanges`, `noSort`, `noOffsets`, `noExpressions`: the server lacks ranges, `sort`, `offset` or `plain`.
 * - `ignoresFilters`: the server returned records that don't match the filters.
 * - `catalogMissing`: the server has no catalog. `datasetMissing`: the catalog lacks the dataset.
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
  | 'unsupportedFilter'
  | 'sqlNotAllowed'
  | 'noSummary'
  | 'noRanges'
  | 'ignoresFilters'
  | 'noSort'
  | 'noOffsets'
  | 'noExpressions'
  | 'catalogMissing'
  | 'datasetMissing';

interface DatastoreErrorFacts {
  readonly status?: number;
  /** Whether the error has CKAN's form, so that no firewall or other program answered. */
  readonly isCkan?: boolean;
  /** The control of the form at fault. */
  readonly part?: DraftPart;
  /** The server's own words, on one line, at most 1,000 characters. */
  readonly serverMessage?: string;
  readonly details?: {
    readonly title?: string;
    /** The token wasn't sent because the connection wasn't safe (plain http, or a redirect). */
    readonly tokenWithheld?: boolean;
    readonly tokenSent?: boolean;
    readonly retryAfterMs?: number;
    /** Number of received records for `incomplete` and `noOffsets`, and the server's total for `incomplete`. */
    readonly found?: number;
    readonly promised?: number;
    /** The forbidden thing, if it isn't a resource. */
    readonly subject?: 'catalog' | 'dataset';
  };
}

/** A portal answered, but not with what was requested. errorWords.ts describes it for people. */
export class DatastoreError extends Error {
  override readonly name = 'DatastoreError';
  readonly kind: DatastoreErrorKind;
  /** Host and port of the server. */
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
    Object.assign(this, facts);
    this.isCkan = facts.isCkan === true;
  }

  /** Copies the error with another kind or other details. */
  as(kind: DatastoreErrorKind, details: DatastoreErrorFacts['details'] = {}): DatastoreError {
    return new DatastoreError(kind, this.host, { ...this.#facts, details: { ...this.#facts.details, ...details } });
  }
}
