/** One file of a server, piece by piece, with token rules, redirects, and limits of size and time. */
import { defined } from '../base/defined.ts';
import { HttpError } from './errors.ts';
import { checkToken, mayCarryToken, TOKEN_HEADER, TokenError } from './origin.ts';
import { isRedirect, nextFileHop } from './redirects.ts';
import { Silence } from './silence.ts';
import { bounded, type HttpResponse, type Transport } from './transport.ts';

export interface FileRequest {
  readonly url: URL;
  /** JSON text to send by POST. Without it, the request is a GET. */
  readonly body?: string;
  /** The token for exactly the origin of `url`. Not sent if `mayCarryToken` forbids it, or to another origin. */
  readonly token?: string;
  readonly tokenHeader?: string;
  readonly allowPlainHttp?: boolean;
  /** Greatest size of the decoded body. */
  readonly maxBytes: number;
  readonly mayGoTo: (url: URL) => Promise<boolean>;
}

export interface FileAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly url: URL;
  /** Number of bytes to come, if the server says so and the body isn't compressed. */
  readonly size?: number;
  /** Throws HttpError `tooLarge` once the body exceeds `maxBytes`. Leaving the loop early frees the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface FileRequestOptions {
  readonly transport: Transport;
  /** Longest wait until the answer begins. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly log: (line: string) => void;
  /** Longest wait between two pieces. 30 s if absent. */
  readonly silenceMs?: number | undefined;
}

/** Requests the file, whatever the answer's status. Throws HttpError and TokenError. */
export async function requestFile(
  request: FileRequest,
  options: FileRequestOptions,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const problem = request.token === undefined ? undefined : checkToken(request.token);
  if (problem) throw new TokenError(problem);
  const stop = new AbortController();
  const stoppable = AbortSignal.any([signal, stop.signal]);
  let { url } = request;
  let token = mayCarryToken(url, request.allowPlainHttp === true) ? request.token : undefined;
  for (let hops = 0; ; hops++) {
    const { response, silence } = await begin(url, request, token, options, stoppable);
    options.log(`${methodOf(request)} ${url.origin}${url.pathname}: ${String(response.status)}`);
    const location = response.headers.get('location');
    if (!isRedirect(response.status) || location === undefined) {
      const body = bounded(response.body, url.host, silence, request.maxBytes, options.silenceMs);
      return answerOf({ ...response, body }, url, request.maxBytes, stop);
    }
    await leave(response.body, silence);
    const next = await nextFileHop(url, location, hops, request.mayGoTo);
    if (next.origin !== url.origin) token = undefined;
    url = next;
  }
}

interface Begun {
  readonly response: HttpResponse;
  /** A timer whose abort also ends the body. */
  readonly silence: Silence;
}

/** Resolves when the answer begins. Sends once more if the server had just closed the connection. */
async function begin(
  url: URL,
  request: FileRequest,
  token: string | undefined,
  options: FileRequestOptions,
  signal: AbortSignal,
): Promise<Begun> {
  const headers = { ...headersOf(request, token), 'user-agent': options.userAgent };
  const sent = { method: methodOf(request), url, headers, ...defined({ body: request.body }) };
  const send = async (): Promise<Begun> => {
    const silence = new Silence(url.host);
    silence.begin('answer', options.timeoutMs);
    try {
      const either = AbortSignal.any([signal, silence.signal]);
      return { response: await options.transport.send(sent, either), silence };
    } finally {
      silence.end();
    }
  };
  try {
    return await send();
  } catch (error) {
    if (error instanceof HttpError && error.kind === 'closed') return send();
    throw error;
  }
}

function methodOf({ body }: FileRequest): 'GET' | 'POST' {
  return body === undefined ? 'GET' : 'POST';
}

function headersOf(
  { body, tokenHeader = TOKEN_HEADER }: FileRequest,
  token: string | undefined,
): Readonly<Record<string, string>> {
  return {
    accept: '*/*',
    // Without compression, the bytes counted for progress are the bytes saved.
    'accept-encoding': 'identity',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...defined({ [tokenHeader.toLowerCase()]: token }),
  };
}

/** Turns a response into an answer. A response that announces too large a size is stopped at once. */
function answerOf(response: HttpResponse, url: URL, maxBytes: number, stop: AbortController): FileAnswer {
  const { status, headers, body } = response;
  const size = headers.has('content-encoding') ? NaN : Number(headers.get('content-length') ?? NaN);
  if (size > maxBytes) {
    body[Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
    stop.abort();
    throw new HttpError('tooLarge', url.host, { message: `a file of ${size} bytes` });
  }
  const announcedSize = Number.isSafeInteger(size) ? { size } : {};
  return { status, headers, url, ...announcedSize, body };
}

/** Longest wait for an unneeded body to begin. Reading a short body to its end keeps the connection usable. */
const LEAVE_MS = 1000;

/** Frees the connection of an unneeded answer (docs/network.md 74). `silence` aborts one whose body doesn't begin. */
export async function leave(body: HttpResponse['body'], silence: Silence): Promise<void> {
  silence.begin('bytes', LEAVE_MS);
  try {
    const pieces = body[Symbol.asyncIterator]();
    await pieces.next();
    await pieces.return?.();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
  } finally {
    silence.end();
  }
}
