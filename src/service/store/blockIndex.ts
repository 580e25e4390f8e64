/**
 * Where a text can stand: for any three bytes in a row, the blocks of records whose search column (layout.ts) has them
 * somewhere. A search then looks into those blocks only, and 15 of a million records are found as quickly as a word index
 * would, though any part of a word can be asked for. Three bytes share a bucket with others, so a block may be named in
 * vain, but none is left out.
 */

/** Records in a block: what the engine reads in one go (its vector size). */
export const BLOCK_BITS = 11;
export const BLOCK_RECORDS = 1 << BLOCK_BITS;
export const BUCKETS = 1 << 16;
const GRAM = 3;

export function blocksOf(records: number): number {
  return Math.ceil(records / BLOCK_RECORDS);
}

/** Blocks that there is room for in the beginning, in bytes of bits. */
const FIRST_ROOM = 8;

/** Gathers the index, block by block. Letters of ASCII may have any case. */
export class BlockIndexWriter {
  /** Buckets of the block that is being gathered. */
  readonly #seen = new Uint8Array(BUCKETS);
  /** The last four bytes. */
  #last = 0;
  #room = FIRST_ROOM;
  #bits = new Uint8Array(BUCKETS * FIRST_ROOM);
  #blocks = 0;

  /** `text` is all that the search column has for the block's records. */
  add(block: number, text: Uint8Array): void {
    this.push(text, 0, text.length);
    this.endBlock(block);
  }

  /** Some of the block's bytes; what was pushed before is in front of them. */
  push(text: Uint8Array, from: number, to: number): void {
    const seen = this.#seen;
    let last = this.#last;
    // By place: an iterator takes four times as long, for what is done with every byte of a file.
    for (let at = from; at < to; at += 1) {
      const byte = text[at] ?? 0;
      last = followed(last, byte);
      seen[bucketOf(last & 0xffffff)] = 1;
    }
    this.#last = last;
  }

  pushByte(byte: number): void {
    this.#last = followed(this.#last, byte);
    this.#seen[bucketOf(this.#last & 0xffffff)] = 1;
  }

  /** All bytes that have been pushed since the last block are this one. */
  endBlock(block: number): void {
    while (block >> 3 >= this.#room) this.#grow();
    this.#blocks = Math.max(this.#blocks, block + 1);
    const seen = this.#seen;
    const bits = this.#bits;
    const bit = 1 << (block & 7);
    for (let bucket = 0, at = block >> 3; bucket < BUCKETS; bucket += 1, at += this.#room)
      if (seen[bucket] === 1) bits[at] = (bits[at] ?? 0) | bit;
    seen.fill(0);
    this.#last = 0;
  }

  /** The buckets that have any block; bit n of a bucket (from the lowest of its first byte on) is block n. */
  *buckets(): Generator<readonly [bucket: number, blocks: Uint8Array]> {
    const length = Math.ceil(this.#blocks / 8);
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const start = bucket * this.#room;
      const blocks = this.#bits.subarray(start, start + length);
      if (blocks.some((byte) => byte !== 0)) yield [bucket, blocks];
    }
  }

  #grow(): void {
    const grown = new Uint8Array(2 * this.#bits.length);
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const start = bucket * this.#room;
      grown.set(this.#bits.subarray(start, start + this.#room), 2 * start);
    }
    this.#room *= 2;
    this.#bits = grown;
  }
}

/** Bytes of ASCII, its letters in lower case. */
const FOLDED = Uint8Array.from({ length: 0x80 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);
const LETTER_I = 0x69;
const LETTER_K = 0x6b;

function followed(last: number, byte: number): number {
  return byte < 0x80 ? (last << 8) | (FOLDED[byte] ?? 0) : beyondAscii(last, byte);
}

/** Two characters beyond ASCII have a lower case in ASCII, as the engine sees it: `İ` and the Kelvin sign. */
function beyondAscii(last: number, byte: number): number {
  if (byte === 0xb0 && (last & 0xff) === 0xc4) return ((last >>> 8) << 8) | LETTER_I;
  if (byte === 0xaa && (last & 0xffff) === 0xe284) return ((last >>> 16) << 8) | LETTER_K;
  return (last << 8) | byte;
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
