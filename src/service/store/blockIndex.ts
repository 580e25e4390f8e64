/**
 * Where a text can stand: for any three bytes in a row, the blocks of records whose search column (layout.ts) has them
 * somewhere. A search then looks into those blocks only, and 15 of a million records are found as quickly as a word index
 * would, though any part of a word can be asked for. Three bytes share a bucket with others, so a block may be named in
 * vain, but none is left out.
 */

/** Records in a block: what the engine reads in one go (its vector size). */
export const BLOCK_BITS = 11;
const BLOCK_RECORDS = 1 << BLOCK_BITS;
export const BUCKETS = 1 << 16;
const GRAM = 3;

export function blocksOf(records: number): number {
  return Math.ceil(records / BLOCK_RECORDS);
}

/** Gathers the index, block by block. */
export class BlockIndexWriter {
  readonly #stride: number;
  readonly #bits: Uint8Array;

  constructor(records: number) {
    this.#stride = Math.ceil(blocksOf(records) / 8);
    this.#bits = new Uint8Array(BUCKETS * this.#stride);
  }

  /** `text` is all that the search column has for the block's records. */
  add(block: number, text: Uint8Array): void {
    const seen = new Uint8Array(BUCKETS);
    let gram = 0;
    // By place: an iterator takes four times as long, for what is done with every byte of a file.
    for (let at = 0, end = text.length; at < end; at += 1) {
      gram = ((gram << 8) | (text[at] ?? 0)) & 0xffffff;
      seen[bucketOf(gram)] = 1;
    }
    const bit = 1 << (block & 7);
    for (let bucket = 0, at = block >> 3; bucket < BUCKETS; bucket += 1, at += this.#stride)
      if (seen[bucket] === 1) this.#bits[at] = (this.#bits[at] ?? 0) | bit;
  }

  /** The buckets that have any block; bit n of a bucket (from the lowest of its first byte on) is block n. */
  *buckets(): Generator<readonly [bucket: number, blocks: Uint8Array]> {
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const blocks = this.#bits.subarray(bucket * this.#stride, (bucket + 1) * this.#stride);
      if (blocks.some((byte) => byte !== 0)) yield [bucket, blocks];
    }
  }
}

/**
 * The buckets that a block must have if it has the text, whatever the text's case. Characters beyond ASCII say nothing: the
 * engine folds them in its own way. Empty if nothing can be said.
 */
export function bucketsOf(text: string): readonly number[] {
  const bytes = Buffer.from(
    text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    'utf8',
  );
  const buckets = new Set<number>();
  for (let at = 0; at + GRAM <= bytes.length; at += 1) {
    const gram = bytes.subarray(at, at + GRAM);
    if (gram.every((byte) => byte < 0x80)) buckets.add(bucketOf(gram.readUIntBE(0, GRAM)));
  }
  return [...buckets];
}

/**
 * The blocks that all of the buckets have, as the engine's text for BIT: a digit for each block. Undefined if most blocks
 * remain: then looking everywhere is as quick.
 */
export function sharedBlocks(buckets: readonly Uint8Array[], records: number): string | undefined {
  const blocks = Array.from({ length: blocksOf(records) }, (_, block) =>
    buckets.every((bits) => ((bits[block >> 3] ?? 0) >> (block & 7)) & 1),
  );
  const found = blocks.filter(Boolean).length;
  return found > blocks.length / 2 ? undefined : blocks.map((has) => (has ? '1' : '0')).join('');
}

/** Knuth's multiplicative hash: the upper 16 of 32 bits. */
function bucketOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 16;
}
