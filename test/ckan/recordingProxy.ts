import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** Stands in front of a server, passes everything on, and remembers what was asked. */
export class RecordingProxy {
  readonly requests: RecordedRequest[] = [];
  readonly #target: URL;
  readonly #host: { readonly host?: string };
  readonly #server = http.createServer((request, response) => {
    this.#pass(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  /** `isFrank`: the server is called by its own name, as one that refuses others wants it. */
  constructor(target: string, isFrank = false) {
    this.#target = new URL(target);
    this.#host = isFrank ? { host: this.#target.host } : {};
  }

  /** @returns the base URL to ask instead of the target's */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = '', url: path = '' } = request;
    const headers = { ...request.headers, ...this.#host };
    this.requests.push({ method, path, authorization: headers.authorization, body: body.toString() });
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const { hostname, port } = this.#target;
      // A connection each: gunicorn closes an idle one after 2 s, and its fault must not become ours.
      http.request({ hostname, port, method, path, headers, agent: false }, resolve).on('error', reject).end(body);
    });
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  }
}
