/** Requests by Node's own client, because `fetch` takes 20 MB more memory, and a sixth more time for long answers. */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MOST_RECORD_BYTES, RecordTooLarge } from '../../question/answerErrors.ts';

export interface TrinoRequest {
  readonly method: 'DELETE' | 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TrinoReply {
  readonly status: number;
  readonly text: string;
}

/** Idle connections end before servers close them, so that requests rarely meet a closed one. */
const IDLE_MS = 4_000;

/** Only large records make larger answers. */
const USUAL_BYTES = 4 << 20;
/** Values take many times as much memory as their texts. */
const MOST_VALUES = 1 << 20;
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

const AGENTS = {
  http: new http.Agent({ keepAlive: true, timeout: IDLE_MS }),
  https: new https.Agent({ keepAlive: true, timeout: IDLE_MS }),
};

/** Follows no redirect. Rejects with the signal's reason, RecordTooLarge for a single row, or Node's error. */
export async function trinoReply(url: URL, asked: TrinoRequest, signal: AbortSignal): Promise<TrinoReply> {
  try {
    const response = await begin(url, asked, signal);
    return { status: response.statusCode ?? 0, text: await boundedText(unpacked(response)) };
  } catch (error) {
    // Node's own error doesn't have the signal's reason.
    signal.throwIfAborted();
    throw error;
  }
}

/** A reused connection may just have been closed. The request only reads, so it's sent again over another one. */
async function begin(url: URL, asked: TrinoRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return send(url, asked, signal).catch((error: unknown) => {
    if (error instanceof ClosedUnused) return begin(url, asked, signal);
    throw error;
  });
}

function send(url: URL, { method, headers, body }: TrinoRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const options = { method, signal, agent: isSecure ? AGENTS.https : AGENTS.http };
  const packed = { ...headers, 'Accept-Encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? https : http).request(url, { ...options, headers: packed }, resolve);
    // A connection that breaks may report it twice.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      reject(sent.reusedSocket && error.code === 'ECONNRESET' ? new ClosedUnused() : error),
    );
    sent.end(body);
  });
}

class ClosedUnused extends Error {
  override readonly name = 'ClosedUnused';
}

/** Unread data is dropped with the stream. Values are counted as they arrive: all at once would block the process. */
async function boundedText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  const countValues = valueCounter();
  const uncounted: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_RECORD_BYTES) throw new RecordTooLarge();
    chunks.push(chunk);
    uncounted.push(chunk);
    if (size <= USUAL_BYTES) continue;
    for (const each of uncounted.splice(0)) if (countValues(each) > MOST_VALUES) throw new RecordTooLarge();
  }
  return Buffer.concat(chunks).toString();
}

/** Counts JSON's values roughly, chunk by chunk, without commas and brackets in texts. Returns how many there were. */
function valueCounter(): (json: Buffer) => number {
  let count = 0;
  let isInText = false;
  /** Bytes of the next chunk that the end of this one escapes. */
  let escaped = 0;
  return (json) => {
    let at = escaped;
    for (; at < json.length; at += 1) {
      const byte = json[at];
      if (byte === QUOTE) isInText = !isInText;
      else if (byte === BACKSLASH) at += 1;
      else if (!isInText && (byte === COMMA || byte === BRACKET || byte === BRACE)) count += 1;
    }
    escaped = at - json.length;
    return count;
  };
}

function unpacked(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  return pipeline(response, createGunzip(), () => undefined);
}
