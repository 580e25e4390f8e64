/** Sends requests and returns bytes. UndiciTransport and FetchTransport implement it. */
import { HttpError } from './errors.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Values by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** Values by lower-case name. Several values of one header are joined by ", ". */
  readonly headers: ReadonlyMap<string, string>;
  /**
   * The decoded body (gzip, deflate and br undone), in chunks. Ends only when the message framing and the
   * compressed stream were both complete; otherwise throws an HttpError. Leaving the loop early frees the connection.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Transport {
  /**
   * Sends one request, follows nothing, repeats nothing. Rejects with an HttpError, or with `signal.reason` within
   * 200 ms of an abort at every stage (name lookup, connect, TLS, headers, body).
   */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  dispose(): Promise<void>;
}

const MAX_BYTES = 64 * 1024 * 1024;

interface BodyLimits {
  /** A timer that aborts the response of this body. */
  readonly silence: Silence;
  readonly silenceMs?: number | undefined;
  readonly maxBytes?: number | undefined;
}

/** Reads a whole body. Throws HttpError `tooLarge`, and what `body` throws. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  host: string,
  { silence, silenceMs, maxBytes = MAX_BYTES }: BodyLimits,
): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bounded(body, host, silence, maxBytes, silenceMs)) chunks.push(chunk);
  return chunks;
}

/** Passes on the body, and throws like `readBody`. `silenceMs` limits only the waits for the server, not the reader. */
export async function* bounded(
  body: AsyncIterable<Uint8Array>,
  host: string,
  silence: Silence,
  maxBytes: number,
  silenceMs = SILENCE_MS,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  try {
    silence.begin('bytes', silenceMs);
    for await (const chunk of body) {
      silence.end();
      size += chunk.length;
      if (size > maxBytes) throw new HttpError('tooLarge', host, { message: `answer over ${maxBytes} bytes` });
      yield chunk;
      silence.begin('bytes', silenceMs);
    }
  } finally {
    silence.end();
  }
}

/** Longest pause between two bytes of a response, unless the caller sets another. */
const SILENCE_MS = 30_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends a try whose server is silent for too long, before the first byte of an answer or between two of them. */
export class Silence {
  readonly #controller = new AbortController();
  readonly #host: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: string) {
    this.#host = host;
  }

  /** Aborts with an HttpError when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  begin(awaited: 'answer' | 'bytes', ms: number): void {
    this.end();
    const kind = awaited === 'answer' ? 'timeout' : 'stalled';
    const abort = (): void =>
      this.#controller.abort(new HttpError(kind, this.#host, { message: `no ${awaited} for ${ms} ms` }));
    this.#timer = setTimeout(abort, Math.min(ms, LONGEST_TIMER_MS));
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
