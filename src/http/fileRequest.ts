/** One file of a server, piece by piece, with token rules, redirects, and limits of size and time. */
import { HttpError } from './errors.ts';
import { followRedirects, nextFileHop, requireToken, type TokenRequest } from './redirects.ts';
import { bounded, type HttpResponse, type Transport } from './transport.ts';

/** With a body, the request is a POST of JSON text, and otherwise a GET. Another origin gets no token. */
export interface FileRequest extends Omit<TokenRequest, 'method' | 'headers'> {
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
  { transport, timeoutMs, userAgent, log, silenceMs }: FileRequestOptions,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const { maxBytes, mayGoTo, ...sent } = request;
  requireToken(request.token);
  const stop = new AbortController();
  const method = request.body === undefined ? 'GET' : 'POST';
  // Without compression, the bytes counted for progress are the bytes saved.
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent };
  const { response, silence, url } = await followRedirects(
    { ...sent, method, headers },
    {
      transport,
      timeoutMs: () => timeoutMs,
      nextHop: (from, location, hops) => nextFileHop(from, location, hops, mayGoTo),
      answered: ({ origin, pathname }, status) => log(`${method} ${origin}${pathname}: ${String(status)}`),
      resends: true,
    },
    AbortSignal.any([signal, stop.signal]),
  );
  const body = bounded(response.body, url.host, silence, maxBytes, silenceMs);
  return answerOf({ ...response, body }, url, maxBytes, stop);
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
