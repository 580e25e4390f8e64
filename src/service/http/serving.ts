import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defined } from '../../base/defined.ts';
import type { RunSql } from '../api/action.ts';
import { failure, requestError, send, STALLED_MS, type HttpAnswer } from './answer.ts';
import { refusalOf, type AccessRefusal } from './guard.ts';
import { answerTo, route } from './router.ts';
import type { Datastore } from '../question/datastore.ts';

/** What a client can take of the server (docs/security.md 13), so that slow or greedy ones don't affect others. */
export const LIMITS = {
  /** Further connections are closed at once. */
  connections: 256,
  headMs: 10_000,
  requestMs: 30_000,
  stalledMs: STALLED_MS,
  checkMs: 5_000,
  /** Longer than clients keep idle connections, so that they don't meet a closed one. */
  keepAliveMs: 65_000,
};

export interface ServingOptions {
  /** 256 random bits in base64url if undefined. */
  readonly token?: string;
  /** Serves without a token, which a person must request explicitly. */
  readonly withoutToken?: boolean;
  readonly ranks?: boolean;
  /** Runs SQL in its own process; if undefined, it runs in this one. */
  readonly runSql?: RunSql;
  /** A free port is used if undefined. */
  readonly port?: number;
  /** Logs faults of this program, but nothing of requests and answers. */
  readonly log?: (line: string) => void;
}

export interface RunningServer {
  /** An address such as `http://127.0.0.1:<port>`, without a path. */
  readonly baseUrl: string;
  readonly token: string;
  /** Ends open requests and closes the datastore. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** All requests share it, because a DOMException for each takes 30 µs, a fiftieth of a short request. */
const OVER = new Error('The request is over.');

/** Serves the action API on 127.0.0.1. Closes the datastore with the server. Rejects if the port is taken. */
export async function serveDatastore(
  datastore: Datastore,
  options: ServingOptions,
  limits = LIMITS,
): Promise<RunningServer> {
  const token = options.token ?? randomBytes(32).toString('base64url');
  let baseUrl = '';
  let port = 0;
  const server = createServer({
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.keepAliveMs,
  });
  server.maxConnections = limits.connections;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController();
    // After a complete answer, too, nothing that was kept for the request is needed any more.
    response.on('close', () => gone.abort(OVER));
    const { ranks = false, withoutToken = false, runSql, log } = options;
    const refusal = refusalOf(request, port, withoutToken ? undefined : token);
    const context = defined({ datastore, baseUrl, ranks, allowsCallback: !withoutToken, signal: gone.signal, runSql });
    const fault = (error: unknown): HttpAnswer => {
      if (!gone.signal.aborted) log?.(`a request failed: ${nameOf(error)}`);
      return failure(500, { __type: 'Internal Server Error', message: 'Internal Server Error' });
    };
    const answered =
      refusal === undefined
        ? route(request, context).catch((error: unknown) => answerTo(error) ?? fault(error))
        : Promise.resolve(refused(refusal));
    answered
      .then((answer) => send(request, response, answer, gone.signal, limits.stalledMs))
      .catch((error: unknown) => {
        if (!gone.signal.aborted) log?.(`an answer broke off: ${nameOf(error)}`);
      });
  });
  try {
    port = await listen(server, options.port ?? 0);
  } catch (error) {
    await datastore.close();
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
      await datastore.close();
    },
  };
}

function refused({ status, message }: AccessRefusal): HttpAnswer {
  return status === 403 ? failure(status, { __type: 'Authorization Error', message }) : requestError(status, message);
}

/** Leaves out the engine's text, which may quote the request. */
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
