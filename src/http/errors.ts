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

const kindOfCode: ReadonlyMap<string, HttpErrorKind> = new Map([
  ['ENOTFOUND', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ECONNRESET', 'closed'],
  ['ECONNABORTED', 'closed'],
  ['EPIPE', 'closed'],
  ['UND_ERR_SOCKET', 'closed'],
  ['UND_ERR_DESTROYED', 'closed'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'protocol'],
  ['UND_ERR_HEADERS_OVERFLOW', 'protocol'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'tooLarge'],
  // undici's word for a proxy that refuses CONNECT; a person's cancel is known by the signal, before we look here.
  ['UND_ERR_ABORTED', 'proxy'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tlsOnPlainPort'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'tlsOnPlainPort'],
  ['ERR_SSL_HTTP_REQUEST', 'tlsOnPlainPort'],
  ['Z_BUF_ERROR', 'truncated'],
]);

/** Looked at when the exact code is not in the table above. Brotli's codes of Node begin with `ERR__ERROR_`. */
const kindOfPrefix: readonly (readonly [RegExp, HttpErrorKind])[] = [
  [/^EAI_/, 'dns'],
  [/^(HPE_|HTTPParserError)/, 'protocol'],
  [/^UND_ERR_(PRX_|SOCKS5)/, 'proxy'],
  [/^(Z_|ERR__ERROR_|ERR_BROTLI)/, 'encoding'],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/, 'tls'],
];

/** Which half of the exchange failed: an answer that breaks off is `truncated`, one that never came is `closed`. */
export type Stage = 'head' | 'body';

/**
 * The kind of a failure, read out of what undici, Node's sockets, TLS and zlib throw (docs/network.md, "Faults").
 * An HttpError stays as it is; everything else becomes one.
 */
export function httpErrorOf(error: unknown, host: string, stage: Stage): HttpError {
  if (error instanceof HttpError) return error;
  const fault = faultOf(error);
  return new HttpError(kindOf(fault, stage), host, { message: fault.code || 'no code', cause: error });
}

interface Fault {
  /** The error's code, else its name. */
  readonly code: string;
  readonly text: string;
}

/** `fetch` wraps the fault as a cause, and Node wraps one fault per address of a host in an AggregateError. */
function faultOf(error: unknown): Fault {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth++) {
    const code: unknown = Reflect.get(at, 'code');
    // undici's parser errors come without a code.
    if (typeof code === 'string' || at.name === 'HTTPParserError') {
      return { code: typeof code === 'string' ? code : at.name, text: at.message };
    }
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return { code: error instanceof Error ? error.name : '', text: '' };
}

function kindOf({ code, text }: Fault, stage: Stage): HttpErrorKind {
  if (text.includes('Proxy Authentication Required')) return 'proxy';
  const kind = kindOfCode.get(code) ?? kindOfPrefix.find(([prefix]) => prefix.test(code))?.[1] ?? 'network';
  if (stage === 'head') return kind;
  const brokeOff =
    kind === 'closed' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || text.includes('Invalid EOF state');
  return brokeOff ? 'truncated' : kind;
}
