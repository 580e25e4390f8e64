/** Undoes Content-Encoding with Node's own zlib, which notices a cut stream; undici's and fetch's do not (docs/network.md 6). */
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpError } from './errors.ts';

const decoders: ReadonlyMap<string, () => Duplex> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** We ask for one encoding; a second may be a proxy's doing, more are an attack (docs/network.md 14). */
const MAX_ENCODINGS = 2;

/** The decoded stream; destroying it destroys `body`. Throws HttpError `encoding` for one that is unknown (docs/network.md 14). */
export function decoded(body: Readable, contentEncoding: string | undefined, host: string): Readable {
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
