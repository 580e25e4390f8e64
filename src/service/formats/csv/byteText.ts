/** Collects the bytes of a text until the text is complete. A list of pieces would take a hundred bytes for each. */
export class ByteText {
  #bytes = Buffer.alloc(256);
  #length = 0;

  push(bytes: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    this.#bytes.set(bytes.subarray(from, to), this.#length);
    this.#length += to - from;
  }

  pushByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  /** Returns the text so far and begins the next one. */
  take(): string {
    const text = this.#bytes.toString('utf8', 0, this.#length);
    this.#length = 0;
    return text;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
