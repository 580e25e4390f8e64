/** The one way to a server. Two transports stand behind it: undici, and the host's `fetch`. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-case name to value; several values of one header are joined by ", ". */
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
