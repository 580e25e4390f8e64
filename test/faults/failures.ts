/** Failures that come and go, as servers under load have them: which request fails, and how, follows from a seed. */
import { gzipSync } from 'node:zlib';
import { message, type Answer, type RawRequest } from './rawServer.ts';
import { seeded } from './random.ts';
import type { TableServerOptions } from './tableServer.ts';

type Honest = Parameters<NonNullable<TableServerOptions['fault']>>[2];

const SILENCE = 'no answer';

/** How a request fails, in words. */
export const FAILURES: Readonly<Record<string, (honest: Honest) => Answer>> = {
  'a status 503': () => (_request, socket) => socket.write(message(503, {}, 'busy')),
  'a wait': () => (_request, socket) => socket.write(message(429, { 'retry-after': '1' }, 'busy')),
  'a reset within the body': (honest) => (request, socket) => {
    const whole = honest(request);
    socket.write(whole.subarray(0, whole.length >> 1), () => {
      setImmediate(() => socket.resetAndDestroy());
    });
  },
  [SILENCE]: () => () => undefined,
  'a cut gzip': (honest) => (request, socket) => {
    const whole = honest(request);
    const zipped = gzipSync(whole.subarray(whole.indexOf('\r\n\r\n') + 4), { level: 1 });
    socket.write(message(200, { 'content-encoding': 'gzip' }, zipped.subarray(0, zipped.length - 6)));
  },
};
const mix = Object.entries(FAILURES);

export class Failures {
  /** Requests that failed so far. */
  count = 0;
  readonly #random: () => number;
  readonly #share: number;
  readonly #onSilence: (request: RawRequest) => void;

  /** `share` of all requests, from 0 to 1. `onSilence` is called with those that get no answer. */
  constructor(share: number, seed: number, onSilence: (request: RawRequest) => void = () => undefined) {
    this.#share = share;
    this.#random = seeded(seed);
    this.#onSilence = onSilence;
  }

  readonly next: NonNullable<TableServerOptions['fault']> = (_index, request, honest) => {
    if (this.#random() >= this.#share) return undefined;
    this.count += 1;
    const [what, failure] = mix[Math.floor(this.#random() * mix.length)] ?? [];
    if (what === SILENCE) this.#onSilence(request);
    return failure?.(honest);
  };
}
