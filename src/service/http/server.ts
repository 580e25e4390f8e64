/** The action API over HTTP on 127.0.0.1. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ActionError, type ErrorBody } from '../api/actionError.ts';
import { actions } from '../api/actions.ts';
import type { EngineOptions } from '../store/engine.ts';
import { refusalOf } from './guard.ts';
import { BadRequest, BodyTooLarge, readInput } from './requestInput.ts';
import { ServedFolder } from '../store/servedFolder.ts';

export interface ServerOptions extends EngineOptions {
  /** 256 random bits, base64url, unless given. */
  readonly token?: string;
  /** A free one unless given. */
  readonly port?: number;
  /** Hears of faults of this program; never of what was asked or answered. */
  readonly log?: (line: string) => void;
}

export interface RunningServer {
  /** `http://127.0.0.1:<port>` */
  readonly baseUrl: string;
  readonly token: string;
  /** Ends open requests. */
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

const HOST = '127.0.0.1';
const MAX_CONNECTIONS = 256;
/** Longer than clients keep an idle connection, so that they don't meet its end. */
const KEEP_ALIVE_MS = 65_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** A base URL may carry a language segment (`/en`), as a portal's does. */
const actionPath = /^(?:\/[a-z]{2})?\/api(?:\/3)?\/action\/([^/]+)$/;

/** Rejects when the port is taken or the folder can't be used. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const token = options.token ?? randomBytes(32).toString('base64url');
  const folder = await ServedFolder.open(options);
  let baseUrl = '';
  let port = 0;
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refusalOf(
      {
        method: request.method,
        host: request.headers.host,
        origin: request.headers.origin,
        authorization: request.headers.authorization,
        contentType: request.headers['content-type'],
        contentEncoding: request.headers['content-encoding'],
      },
      port,
      token,
    );
    if (refusal !== undefined) {
      const type = refusal.status === 403 ? 'Authorization Error' : 'Request Error';
      send(request, response, failure(refusal.status, { __type: type, message: refusal.message }));
      return;
    }
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    answer(request, folder, baseUrl, gone.signal)
      .catch((error: unknown) => answerTo(error, gone.signal, options.log))
      .then((result) => send(request, response, result))
      .catch((error: unknown) => options.log?.(`no answer could be sent: ${nameOf(error)}`));
  });
  try {
    port = await listen(server, options.port ?? 0);
  } catch (error) {
    folder.engine.close();
    throw error;
  }
  baseUrl = `http://${HOST}:${String(port)}`;
  return {
    baseUrl,
    token,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      folder.engine.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  folder: ServedFolder,
  baseUrl: string,
  signal: AbortSignal,
): Promise<Answer> {
  const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
  const name = actionPath.exec(path)?.[1];
  const input = await readInput(request, new URLSearchParams(query));
  if (name === undefined) return failure(404, { __type: 'Not Found Error', message: 'Not found' });
  const action = actions.get(name);
  if (action === undefined) throw new BadRequest(`Action name not known: ${name}`);
  const help = `${baseUrl}/api/3/action/help_show?name=${name}`;
  try {
    const result = await action.run(input, { folder, baseUrl, signal });
    return { status: 200, body: `{"help":${JSON.stringify(help)},"success":true,"result":${result}}` };
  } catch (error) {
    if (error instanceof ActionError) return failure(error.status, error.body, help);
    throw error;
  }
}

function answerTo(error: unknown, signal: AbortSignal, log: ServerOptions['log']): Answer {
  if (error instanceof BadRequest)
    return { status: 400, body: JSON.stringify(`Bad request: ${error.message}`) };
  if (error instanceof BodyTooLarge)
    return failure(413, { __type: 'Request Error', message: 'The request is larger than 1 MiB' });
  if (!signal.aborted) log?.(`a request failed: ${nameOf(error)}`);
  return failure(500, { __type: 'Internal Server Error', message: 'Internal Server Error' });
}

function failure(status: number, error: ErrorBody, help?: string): Answer {
  return { status, body: JSON.stringify({ ...(help !== undefined && { help }), success: false, error }) };
}

function send(request: IncomingMessage, response: ServerResponse, { status, body }: Answer): void {
  // What is left of a refused body would be read as the next request.
  const isRead = request.complete || (request.headers['content-length'] ?? '0') === '0';
  response.writeHead(status, {
    'Content-Type': 'application/json;charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...(!isRead && { Connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? '' : body);
}

/** Without the engine's text: it can quote what was asked. */
function nameOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /^[A-Za-z ]+(?=:)/.exec(text)?.[0] ?? 'an unexpected fault';
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: HOST, port }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
