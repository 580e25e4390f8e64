/**
 * The desktop's way to a server. It imports inner modules of `undici`, because the package's main file puts an Agent of
 * its own into `globalThis[Symbol.for('undici.globalDispatcher.1')]` (and `.2`), which every other extension's fetch
 * would then use. VS Code doesn't patch a bundled undici, so proxy and certificates are applied here.
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
import { defined } from '../base/defined.ts';
import { untilAborted } from '../base/untilAborted.ts';
import { HttpError, type HttpErrorKind, httpErrorOf } from './errors.ts';
import { proxyFor, type NetworkSettings } from './networkSettings.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

// The package's main file adds these methods, too. ProxyAgent calls them.
Object.assign(DispatcherClass.prototype, api);

/** Time limits, where 0 means none. Exchange notices silence, whatever the transport. */
export interface TransportLimits {
  readonly connectMs: number;
  /** Longest time from sending the request to the head of the answer. */
  readonly headersMs: number;
  /** Longest time between two pieces of a body. */
  readonly bodyIdleMs: number;
  readonly lookup?: LookupFunction;
}

const defaultLimits: TransportLimits = { connectMs: 10_000, headersMs: 0, bodyIdleMs: 0 };

const decoders: ReadonlyMap<string, () => Duplex> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Greatest number of encodings: we ask for one, a proxy may add one, and more are an attack (docs/network.md 35). */
const MAX_ENCODINGS = 2;

export class UndiciTransport implements Transport {
  readonly #settings: NetworkSettings;
  readonly #limits: TransportLimits;
  /** Dispatchers by scheme and proxy. */
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
        Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
      );
      const isEmpty = statusCode === 204 || statusCode === 304 || joined.get('content-length') === '0';
      const encoding = isEmpty ? undefined : joined.get('content-encoding');
      return { status: statusCode, headers: joined, body: chunks(body, encoding, url.host, signal) };
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
    const dispatcher = this.#dispatchers.get(key) ?? this.#newDispatcher(scheme, proxy);
    this.#dispatchers.set(key, dispatcher);
    return dispatcher;
  }

  #newDispatcher(scheme: string, proxy: URL | undefined): Dispatcher {
    const { connectMs, headersMs, bodyIdleMs, lookup } = this.#limits;
    // Loading certificates takes some 50 ms, which connections to the embedded datastore don't need.
    const needsCertificates = scheme === 'https:' || proxy?.protocol === 'https:';
    const connect = defined({
      timeout: connectMs,
      allowH2: false,
      rejectUnauthorized: this.#settings.strictSsl,
      lookup,
      secureContext: needsCertificates && this.#settings.systemCertificates ? this.#certificates() : undefined,
    });
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

  /** Certificates of Node and of the system, loaded once: parsing some 150 of them for each connection is slow. */
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
  // Without this listener, an error after the reader left would end the process.
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
 * Undoes a body's Content-Encoding with Node's zlib, which notices a cut stream; undici's and fetch's decoders don't
 * (docs/network.md 31). Destroying the result destroys `body`. Throws HttpError `encoding` for an unsupported encoding.
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
    // `pipeline` requires the callback. A failure also reaches the reader of the last stream.
    return decoder ? pipeline(stream, decoder(), () => undefined) : stream;
  }, body);
}

const OF_PROXY: ReadonlySet<HttpErrorKind> = new Set(['proxy', 'dns', 'refused', 'connectTimeout']);

/** Failures of lookup and connection belong to the proxy, since nothing else is connected to (docs/network.md 23). */
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
