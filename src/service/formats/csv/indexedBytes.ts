import type { CsvListener } from './csvShape.ts';

/**
 * Hands a file's bytes to its index of blocks, a record at a time: pushing value by value would take half as long again.
 * What stands between values is handed over, too, and only makes blocks be read in vain. Positions are those in the file.
 */
export class IndexedBytes {
  readonly #blocks: NonNullable<CsvListener['blocks']>;
  #chunk: Uint8Array = new Uint8Array();
  #start = 0;
  #next = 0;

  constructor(blocks: NonNullable<CsvListener['blocks']>) {
    this.#blocks = blocks;
  }

  /** Begins with bytes that stand at `start`. Those of the chunk before it that weren't taken are left out. */
  begin(chunk: Uint8Array, start: number): void {
    this.#chunk = chunk;
    this.#start = this.#next = start;
  }

  takeTo(position: number): void {
    this.#blocks.push(this.#chunk, this.#next - this.#start, position - this.#start);
    this.#next = position;
  }

  /** Takes the bytes before `position`, and leaves out the one that stands there. */
  leaveOut(position: number): void {
    this.takeTo(position);
    this.#next += 1;
  }

  endRecord(end: number): void {
    this.takeTo(end);
    this.#blocks.endRecord();
  }
}
