/**
 * Finds the blocks of records whose search column (layout.ts) may contain a text. The index lists the blocks for every
 * three, four and five bytes and six letters in a row. Several share a bucket, so a block may be read in vain, but none
 * is missed. DuckDB unpacks texts of 2,048 records at a time, so smaller blocks would save little. Many ways were
 * measured (docs/benchmarks.md, "The index of texts"): nearly each block of prose has any five letters of a word that is
 * absent, but few have six, and there are so few of these that a small table tells them apart.
 */

/** Changes with what the buckets mean. An index of another edition isn't used. */
export const EDITION = 3;
/** Four and five bytes share the first buckets. Those of three bytes follow, then those of six letters. */
const SHARED_BITS = 18;
const THREE_BITS = 15;
const SIX_BITS = 16;
const FIRST_THREE = 1 << SHARED_BITS;
const FIRST_SIX = FIRST_THREE + (1 << THREE_BITS);
const BUCKETS = FIRST_SIX + (1 << SIX_BITS);
export const LEAST_BLOCK_BITS = 11;
/** Above this number, blocks get larger, so that an import holds at most 264 MB of the index in memory. */
const MOST_BLOCKS = 3 << 11;
/** Buckets are stored in groups as long as a line of the processor's cache. */
export const GROUP = 64;

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
  /** The last four bytes, and the four before them. */
  #last = 0;
  #before = 0;
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
    let last = this.#last;
    let before = this.#before;
    let at = from;
    for (; at < to; at += 1) {
      const folded = FOLDED[text[at] ?? 0] ?? 0;
      if (folded === 0) break;
      before = (before << 8) | (last >>> 24);
      last = (last << 8) | folded;
      const hash = hashOf(last);
      flags[ofFour(hash)] = 1;
      flags[ofThree(hash)] = 1;
      const five = hashOfFive(before, last);
      flags[ofFive(five)] = 1;
      flags[ofSix(before, last, five)] = 1;
    }
    this.#last = last;
    this.#before = before;
    return at;
  }

  #pushRare(byte: number): void {
    const folded = this.#foldedBeyondAscii(byte);
    this.#before = (this.#before << 8) | (this.#last >>> 24);
    this.#last = (this.#last << 8) | folded;
    for (const bucket of bucketsAt(this.#before, this.#last)) this.#flags[bucket] = 1;
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

  /** Two characters beyond ASCII have a lower case in ASCII for DuckDB: `İ` and the Kelvin sign. */
  #foldedBeyondAscii(byte: number): number {
    if (byte === 0xb0 && (this.#last & 0xff) === 0xc4) return this.#instead(1, LETTER_I);
    if (byte === 0xaa && (this.#last & 0xffff) === 0xe284) return this.#instead(2, LETTER_K);
    return byte;
  }

  #instead(bytes: number, letter: number): number {
    this.#last = (this.#last >>> (8 * bytes)) | (this.#before << (32 - 8 * bytes));
    this.#before >>>= 8 * bytes;
    return letter;
  }

  #endBlock(): void {
    const row = (this.#rows[this.#blocks >> 3] ??= new Int32Array(BUCKETS / 4));
    const bit = this.#blocks & 7;
    for (let place = 0; place < row.length; place += 1)
      row[place] = (row[place] ?? 0) | ((this.#block[place] ?? 0) << bit);
    this.#block.fill(0);
    this.#blocks += 1;
    this.#records = 0;
    this.#last = 0;
    this.#before = 0;
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

/** Zero for the last bytes of characters beyond ASCII that may have a lower case in ASCII. */
const FOLDED = Uint8Array.from({ length: 0x100 }, (_, byte) =>
  byte === 0xb0 || byte === 0xaa ? 0 : byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);
const LETTER_I = 0x69;
const LETTER_K = 0x6b;

/** Buckets of all blocks with the text in any case. Empty without three ASCII bytes in a row: DuckDB folds others. */
export function bucketsOf(text: string): readonly number[] {
  const buckets = new Set<number>();
  let [before, last, ascii] = [0, 0, 0];
  for (const byte of Buffer.from(text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))) {
    before = (before << 8) | (last >>> 24);
    last = (last << 8) | byte;
    ascii = byte < 0x80 ? ascii + 1 : 0;
    for (const bucket of bucketsAt(before, last).slice(0, Math.max(0, ascii - 2))) buckets.add(bucket);
  }
  return [...buckets];
}

/** One bucket of its group. Bit n (from the lowest of the first byte on) is block n. */
export function bucketIn(group: Uint8Array, bucket: number): Uint8Array {
  return Uint8Array.from({ length: group.length / GROUP }, (_, line) => group[line * GROUP + (bucket % GROUP)] ?? 0);
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
  return blocks.replaceAll('0', '').length > MOST_SHARE * count ? undefined : blocks;
}

/** Buckets of the last three, four, five and six bytes. */
function bucketsAt(before: number, last: number): readonly number[] {
  const [hash, five] = [hashOf(last), hashOfFive(before, last)];
  return [ofThree(hash), ofFour(hash), ofFive(five), ofSix(before, last, five)];
}

/** Knuth's multiplicative hash of four bytes. Its lower 24 bits depend on the last three of them only. */
function hashOf(bytes: number): number {
  return Math.imul(bytes, 0x9e3779b1);
}

function hashOfFive(before: number, last: number): number {
  return hashOf(last ^ Math.imul(before & 0xff, 0x85ebca6b));
}

function ofThree(hash: number): number {
  return FIRST_THREE + ((hash >>> (24 - THREE_BITS)) & ((1 << THREE_BITS) - 1));
}

function ofFour(hash: number): number {
  return hash >>> (32 - SHARED_BITS);
}

function ofFive(five: number): number {
  return five >>> (32 - SHARED_BITS);
}

/** Bytes of which one isn't a letter (bit 6 says so) share the first bucket. A condition would take longer. */
function ofSix(before: number, last: number, five: number): number {
  const pairs = last & (last >>> 16) & before;
  const areLetters = ((pairs & (pairs >>> 8)) << 25) >> 31;
  return FIRST_SIX + (((five + Math.imul(before & 0xff00, 0xc2b2ae35)) >>> (32 - SIX_BITS)) & areLetters);
}
