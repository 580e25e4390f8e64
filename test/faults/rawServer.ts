/** A server that sends exactly the bytes it is told to, and closes as rudely as it is told to. */
import net from 'node:net';
import tls from 'node:tls';
import { once } from 'node:events';

export interface RawRequest {
  readonly method: string;
  /** The target in the request line: a path, or to a proxy an absolute URL or `host:port`. */
  readonly target: string;
  /** The headers by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The number of the TCP connection, from 0. */
  readonly connection: number;
}

/** Called for each whole request; `rest` is what came after its head on a CONNECT. */
export type Answer = (request: RawRequest, socket: net.Socket) => void;

export interface RawServerOptions {
  readonly tls?: tls.TlsOptions;
  /** Answers `resource_show` like everything else. */
  readonly hasCatalog?: boolean;
}

/**
 * The answer to `resource_show`, by which exports ask for the edition of a resource: it isn't among `requests`, because tests
 * count searches and play faults on them.
 */
const NO_CATALOG = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n';

const running = new Set<RawServer>();

export class RawServer {
  readonly requests: RawRequest[] = [];
  readonly port: number;
  readonly #scheme: string;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  connections = 0;

  private constructor(server: net.Server, scheme: string) {
    this.#server = server;
    this.#scheme = scheme;
    this.port = (server.address() as net.AddressInfo).port;
  }

  static async start(answer: Answer, options: RawServerOptions = {}): Promise<RawServer> {
    const server = options.tls ? tls.createServer(options.tls) : net.createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const raw = new RawServer(server, options.tls ? 'https' : 'http');
    running.add(raw);
    // The plain connection under a TLS one has to be ended too, also when its handshake never succeeded.
    server.on('connection', (socket: net.Socket) => {
      raw.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => raw.#sockets.delete(socket));
    });
    server.on(options.tls ? 'secureConnection' : 'connection', (socket: net.Socket) => {
      raw.#serve(socket, answer, options.hasCatalog);
    });
    return raw;
  }

  /** `name` may be any name that the client's lookup maps to 127.0.0.1. */
  url(path = '/', name = '127.0.0.1'): URL {
    return new URL(path, `${this.#scheme}://${name}:${String(this.port)}`);
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Closes every server that a test has left open. */
  static async closeAll(): Promise<void> {
    await Promise.all([...running].map((server) => server.close()));
  }

  async close(): Promise<void> {
    running.delete(this);
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: net.Socket, answer: Answer, hasCatalog = false): void {
    const connection = this.connections++;
    let received = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      for (let taken = takeRequest(received, connection); taken; taken = takeRequest(received, connection)) {
        received = received.subarray(taken.length);
        if (!hasCatalog && taken.request.target.endsWith('/resource_show')) {
          socket.write(NO_CATALOG);
          continue;
        }
        this.requests.push(taken.request);
        if (taken.request.method === 'CONNECT') socket.off('data', onData);
        answer(taken.request, socket);
      }
    };
    socket.on('error', () => undefined).on('data', onData);
  }
}

function takeRequest(bytes: Buffer, connection: number): { request: RawRequest; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  const headers = new Map(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers.get('content-length') ?? 0);
  if (bytes.length < length) return undefined;
  const body = bytes.subarray(end + 4, length).toString('utf8');
  return { request: { method, target, headers, body, connection }, length };
}

/** One whole answer; its `content-length` is right unless the headers give another framing. */
export function message(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = '',
): Buffer {
  const bytes = Buffer.from(body);
  const framed = 'content-length' in headers || 'transfer-encoding' in headers || headers['connection'] === 'close';
  const lines = Object.entries(framed ? headers : { ...headers, 'content-length': String(bytes.length) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${String(status)} Text\r\n${head}\r\n`, 'latin1'), bytes]);
}
