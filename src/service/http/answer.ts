import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '../ckan/actionError.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Pieces | AsyncIterable<string | Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

type Pieces = readonly (string | Buffer)[];

/** How long a client that is still writing may read its answer before the connection ends. */
const LINGER_MS = 1000;
/** How long a client may read nothing of its answer. */
export const STALLED_MS = 60_000;
/** How long the system may take to accept a piece. */
const SETTLE_MS = 200;
/** A smaller answer (in bytes) is sent at once. */
const SMALL = 1 << 20;

export const JSON_TYPE = 'application/json;charset=utf-8';

export function json(status: number, body: string): HttpAnswer {
  return { status, type: JSON_TYPE, body };
}

export function failure(status: number, error: ErrorBody, help?: string): HttpAnswer {
  return json(status, JSON.stringify({ help, success: false, error }));
}

export function requestError(status: number, message: string): HttpAnswer {
  return failure(status, { __type: 'Request Error', message });
}

export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly answer: HttpAnswer;

  constructor(answer: HttpAnswer) {
    super();
    this.answer = answer;
  }
}

/** Waits up to `stalledMs` for a stalled client. If an answer breaks off, ends the connection and rejects. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body, headers }: HttpAnswer,
  signal: AbortSignal,
  stalledMs = STALLED_MS,
): Promise<void> {
  // The rest of a refused body would be read as the next request.
  const { socket } = response;
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  const hasBody = length !== '0' || encoding !== undefined;
  const isRead = request.complete || !hasBody;
  if (!isRead) response.once('finish', () => setTimeout(() => socket?.destroy(), LINGER_MS).unref());
  const pieces = typeof body === 'string' ? [body] : body;
  const whole = Symbol.asyncIterator in pieces ? undefined : pieces;
  response.writeHead(status, {
    'Content-Type': type,
    ...(whole !== undefined && { 'Content-Length': lengthOf(whole) }),
    'X-Content-Type-Options': 'nosniff',
    // This header tells our clients that they write SQL for DuckDB.
    'X-Datastore-Explorer': '1',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...headers,
    ...(!isRead && { Connection: 'close' }),
  });
  if (request.method === 'HEAD') {
    response.end();
    if (Symbol.asyncIterator in pieces) await pieces[Symbol.asyncIterator]().return?.();
  } else if (whole !== undefined && lengthOf(whole) < SMALL) response.end(joined(whole));
  else await stream(pieces, response, signal, stalledMs);
}

function lengthOf(pieces: Pieces): number {
  return pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
}

function joined(pieces: Pieces): Buffer {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

async function stream(
  pieces: Pieces | AsyncIterable<string | Uint8Array>,
  response: ServerResponse,
  signal: AbortSignal,
  stalledMs: number,
): Promise<void> {
  let isSettled = false;
  const limitTime = (): void => {
    isSettled = false;
    response.setTimeout(SETTLE_MS);
  };
  // A socket times out if nothing was sent since Node last looked, so Node must look once before.
  response.on('timeout', () => {
    if (isSettled) response.destroy();
    else response.setTimeout(stalledMs);
    isSettled = true;
  });
  try {
    for await (const piece of pieces) {
      if (response.write(piece)) continue;
      limitTime();
      await once(response, 'drain', { signal });
      response.setTimeout(0);
    }
    limitTime();
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  }
}
