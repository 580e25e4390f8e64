import http from 'node:http';

/** One kept-alive connection to a server on this machine. */
export class HttpConnection {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  constructor(baseUrl: string, headers: Readonly<Record<string, string>> = {}) {
    this.#baseUrl = baseUrl;
    this.#headers = headers;
  }

  post(path: string, body: unknown): Promise<Buffer> {
    return this.#send('POST', path, JSON.stringify(body));
  }

  get(path: string): Promise<Buffer> {
    return this.#send('GET', path);
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * A server may close an idle connection (gunicorn does after two seconds) just when it is used again. The request
   * changes nothing, so it is then sent again. @throws HttpStatusError for any status but 200
   */
  #send(method: string, path: string, body?: string): Promise<Buffer> {
    return this.#sendOnce(method, path, body).catch((error: unknown) => {
      if (error instanceof ClosedUnused) return this.#sendOnce(method, path, body);
      throw error;
    });
  }

  #sendOnce(method: string, path: string, body?: string): Promise<Buffer> {
    const headers = {
      ...this.#headers,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
    };
    return new Promise((resolve, reject) => {
      let hasAnswer = false;
      const request = http.request(this.#baseUrl + path, { method, headers, agent: this.#agent }, (response) => {
        hasAnswer = true;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const all = Buffer.concat(chunks);
          if (response.statusCode === 200) resolve(all);
          else reject(new HttpStatusError(response.statusCode ?? 0, all.toString('utf8', 0, 500)));
        });
      });
      // A request that breaks off can say so twice.
      request.on('error', (error) => reject(request.reusedSocket && !hasAnswer ? new ClosedUnused() : error));
      request.end(body);
    });
  }
}

class ClosedUnused extends Error {
  override readonly name = 'ClosedUnused';
}

export class HttpStatusError extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${String(status)} ${text}`);
    this.status = status;
  }
}
