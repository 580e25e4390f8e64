/** Our side in the tests against bad servers: no proxy, no waiting, and every name is this machine. */
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Clock } from '../../src/http/originGate.ts';
import { Exchange, type Answer, type ExchangeOptions, type TextRequest } from '../../src/http/exchange.ts';
import { HttpError } from '../../src/http/errors.ts';
import type { NetworkSettings } from '../../src/http/networkSettings.ts';
import type { Transport } from '../../src/http/transport.ts';
import { UndiciTransport, type TransportLimits } from '../../src/http/undiciTransport.ts';
import { RawServer } from './rawServer.ts';

export const noSignal = new AbortController().signal;

export const plainSettings: NetworkSettings = {
  noProxy: [],
  proxySupport: 'override',
  strictSsl: true,
  systemCertificates: false,
  environment: {},
};

export const everyNameIsHere: LookupFunction = (_name, options, callback) => {
  const here: LookupAddress = { address: '127.0.0.1', family: 4 };
  if (options.all === true) callback(null, [here]);
  else callback(null, here.address, here.family);
};

/** A clock whose waits take no time and are written down. */
export class InstantClock implements Clock {
  readonly pauses: number[] = [];
  readonly now = (): number => this.pauses.reduce((sum, ms) => sum + ms, performance.now());
  readonly random = (): number => 0.5;
  readonly pause = (ms: number): Promise<void> => {
    this.pauses.push(ms);
    return Promise.resolve();
  };
}

/** Disposed of after each test by `releaseAll`. */
const made: Transport[] = [];

export function undici(
  settings: Partial<NetworkSettings> = {},
  limits: Partial<TransportLimits> = {},
): UndiciTransport {
  const transport = new UndiciTransport({ ...plainSettings, ...settings }, { lookup: everyNameIsHere, ...limits });
  made.push(transport);
  return transport;
}

/** For `afterEach`: ends the transports made here, and all servers. */
export async function releaseAll(): Promise<void> {
  await Promise.all(made.splice(0).map((transport) => transport.dispose()));
  await RawServer.closeAll();
}

export function ask(
  url: URL,
  options: Partial<ExchangeOptions & TextRequest> = {},
  signal: AbortSignal = noSignal,
): Promise<Answer> {
  const {
    method = 'POST',
    body,
    token,
    tokenHeader,
    allowPlainHttp = false,
    canAskForFewer = false,
    ...rest
  } = options;
  const exchange = new Exchange({
    timeoutMs: () => 10_000,
    clock: new InstantClock(),
    ...rest,
    transport: rest.transport ?? undici(),
  });
  const text = body ?? (method === 'POST' ? '{"resource_id":"r"}' : undefined);
  const request = {
    method,
    url,
    allowPlainHttp,
    canAskForFewer,
    ...(text !== undefined && { body: text }),
    ...(token !== undefined && { token }),
    ...(tokenHeader !== undefined && { tokenHeader }),
  };
  return exchange.fetch(request, (answer) => answer, signal);
}

/** The HttpError that a promise must end with. */
export async function failure(promise: Promise<unknown>): Promise<HttpError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof HttpError) return error;
  throw new Error('expected an HttpError', { cause: error });
}

/** All pieces of a body as text. */
export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
