/** Reads the kind of a failure out of what undici, Node's sockets, TLS and zlib throw (column 3 of the fault matrix). */
import { HttpError, type HttpErrorKind } from './errors.ts';

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

/** An HttpError stays as it is; everything else becomes one. */
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
