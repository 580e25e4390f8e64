/**
 * Finds the blocks of records whose search column (layout.ts) may contain a text. The index lists the blocks for every
 * three, four and five bytes in a row. Several share a bucket, so a block may be read in vain, but none is missed.
 * DuckDB unpacks texts of 2,048 records at a time, so smaller blocks would save little; of 50 ways that were measured
 * (docs/benchmarks.md, "The index of texts"), this one leaves the least to unpack for 16 bytes a record.
 */
import { SEPARATOR } from '../../question/wordPattern.ts';

const SEPARATOR_BYTE = SEPARATOR.charCodeAt(0);
const BUCKET_BITS = 18;
const BUCKETS = 1 << BUCKET_BITS;
export const LEAST_BLOCK_BITS = 11;
/** Above this number, blocks get larger, so that an import holds at most 192 MB of the index in memory. */
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
  /** Each row has the bits of eight blocks, a byte for each bucket, so that a block writes to adjacent memory. */
  #rows: Uint8Array[] = [];
  /** The current block sets this bit in its row. */
  #row = this.#rowOf(0);
  #bit = 1;

  push(text: Uint8Array, from: number, to: number): void {
    for (let at = this.#pushRun(text, from, to); at < to; at = this.#pushRun(text, at + 1, to))
      this.pushByte(text[at] ?? 0);
  }

  /** This runs for every byte of a file: an iterator, or calls for rare bytes in the loop, would double its time. */
  #pushRun(text: Uint8Array, from: number, to: number): number {
    const row = this.#row;
    const bit = this.#bit;
    let last = this.#last;
    let before = this.#before;
    let at = from;
    for (; at < to; at += 1) {
      const folded = FOLDED[text[at] ?? 0] ?? 0;
      if (folded === 0) break;
      before = (before << 8) | (last >>> 24);
      last = (last << 8) | folded;
      const hash = hashOf(last);
      row[ofFour(hash)] = (row[ofFour(hash)] ?? 0) | bit;
      row[ofThree(hash)] = (row[ofThree(hash)] ?? 0) | bit;
      const five = ofFive(before, last);
      row[five] = (row[five] ?? 0) | bit;
    }
    this.#last = last;
    this.#before = before;
    return at;
  }

  pushByte(byte: number): void {
    const folded = FOLDED[byte] ?? 0;
    this.#pushFolded(folded === 0 ? this.#foldedBeyondAscii(byte) : folded);
  }

  endValue(): void {
    this.#pushFolded(SEPARATOR_BYTE);
  }

  #pushFolded(byte: number): void {
    const [row, bit] = [this.#row, this.#bit];
    this.#before = (this.#before << 8) | (this.#last >>> 24);
    this.#last = (this.#last << 8) | byte;
    const hash = hashOf(this.#last);
    const five = ofFive(this.#before, this.#last);
    row[ofFour(hash)] = (row[ofFour(hash)] ?? 0) | bit;
    row[ofThree(hash)] = (row[ofThree(hash)] ?? 0) | bit;
    row[five] = (row[five] ?? 0) | bit;
  }

  endRecord(): void {
    if (this.#blocks === MOST_BLOCKS) this.#mergePairs();
    this.#records += 1;
    if (this.#records === this.#size) this.#endBlock();
  }

  /** Yields groups of buckets after the last record, each bucket as long as the others (`bucketIn`). */
  *groups(): Generator<readonly [group: number, blocks: Uint8Array]> {
    if (this.#records > 0) this.#endBlock();
    // A skipped record at the end may have begun another row.
    const rows = this.#rows.slice(0, Math.ceil(this.#blocks / 8));
    const length = rows.length;
    for (let first = 0; first < BUCKETS; first += GROUP) {
      const together = new Uint8Array(GROUP * length);
      for (const [place, row] of rows.entries())
        for (let bucket = 0; bucket < GROUP; bucket += 1) together[bucket * length + place] = row[first + bucket] ?? 0;
      yield [first / GROUP, together];
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
    this.#records = 0;
    this.#last = 0;
    this.#before = 0;
    this.#beginBlock(this.#blocks + 1);
  }

  #mergePairs(): void {
    const rows = this.#rows;
    for (let place = 0; place < rows.length; place += 2) {
      const [row, next] = [this.#rowOf(8 * place), this.#rowOf(8 * (place + 1))];
      for (let bucket = 0; bucket < BUCKETS; bucket += 1)
        row[bucket] = (PAIRS[row[bucket] ?? 0] ?? 0) | ((PAIRS[next[bucket] ?? 0] ?? 0) << 4);
      rows[place / 2] = row;
    }
    rows.length = Math.ceil(rows.length / 2);
    this.#size *= 2;
    this.#beginBlock(this.#blocks / 2);
  }

  #beginBlock(block: number): void {
    this.#blocks = block;
    this.#row = this.#rowOf(block);
    this.#bit = 1 << (block & 7);
  }

  #rowOf(block: number): Uint8Array {
    return (this.#rows[block >> 3] ??= new Uint8Array(BUCKETS));
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
    if (ascii >= 3) buckets.add(ofThree(hashOf(last)));
    if (ascii >= 4) buckets.add(ofFour(hashOf(last)));
    if (ascii >= 5) buckets.add(ofFive(before, last));
  }
  return [...buckets];
}

/** One bucket of its group. Bit n (from the lowest of the first byte on) is block n. */
export function bucketIn(group: Uint8Array, bucket: number): Uint8Array {
  const length = group.length / GROUP;
  return group.subarray((bucket % GROUP) * length, (1 + (bucket % GROUP)) * length);
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

/** Knuth's multiplicative hash of four bytes. Its lower 24 bits depend on the last three of them only. */
function hashOf(bytes: number): number {
  return Math.imul(bytes, 0x9e3779b1);
}

function ofThree(hash: number): number {
  return (hash >>> (24 - BUCKET_BITS)) & (BUCKETS - 1);
}

function ofFour(hash: number): number {
  return hash >>> (32 - BUCKET_BITS);
}

function ofFive(before: number, last: number): number {
  return hashOf(last ^ Math.imul(before & 0xff, 0x85ebca6b)) >>> (32 - BUCKET_BITS);
}
