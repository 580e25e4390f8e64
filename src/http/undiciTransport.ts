/**
 * The desktop's way to a server. Not the package `undici` itself but inner modules of it are imported: the package's
 * main file puts an Agent of its own into `globalThis[Symbol.for('undici.globalDispatcher.1')]` (and `.2`), which every
 * other extension's fetch would then use. A bundled undici is not patched by VS Code, so the proxy and the
 * certificates are applied here.
 */
import type { LookupFunction } from 'node:net';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import tls from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import api from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import DispatcherClass from 'undici/lib/dispatcher/dispatcher.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { untilAborted } from '../base/untilAborted.ts';
import { HttpError, type HttpErrorKind, httpErrorOf } from './errors.ts';
import { proxyFor, type NetworkSettings } from './networkSettings.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

// Done by the package's main file too. ProxyAgent stands on it.
Object.assign(DispatcherClass.prototype, api);

/** Milliseconds; 0 is no limit. Silence is noticed by Exchange, over every transport. */
export interface TransportLimits {
  readonly connectMs: number;
  /** From the request sent to the head of the answer. */
  readonly headersMs: number;
  /** Between two pieces of a body. */
  readonly bodyIdleMs: number;
  /** Instead of the system's name lookup. */
  readonly lookup?: LookupFunction;
}

const defaultLimits: TransportLimits = { connectMs: 10_000, headersMs: 0, bodyIdleMs: 0 };

const decoders: ReadonlyMap<string, () => Duplex> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** We ask for one encoding; a second may be a proxy's doing, more are an attack (docs/network.md 35). */
const MAX_ENCODINGS = 2;

export class UndiciTransport implements Transport {
  readonly #settings: NetworkSettings;
  readonly #limits: TransportLimits;
  /** By scheme and proxy. */
  readonly #dispatchers = new Map<string, Dispatcher>();
  #secureContext: tls.SecureContext | undefined;

  constructor(settings: NetworkSettings, limits: Partial<TransportLimits> = {}) {
    this.#settings = settings;
    this.#limits = { ...defaultLimits, ...limits };
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    signal.throwIfAborted();
    const { url } = request;
    const proxy = proxyFor(url, this.#settings);
    try {
      const reply = this.#dispatcher(url.protocol, proxy).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        signal,
      });
      const { statusCode, headers, body } = await untilAborted(reply, signal);
      const joined = new Map(
        Object.entries(headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : (value ?? ''),
        ]),
      );
      const isEmpty = statusCode === 204 || statusCode === 304 || joined.get('content-length') === '0';
      return {
        status: statusCode,
        headers: joined,
        body: chunks(body, isEmpty ? undefined : joined.get('content-encoding'), url.host, signal),
      };
    } catch (error) {
      signal.throwIfAborted();
      throw proxy ? proxyErrorOf(error, url.host, proxy.host) : httpErrorOf(error, url.host, 'head');
    }
  }

  async dispose(): Promise<void> {
    const dispatchers = [...this.#dispatchers.values()];
    this.#dispatchers.clear();
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()));
  }

  #dispatcher(scheme: string, proxy: URL | undefined): Dispatcher {
    const key = `${scheme} ${proxy?.href ?? ''}`;
    const known = this.#dispatchers.get(key);
    if (known) return known;
    const made = this.#newDispatcher(scheme, proxy);
    this.#dispatchers.set(key, made);
    return made;
  }

  #newDispatcher(scheme: string, proxy: URL | undefined): Dispatcher {
    const { connectMs, headersMs, bodyIdleMs, lookup } = this.#limits;
    // Reading the certificates takes some 50 ms, which the embedded datastore need not wait for.
    const needsCertificates = scheme === 'https:' || proxy?.protocol === 'https:';
    const connect = {
      timeout: connectMs,
      allowH2: false,
      rejectUnauthorized: this.#settings.strictSsl,
      ...(lookup && { lookup }),
      ...(needsCertificates && this.#settings.systemCertificates && { secureContext: this.#certificates() }),
    };
    const limits = { headersTimeout: headersMs, bodyTimeout: bodyIdleMs };
    if (proxy === undefined) return new Agent({ ...limits, connect });
    const authorization = this.#settings.proxyAuthorization;
    return new ProxyAgent({
      ...limits,
      uri: proxy.href,
      ...(authorization && { token: authorization }),
      requestTls: connect,
      proxyTls: connect,
    });
  }

  /** Node's own authorities and the system's, read once: parsing some 150 certificates for each connection is slow. */
  #certificates(): tls.SecureContext {
    this.#secureContext ??= tls.createSecureContext({
      ca: [...tls.getCACertificates('default'), ...tls.getCACertificates('system')],
    });
    return this.#secureContext;
  }
}

async function* chunks(
  body: Readable,
  contentEncoding: string | undefined,
  host: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  // Without a listener an error that comes after the reader left would end the process.
  body.on('error', () => undefined);
  try {
    const pieces = decoded(body, contentEncoding, host).iterator() as AsyncIterableIterator<Uint8Array>;
    for (;;) {
      const piece = await untilAborted(pieces.next(), signal);
      if (piece.done === true) return;
      yield piece.value;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw httpErrorOf(error, host, 'body');
  } finally {
    body.destroy();
  }
}

/**
 * The body with its Content-Encoding undone by Node's own zlib, which notices a cut stream; undici's and fetch's don't (docs/network.md 31).
 * Destroying it destroys `body`. Throws HttpError `encoding` for one that is unknown.
 */
function decoded(body: Readable, contentEncoding: string | undefined, host: string): Readable {
  const names = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const chain = names.reverse().map((name) => decoders.get(name));
  if (chain.length > MAX_ENCODINGS || chain.includes(undefined)) {
    throw new HttpError('encoding', host, { message: 'unknown content-encoding' });
  }
  return chain.reduce<Readable>((stream, decoder) => {
    // The callback is there because pipeline asks for one: a failure also reaches the reader of the last stream.
    return decoder ? pipeline(stream, decoder(), () => undefined) : stream;
  }, body);
}

const OF_PROXY: ReadonlySet<HttpErrorKind> = new Set(['proxy', 'dns', 'refused', 'connectTimeout']);

/** Behind a proxy only the proxy is looked up and connected to, so those failures are its own (docs/network.md 23). */
function proxyErrorOf(error: unknown, host: string, proxyHost: string): HttpError {
  const fault = httpErrorOf(error, host, 'head');
  const status = Number(/\((\d{3})\)/.exec(error instanceof Error ? error.message : '')?.[1] ?? NaN);
  const wantsLogin = fault.kind === 'proxyLogin' || status === 407;
  if (!wantsLogin && !OF_PROXY.has(fault.kind)) return fault;
  return new HttpError(wantsLogin ? 'proxyLogin' : 'proxy', proxyHost, {
    message: `proxy failed for ${host}`,
    cause: error,
    ...(Number.isInteger(status) && { status }),
  });
}
