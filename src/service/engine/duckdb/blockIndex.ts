/**
 * Finds the blocks of records whose search column (layout.ts) may contain a text. The index lists the blocks for every
 * three, four and five bytes and six letters in a row. Several share a bucket, so a block may be read in vain, but none
 * is missed. DuckDB unpacks texts of 2,048 records at a time, so smaller blocks would save little. Many ways were
 * measured (docs/benchmarks.md, "The index of texts"): nearly each block of prose has any five letters of a word that is
 * absent, but few have six, and there are so few of these that a small table tells them apart.
 */

/** Changes with what the buckets mean. An index of another edition isn't used. */
export const EDITION = 4;
/** Buckets of four bytes with the last three in common are neighbours, so any of them tells that a block has these. */
const FOUR_BITS = 17;
const FIVE_BITS = 18;
const SIX_BITS = 16;
const NEIGHBOURS = 1 << (FOUR_BITS - 15);
const FIRST_FIVE = 1 << FOUR_BITS;
const FIRST_SIX = FIRST_FIVE + (1 << FIVE_BITS);
const BUCKETS = FIRST_SIX + (1 << SIX_BITS);
export const LEAST_BLOCK_BITS = 11;
/** Above this number, blocks get larger, so that an import holds at most 336 MB of the index in memory. */
const MOST_BLOCKS = 3 << 11;
/** Buckets are stored in groups as long as a line of the processor's cache. */
const GROUP = 64;

/** Base-2 logarithm of the records per block, in an index of this many records. */
export function blockBits(records: number): number {
  let bits = LEAST_BLOCK_BITS;
  while (records > MOST_BLOCKS * 2 ** bits) bits += 1;
  return bits;
}

export function blocksOf(records: number): number {
  return Math.ceil(records / 2 ** blockBits(records));
}

/** Collects the index of records that are pushed in order. ASCII letters may have any case. */
export class BlockIndexWriter {
  #hash = 0;
  /** Bits 5 to 0 say which of the last six bytes, the last one first, are no letters. */
  #others = 0;
  #records = 0;
  #size = 2 ** LEAST_BLOCK_BITS;
  #blocks = 0;
  /** A byte for each bucket, 1 if the current block has it: setting a bit among those of other blocks takes longer. */
  readonly #block = new Int32Array(BUCKETS / 4);
  readonly #flags = new Uint8Array(this.#block.buffer);
  /** Each row has the bits of eight blocks, a byte for each bucket. */
  readonly #rows: Int32Array[] = [];

  /** Takes bytes of a record, cut anywhere. What stands between its values does no harm. */
  push(text: Uint8Array, from: number, to: number): void {
    for (let at = this.#pushRun(text, from, to); at < to; at = this.#pushRun(text, at + 1, to))
      this.#pushRare(text[at] ?? 0);
  }

  /** This runs for every byte of a file: an iterator, or calls for rare bytes in the loop, would double its time. */
  #pushRun(text: Uint8Array, from: number, to: number): number {
    const flags = this.#flags;
    let hash = this.#hash;
    let others = this.#others;
    let at = from;
    for (; at < to; at += 1) {
      const code = CODES[text[at] ?? 0] ?? 0;
      if (code === 0) break;
      hash = (hash >>> 5) ^ code;
      others = (others >>> 1) | (code & OTHER);
      flags[ofFour(hash)] = 1;
      flags[ofFive(hash)] = 1;
      flags[ofSix(hash, others)] = 1;
    }
    this.#hash = hash;
    this.#others = others;
    return at;
  }

  /**
   * Two characters beyond ASCII have a lower case in ASCII for DuckDB: `İ` and the Kelvin sign. Their last byte takes the
   * place of all. Bytes of other characters may be replaced so, too, because these are never looked for.
   */
  #pushRare(byte: number): void {
    const isI = byte === 0xb0;
    this.#hash = isI ? this.#hash ^ BEFORE_I : ((this.#hash ^ BEFORE_K) << 5) ^ LETTER_K;
    this.#others &= OTHER - 1;
    this.#flags[ofFour(this.#hash)] = 1;
    this.#flags[ofFive(this.#hash)] = 1;
    // The three bytes of the Kelvin sign have shifted out bits of what was before.
    const lost = isI ? 1 : 1 << 5;
    for (let bits = 0; bits < lost; bits += 1) this.#flags[ofSix(this.#hash ^ bits, this.#others)] = 1;
  }

  endRecord(): void {
    if (this.#blocks === MOST_BLOCKS) this.#mergePairs();
    this.#records += 1;
    if (this.#records === this.#size) this.#endBlock();
  }

  /** Yields groups of buckets after the last record: a line of the group (`bucketIn`) for every eight blocks. */
  *groups(): Generator<readonly [group: number, blocks: Uint8Array]> {
    if (this.#records > 0) this.#endBlock();
    const length = GROUP / 4;
    for (let first = 0; first < BUCKETS / 4; first += length) {
      const lines = new Int32Array(length * this.#rows.length);
      for (const [place, row] of this.#rows.entries())
        for (let at = 0; at < length; at += 1) lines[place * length + at] = row[first + at] ?? 0;
      yield [first / length, new Uint8Array(lines.buffer)];
    }
  }

  #endBlock(): void {
    const row = (this.#rows[this.#blocks >> 3] ??= new Int32Array(BUCKETS / 4));
    const bit = this.#blocks & 7;
    for (let place = 0; place < row.length; place += 1)
      row[place] = (row[place] ?? 0) | ((this.#block[place] ?? 0) << bit);
    this.#block.fill(0);
    this.#blocks += 1;
    this.#records = 0;
    this.#hash = 0;
    this.#others = 0;
  }

  #mergePairs(): void {
    const rows = this.#rows;
    for (let place = 0; place < rows.length; place += 2) {
      const [row, next] = rows.slice(place, place + 2).map(({ buffer }) => new Uint8Array(buffer));
      if (row === undefined || next === undefined) break;
      for (let bucket = 0; bucket < BUCKETS; bucket += 1)
        row[bucket] = (PAIRS[row[bucket] ?? 0] ?? 0) | ((PAIRS[next[bucket] ?? 0] ?? 0) << 4);
    }
    rows.splice(0, rows.length, ...rows.filter((_, place) => place % 2 === 0));
    this.#size *= 2;
    this.#blocks /= 2;
  }
}

/** Bit n of an entry says whether bit 2n or the one after it is set in the byte. */
const PAIRS = Uint8Array.from({ length: 256 }, (_, byte) =>
  [0, 1, 2, 3].reduce((pairs, bit) => pairs | (((byte >> (2 * bit)) & 3) === 0 ? 0 : 1 << bit), 0),
);

const OTHER = 1 << 5;

/**
 * One hash serves for all lengths, because most of the time went into hashes: it moves by five bits with each byte, so
 * its highest 15 bits depend on the last three bytes, 20 on four, 25 on five, 30 on six. The first of these bytes has few
 * bits left. They begin with the lowest of a letter, in which letters differ most.
 */
function codeOf(byte: number): number {
  const folded = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
  const mixed = (Math.imul(folded, 0x9e3779b1) >>> 5) & ~OTHER;
  const highest = [0, 1, 2, 3, 4].reduce((bits, bit) => bits | (((folded >> bit) & 1) << (31 - bit)), 0);
  return highest | mixed | ((folded & 0x40) === 0 ? OTHER : 0);
}

/** Zero for the last bytes of characters beyond ASCII that may have a lower case in ASCII. */
const CODES = Int32Array.from({ length: 0x100 }, (_, byte) => (byte === 0xb0 || byte === 0xaa ? 0 : codeOf(byte)));
const BEFORE_I = codeOf(0xc4) ^ codeOf(0x69);
const BEFORE_K = codeOf(0x84) ^ (codeOf(0xe2) >>> 5);
const LETTER_K = codeOf(0x6b);

/** Buckets of all blocks with the text in any case. Empty without three ASCII bytes in a row: DuckDB folds others. */
export function bucketsOf(text: string): readonly number[] {
  const buckets = new Set<number>();
  let [hash, others, ascii] = [0, 0, 0];
  for (const byte of Buffer.from(text)) {
    const code = codeOf(byte);
    hash = (hash >>> 5) ^ code;
    others = (others >>> 1) | (code & OTHER);
    ascii = byte < 0x80 ? ascii + 1 : 0;
    const ends = [ofThree(hash), ofFour(hash), ofFive(hash), ofSix(hash, others)];
    for (const bucket of ends.slice(0, Math.max(0, ascii - 2))) buckets.add(bucket);
  }
  return [...buckets];
}

export function bucketGroup(bucket: number): number {
  return Math.floor(firstOf(bucket) / GROUP);
}

/** One bucket of its group. Bit n (from the lowest of the first byte on) is block n. */
export function bucketIn(group: Uint8Array, bucket: number): Uint8Array {
  const first = firstOf(bucket) % GROUP;
  const count = bucket < BUCKETS ? 1 : NEIGHBOURS;
  return Uint8Array.from({ length: group.length / GROUP }, (_, line) =>
    group.subarray(line * GROUP + first, line * GROUP + first + count).reduce((bits, next) => bits | next, 0),
  );
}

function firstOf(bucket: number): number {
  return bucket < BUCKETS ? bucket : (bucket - BUCKETS) * NEIGHBOURS;
}

/** The text of a byte's bits, beginning with the lowest. */
const DIGITS = Array.from({ length: 256 }, (_, byte) =>
  Array.from(byte.toString(2).padStart(8, '0')).reverse().join(''),
);

/** Reading more of the blocks than this takes as long as reading all. */
const MOST_SHARE = 0.9;

/** Blocks with all buckets, as text of DuckDB's BIT. Undefined for nearly all of them. */
export function sharedBlocks(buckets: readonly Uint8Array[], records: number): string | undefined {
  const count = blocksOf(records);
  const shared = new Uint8Array(Math.ceil(count / 8)).fill(0xff);
  for (const bits of buckets)
    for (let place = 0; place < shared.length; place += 1) shared[place] = (shared[place] ?? 0) & (bits[place] ?? 0);
  const blocks = Array.from(shared, (bits) => DIGITS[bits])
    .join('')
    .slice(0, count);
  return shareOf(blocks) > MOST_SHARE ? undefined : blocks;
}

/** The part of the blocks that is left, 0 to 1. `blocks` comes from `sharedBlocks`. */
export function shareOf(blocks: string): number {
  return blocks.replaceAll('0', '').length / blocks.length;
}

/** Three bytes have all neighbours among the buckets of four: a number above those of stored buckets. */
function ofThree(hash: number): number {
  return BUCKETS + (hash >>> 17);
}

function ofFour(hash: number): number {
  return hash >>> (32 - FOUR_BITS);
}

function ofFive(hash: number): number {
  return FIRST_FIVE + ((hash >>> 7) & ((1 << FIVE_BITS) - 1));
}

/** Bytes of which one isn't a letter share the first bucket. A condition would take longer. */
function ofSix(hash: number, others: number): number {
  return FIRST_SIX + ((hash >>> 2) & ((others - 1) >>> (32 - SIX_BITS)));
}
