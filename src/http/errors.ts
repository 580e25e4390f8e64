/** Failures of an exchange with a server, before the content of an answer is read. */
import { oneLine } from '../base/oneLine.ts';

export type HttpErrorKind =
  | 'dns'
  | 'refused'
  | 'connectTimeout'
  | 'timeout'
  | 'stalled'
  | 'closed'
  | 'tls'
  | 'tlsExpired'
  | 'tlsName'
  | 'tlsIssuer'
  | 'tlsVersion'
  | 'tlsOnPlainPort'
  | 'plainOnTlsPort'
  | 'proxy'
  | 'proxyLogin'
  | 'proxyAddress'
  | 'protocol'
  | 'tooLarge'
  | 'truncated'
  | 'encoding'
  | 'redirect'
  | 'redirectLoop'
  | 'offline'
  | 'network';

export interface HttpErrorDetails {
  /** An English text for the log. Texts for people are made from `kind` and `host`. */
  readonly message?: string;
  readonly cause?: unknown;
  readonly status?: number;
  readonly target?: string;
  readonly names?: string;
}

/**
 * A failed exchange. Kinds: `connectTimeout` no connection in time, `timeout` no answer in time, `stalled` an answer
 * that fell silent, `closed` no answer came, `truncated` an answer began and broke off, `protocol` it isn't HTTP,
 * `encoding` its compression is broken or not supported, `proxyLogin` the proxy requires a login, `proxyAddress` the
 * settings name a proxy that can't be used, `offline` this machine has no network, `network` everything else.
 */
export class HttpError extends Error {
  /** Bundles of ours that share a transport have a class each. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === 'HttpError';
  }

  override readonly name = 'HttpError';
  readonly kind: HttpErrorKind;
  /** Host and port of the failing server, or of the proxy for the `proxy` kinds. Never contains credentials. */
  readonly host: string;
  readonly status?: number;
  /** For `redirect`, the target's origin. For `proxyAddress`, the setting or variable with the address. */
  readonly target?: string;
  /** For `tlsName`, the hosts that the certificate is for. */
  readonly names?: string;

  constructor(kind: HttpErrorKind, host: string, details: HttpErrorDetails = {}) {
    super(`${host}: ${details.message ?? kind}`, { cause: details.cause });
    this.kind = kind;
    this.host = host;
    if (details.status !== undefined) this.status = details.status;
    if (details.target !== undefined) this.target = details.target;
    if (details.names !== undefined) this.names = details.names;
  }
}

const kindOfCode: ReadonlyMap<string, HttpErrorKind> = new Map([
  ['ENOTFOUND', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['ETIMEDOUT', 'connectTimeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connectTimeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'stalled'],
  ['ENETDOWN', 'offline'],
  ['ENETUNREACH', 'offline'],
  ['EHOSTUNREACH', 'offline'],
  ['ECONNRESET', 'closed'],
  ['ECONNABORTED', 'closed'],
  ['EPIPE', 'closed'],
  ['UND_ERR_SOCKET', 'closed'],
  ['UND_ERR_DESTROYED', 'closed'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'protocol'],
  ['UND_ERR_HEADERS_OVERFLOW', 'protocol'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'tooLarge'],
  // undici's code if a proxy refuses CONNECT. A person's cancel never gets here, because the signal is checked first.
  ['UND_ERR_ABORTED', 'proxy'],
  ['CERT_HAS_EXPIRED', 'tlsExpired'],
  ['CERT_NOT_YET_VALID', 'tlsExpired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tlsName'],
  ['HOSTNAME_MISMATCH', 'tlsName'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tlsIssuer'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tlsIssuer'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tlsVersion'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'tlsVersion'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tlsOnPlainPort'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'tlsOnPlainPort'],
  ['ERR_SSL_HTTP_REQUEST', 'tlsOnPlainPort'],
  ['Z_BUF_ERROR', 'truncated'],
]);

/** Kinds by the beginning of a code that the table lacks. Node's codes for Brotli begin with `ERR__ERROR_`. */
const kindOfPrefix: readonly (readonly [RegExp, HttpErrorKind])[] = [
  [/^EAI_/, 'dns'],
  [/^(HPE_|HTTPParserError)/, 'protocol'],
  [/^UND_ERR_(PRX_|SOCKS5)/, 'proxy'],
  [/^(Z_|ERR__ERROR_|ERR_BROTLI)/, 'encoding'],
  [/^UNABLE_TO_/, 'tlsIssuer'],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO)/, 'tls'],
];

/** The half of the exchange that failed: a broken answer is `truncated`, and one that never came is `closed`. */
export type Stage = 'head' | 'body';

/** Turns faults of undici, sockets, TLS and zlib into HttpErrors (docs/network.md, "Faults"). An HttpError stays. */
export function httpErrorOf(error: unknown, host: string, stage: Stage): HttpError {
  if (error instanceof HttpError) return error;
  const fault = faultOf(error);
  const kind = kindOf(fault, stage);
  const details = { message: fault.code || 'no code', cause: error };
  if (kind !== 'tlsName') return new HttpError(kind, host, details);
  const { names } = fault;
  return names === undefined ? new HttpError('tls', host, details) : new HttpError(kind, host, { ...details, names });
}

interface Fault {
  /** The error's code, or its name if it has none. */
  readonly code: string;
  readonly text: string;
  /** The host names of a certificate that belongs to another host. */
  readonly names?: string;
}

/** Longest list of names shown, in UTF-16 units. A certificate may have hundreds. */
const LONGEST_NAMES = 200;

/** Unwraps the fault: `fetch` wraps it as a cause, and Node puts one per address of a host in an AggregateError. */
function faultOf(error: unknown): Fault {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth++) {
    const code: unknown = Reflect.get(at, 'code');
    // Parser errors of undici don't have a code.
    if (typeof code === 'string' || at.name === 'HTTPParserError') {
      const names = namesOf(Reflect.get(at, 'cert'));
      return { code: typeof code === 'string' ? code : at.name, text: at.message, ...(names && { names }) };
    }
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return { code: error instanceof Error ? error.name : '', text: '' };
}

function namesOf(certificate: unknown): string | undefined {
  const names: unknown =
    typeof certificate === 'object' && certificate !== null ? Reflect.get(certificate, 'subjectaltname') : undefined;
  return typeof names === 'string' ? oneLine(names.replace(/\b(?:DNS|IP Address):/g, ''), LONGEST_NAMES) : undefined;
}

function kindOf({ code, text }: Fault, stage: Stage): HttpErrorKind {
  if (text.includes('Proxy Authentication Required')) return 'proxyLogin';
  const kind = kindOfCode.get(code) ?? kindOfPrefix.find(([prefix]) => prefix.test(code))?.[1] ?? 'network';
  if (stage === 'head') return kind;
  const brokeOff =
    kind === 'closed' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || text.includes('Invalid EOF state');
  return brokeOff ? 'truncated' : kind;
}
