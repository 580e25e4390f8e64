/** Types of Thrift's compact protocol. All others are variable integers. */
const Type = {
  true: 1,
  false: 2,
  byte: 3,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
  uuid: 13,
} as const;

const SIZES: ReadonlyMap<number, number> = new Map([
  [Type.byte, 1],
  [Type.double, 8],
  [Type.uuid, 16],
]);

/** Limit of nested structures; Parquet needs about ten. */
const MAX_DEPTH = 64;

/** Reads Thrift's compact protocol, which Parquet's footers use. Throws RangeError if bytes are missing or invalid. */
export class ThriftReader {
  readonly #bytes: Buffer;
  #at = 0;
  #depth = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get at(): number {
    return this.#at;
  }

  /** Calls `visit` for every field with its header's position, and skips what it doesn't read. */
  struct(visit: (field: number, header: number) => void): void {
    if ((this.#depth += 1) > MAX_DEPTH) throw new RangeError('structures nested too deep');
    let field = 0;
    for (;;) {
      const header = this.#at;
      const byte = this.#byte();
      if (byte === 0) break;
      field = byte >> 4 === 0 ? this.integer() : field + (byte >> 4);
      const start = this.#at;
      visit(field, header);
      if (this.#at === start) this.#pass(byte & 0x0f, false);
    }
    this.#depth -= 1;
  }

  list(visit: () => void): void {
    const header = this.#byte();
    const size = header >> 4 === 15 ? this.#varint() : header >> 4;
    for (let index = 0; index < size; index += 1) {
      const start = this.#at;
      visit();
      if (this.#at === start) this.#pass(header & 0x0f, true);
    }
  }

  isTrue(header: number): boolean {
    return ((this.#bytes[header] ?? 0) & 0x0f) === Type.true;
  }

  integer(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.#varint();
    return this.#bytes.toString('utf8', this.#at, this.#move(length));
  }

  #pass(type: number, isInList: boolean): void {
    const size = SIZES.get(type);
    if (size !== undefined) this.#move(size);
    // Outside of lists, a boolean's header is its value.
    else if (type === Type.true || type === Type.false) this.#move(isInList ? 1 : 0);
    else if (type === Type.binary) this.#move(this.#varint());
    else if (type === Type.list || type === Type.set) this.list(() => undefined);
    else if (type === Type.map) this.#passMap();
    else if (type === Type.struct) this.struct(() => undefined);
    else this.#varint();
  }

  #passMap(): void {
    const size = this.#varint();
    if (size === 0) return;
    const types = this.#byte();
    for (let index = 0; index < size; index += 1) {
      this.#pass(types >> 4, true);
      this.#pass(types & 0x0f, true);
    }
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      if (factor > 2 ** 63) throw new RangeError('a number without an end');
    }
  }

  #byte(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  #move(length: number): number {
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new RangeError('the bytes end too early');
    return this.#at;
  }
}
