/** Gathers the index of blocks (store/blockIndex.ts) from the values of a file, while they are looked at for other reasons. */
import { BLOCK_RECORDS, BlockIndexWriter } from '../store/blockIndex.ts';
import { SEPARATOR } from '../store/layout.ts';

const SEPARATOR_BYTE = SEPARATOR.charCodeAt(0);

export class RecordBlocks {
  readonly #index = new BlockIndexWriter();
  #records = 0;

  /** Of a value; what else is pushed (of records that turn out not to count) names blocks in vain, and does no harm. */
  push(bytes: Uint8Array, from: number, to: number): void {
    this.#index.push(bytes, from, to);
  }

  pushByte(byte: number): void {
    this.#index.pushByte(byte);
  }

  endValue(): void {
    this.#index.pushByte(SEPARATOR_BYTE);
  }

  endRecord(): void {
    this.#records += 1;
    if (this.#records % BLOCK_RECORDS === 0) this.#index.endBlock(this.#records / BLOCK_RECORDS - 1);
  }

  end(): BlockIndexWriter {
    if (this.#records % BLOCK_RECORDS > 0) this.#index.endBlock(Math.floor(this.#records / BLOCK_RECORDS));
    return this.#index;
  }
}
