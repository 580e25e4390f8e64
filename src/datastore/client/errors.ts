/** What a server said no with, or said instead of an answer. */
import { HttpError, type HttpErrorKind } from '../../http/errors.ts';
import { TokenError } from '../../http/origin.ts';
import type { DraftPart } from '../../messages/draft.ts';
import type { ErrorText, ErrorWords } from './errorWords.ts';

/**
 * `hashInName`: CKAN 2.10 and 2.11 can't select a field whose name contains #. `notCkan`: no datastore API at this address. `loginPage`: a web page instead of data. `server`: it failed or speaks in
 * riddles. `unfit`: its records are none, or don't fit its fields. `repeatedPage`: every record of a page had been on the
 * page before, so there is no way to the end. `incomplete`: the records end before the total that the server keeps to.
 * `fieldsChanged`: a page has other fields than the first one.
 */
export type DatastoreErrorKind =
  | 'forbidden'
  | 'notFound'
  | 'validation'
  | 'hashInName'
  | 'actionUnknown'
  | 'notCkan'
  | 'loginPage'
  | 'emptyAnswer'
  | 'notJson'
  | 'server'
  | 'rateLimited'
  | 'unfit'
  | 'repeatedPage'
  | 'incomplete'
  | 'fieldsChanged';

interface DatastoreErrorFacts {
  readonly status?: number;
  /** The control of the form to blame. */
  readonly part?: DraftPart;
  /** The server's own words, on one line, at most 1,000 characters. */
  readonly serverMessage?: string;
  readonly details?: {
    /** Of an HTML page. */
    readonly title?: string;
    /** There is a token, but the way was not safe for it (plain http, or a redirect). */
    readonly tokenWithheld?: boolean;
    /** What `Retry-After` asks for. */
    readonly retryAfterMs?: number;
    /** Of `incomplete`: how many records came, and how many the server says there are. */
    readonly found?: number;
    readonly promised?: number;
  };
}

export class DatastoreError extends Error {
  override readonly name = 'DatastoreError';
  readonly kind: DatastoreErrorKind;
  /** Host and port. */
  readonly host: string;
  readonly status?: number;
  readonly part?: DraftPart;
  readonly serverMessage?: string;
  readonly details?: DatastoreErrorFacts['details'];

  constructor(kind: DatastoreErrorKind, host: string, facts: DatastoreErrorFacts = {}) {
    super(`${host}: ${facts.serverMessage ?? kind}`);
    this.kind = kind;
    this.host = host;
    if (facts.status !== undefined) this.status = facts.status;
    if (facts.part !== undefined) this.part = facts.part;
    if (facts.serverMessage !== undefined) this.serverMessage = facts.serverMessage;
    if (facts.details !== undefined) this.details = facts.details;
  }
}

export interface ErrorDescription {
  readonly message: string;
  readonly hint: string;
  /** An API token could help. */
  readonly offersToken: boolean;
  readonly part?: DraftPart;
}

/** The one place where errors become words; `error` may be anything that was thrown. */
export function describeError(error: unknown, words: ErrorWords): ErrorDescription {
  if (error instanceof HttpError) {
    const { host, status, title, target } = error;
    return describe(words.http[error.kind], { host, status, title, target }, words, partOfKind[error.kind]);
  }
  if (error instanceof DatastoreError) {
    const { host, status, serverMessage, details } = error;
    const seconds = Math.ceil((details?.retryAfterMs ?? 60_000) / 1000);
    const { title } = details ?? {};
    const [found, promised] = [details?.found, details?.promised].map((count) =>
      count === undefined ? undefined : words.formatNumber(count),
    );
    const facts = { host, status, words: serverMessage ?? title, title, seconds, found, promised };
    const isForbidden = error.kind === 'forbidden';
    const text = words.datastore[error.kind];
    const hint = isForbidden && details?.tokenWithheld === true ? words.tokenWithheld : text.hint;
    return { ...describe({ ...text, hint }, facts, words, error.part), offersToken: isForbidden };
  }
  if (error instanceof TokenError) return { ...describe(words.badToken, {}, words), offersToken: true };
  return describe(words.unexpected, { words: error instanceof Error ? error.message : String(error) }, words);
}

const partOfKind: Partial<Record<HttpErrorKind, DraftPart>> = {
  dns: 'portal',
  refused: 'portal',
  tls: 'portal',
  tlsOnPlainPort: 'portal',
  protocol: 'portal',
  redirect: 'portal',
  tooLarge: 'limit',
};

type Facts = Readonly<Partial<Record<string, string | number>>>;

function describe(text: ErrorText, facts: Facts, words: ErrorWords, part?: DraftPart): ErrorDescription {
  const fill = (template: string): string =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? '') || words.nothingSaid);
  const hint = [fill(text.hint), words.kept].filter((sentence) => sentence !== '').join(' ');
  return { message: closed(fill(text.message)), hint, offersToken: false, ...(part && { part }) };
}

/** A server's words may end anyhow; a hint comes behind them. */
function closed(sentence: string): string {
  return /[\p{Po}]$/u.test(sentence) && !sentence.endsWith('"') ? sentence : `${sentence}.`;
}
