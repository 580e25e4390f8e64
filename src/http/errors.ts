/** What went wrong between us and a server, before anybody looked at what the server said. */

export type HttpErrorKind =
  | 'dns'
  | 'refused'
  | 'timeout'
  | 'closed'
  | 'tls'
  | 'tlsOnPlainPort'
  | 'proxy'
  | 'proxyAddress'
  | 'protocol'
  | 'tooLarge'
  | 'truncated'
  | 'encoding'
  | 'redirect'
  | 'redirectLoop'
  | 'network';

export interface HttpErrorDetails {
  /** For the log, in English; people read the words that an edge makes from `kind` and `host`. */
  readonly message?: string;
  readonly cause?: unknown;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly title?: string;
  readonly target?: string;
}

/**
 * Kinds: `closed` no answer came, `truncated` an answer began and broke off, `protocol` it is not HTTP, `encoding`
 * its compression is broken or unknown, `proxyAddress` the settings name a proxy that can't be used, `network` everything
 * else.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly kind: HttpErrorKind;
  /** Host and port of who failed: the server's, or for `proxy` and `proxyAddress` the proxy's. Never carries credentials. */
  readonly host: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** The title of an HTML page that came instead of data. */
  readonly title?: string;
  /** For `redirect`: the origin that the server wanted us to go to. For `proxyAddress`: where the address stands. */
  readonly target?: string;

  constructor(kind: HttpErrorKind, host: string, details: HttpErrorDetails = {}) {
    super(`${host}: ${details.message ?? kind}`, { cause: details.cause });
    this.kind = kind;
    this.host = host;
    if (details.status !== undefined) this.status = details.status;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
    if (details.title !== undefined) this.title = details.title;
    if (details.target !== undefined) this.target = details.target;
  }
}
