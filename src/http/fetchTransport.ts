/**
 * A transport through the extension host's `fetch`, for people who need VS Code's own proxy handling (a PAC file). It
 * does less than UndiciTransport: a compressed body that was cut ends without an error, and time limits, certificates
 * and proxy are the host's.
 */
import { untilAborted } from '../base/untilAborted.ts';
import { httpErrorOf } from './errors.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

export class FetchTransport implements Transport {
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    signal.throwIfAborted();
    const { host } = request.url;
    try {
      const reply = fetch(request.url, {
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        redirect: 'manual',
        credentials: 'omit',
        signal,
      });
      const response = await untilAborted(reply, signal);
      return { status: response.status, headers: new Map(response.headers), body: chunks(response, host, signal) };
    } catch (error) {
      signal.throwIfAborted();
      throw httpErrorOf(error, host, 'head');
    }
  }

  /** The host owns the connections, so there is nothing to close. */
  readonly dispose = (): Promise<void> => Promise.resolve();
}

async function* chunks(response: Response, host: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const piece = await untilAborted(reader.read(), signal);
      if (piece.done) return;
      yield piece.value as Uint8Array;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw httpErrorOf(error, host, 'body');
  } finally {
    // A cancel that fails after another failure isn't reported.
    reader.cancel().catch(() => undefined);
  }
}
