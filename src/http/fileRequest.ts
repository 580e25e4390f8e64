/** One file of a server, piece by piece, with what makes a request safe: token rules, redirects, limits of size and time. */
import { HttpError } from './errors.ts';
import { checkToken, mayCarryToken, TOKEN_HEADER, TokenError } from './origin.ts';
import { isRedirect, nextFileHop } from './redirects.ts';
import { Silence } from './silence.ts';
import { bounded, type HttpResponse, type Transport } from './transport.ts';

export interface FileRequest {
  readonly url: URL;
  /** The raw token for exactly the origin of `url`. Left out where `mayCarryToken` says no, and behind a redirect elsewhere. */
  readonly token?: string;
  /** In which header; as for every request where it's absent. */
  readonly tokenHeader?: string;
  readonly allowPlainHttp?: boolean;
  /** Of the decoded body. */
  readonly maxBytes: number;
  /** Asks whether a redirect to another origin may be followed. */
  readonly mayGoTo: (url: URL) => Promise<boolean>;
}

export interface FileAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /** After redirects. */
  readonly url: URL;
  /** How many bytes are to come, where the server says so and means what comes. */
  readonly size?: number;
  /** Throws HttpError `tooLarge` as soon as there is more than was allowed. Leaving it early frees the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface FileRequestOptions {
  readonly transport: Transport;
  /** Until the answer begins. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly log: (line: string) => void;
  /** Between two pieces; 30 s when absent. */
  readonly silenceMs?: number | undefined;
}

/** The answer, whatever its status. Throws HttpError and TokenError. */
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
    const { response, silence } = await begin(url, headersOf(request, token), options, stoppable);
    options.log(`GET ${url.origin}${url.pathname}: ${String(response.status)}`);
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
  /** Ends its body, too. */
  readonly silence: Silence;
}

/** As soon as the answer begins. A connection that the server had just closed is not the server's answer: once more. */
async function begin(
  url: URL,
  own: Readonly<Record<string, string>>,
  options: FileRequestOptions,
  signal: AbortSignal,
): Promise<Begun> {
  const headers = { ...own, 'user-agent': options.userAgent };
  const send = async (): Promise<Begun> => {
    const silence = new Silence(url.host);
    silence.begin('answer', options.timeoutMs);
    try {
      const either = AbortSignal.any([signal, silence.signal]);
      return { response: await options.transport.send({ method: 'GET', url, headers }, either), silence };
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

function headersOf(
  { tokenHeader = TOKEN_HEADER }: FileRequest,
  token: string | undefined,
): Readonly<Record<string, string>> {
  return {
    accept: '*/*',
    // What is counted is what is saved.
    'accept-encoding': 'identity',
    ...(token !== undefined && { [tokenHeader.toLowerCase()]: token }),
  };
}

/** One that says that it is too large is stopped: nobody waits for what is thrown away. */
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
  const known = Number.isSafeInteger(size) ? { size } : {};
  return { status, headers, url, ...known, body };
}

/** How long a body that isn't needed may take to begin. A short one that comes leaves the connection for the next request. */
const LEAVE_MS = 1000;

/**
 * Frees the connection of an answer whose body isn't needed (docs/network.md 74).
 * `silence`: aborts the response if its body doesn't begin.
 */
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
