/** Bytes that end a field of CSV or a text of JSON, and that no encoding of two bytes has in a character. */
const ENDS = Buffer.from('\t\n\r",;');
/** Bytes that show the encoding. */
const ENOUGH = 4096;

/** Collects the fields of a text that aren't ASCII, each once: the first ones, and others with a byte that is new. */
export class EncodingSample {
  readonly #fields = new Set<string>();
  readonly #missing = new Set(Array.from({ length: 0x80 }, (_, index) => 0x80 + index));
  #size = 0;
  #rest: Buffer = Buffer.alloc(0);

  push(read: Buffer): void {
    const chunk = this.#rest.length === 0 ? read : Buffer.concat([this.#rest, read]);
    const start = startOf(chunk, chunk.length);
    // A field as long as a chunk can't be kept.
    const isTooLong = start === 0 && this.#rest.length > 0;
    this.#rest = isTooLong ? Buffer.alloc(0) : Buffer.from(chunk.subarray(start));
    const whole = chunk.subarray(0, start);
    for (let at = 0; at < whole.length && this.#size < ENOUGH; at += 1)
      if ((whole[at] ?? 0) >= 0x80) at = this.#add(whole, at);
    for (const byte of this.#missing) {
      const at = whole.indexOf(byte);
      if (at >= 0) this.#add(whole, at);
    }
  }

  /** The text has ended, so that its last field is whole. */
  finish(): void {
    this.push(Buffer.from('\n'));
  }

  bytes(): Buffer {
    return Buffer.from([...this.#fields].join('\n'), 'latin1');
  }

  #add(chunk: Buffer, at: number): number {
    const end = endOf(chunk, at);
    const field = chunk.subarray(startOf(chunk, at), Math.min(end, at + ENOUGH));
    const text = field.toString('latin1');
    if (!this.#fields.has(text)) this.#size += field.length;
    this.#fields.add(text);
    for (const byte of field) this.#missing.delete(byte);
    return end;
  }
}

/** Place after the last end of a field before `at`. */
function startOf(chunk: Buffer, at: number): number {
  let start = at;
  while (start > 0 && !ENDS.includes(chunk[start - 1] ?? 0)) start -= 1;
  return start;
}

function endOf(chunk: Buffer, at: number): number {
  let end = at;
  while (end < chunk.length && !ENDS.includes(chunk[end] ?? 0)) end += 1;
  return end;
}
