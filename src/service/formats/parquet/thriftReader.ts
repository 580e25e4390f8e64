/** Types of Thrift's compact protocol. */
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

  /** Position of the next byte. */
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
    const { size, type } = this.#listHeader();
    for (let index = 0; index < size; index += 1) {
      const start = this.#at;
      visit();
      if (this.#at === start) this.#pass(type, true);
    }
  }

  /** Value of the boolean field with this header. */
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
    switch (type) {
      case Type.true:
      case Type.false:
        // Outside of lists, the header is the value.
        if (isInList) this.#move(1);
        break;
      case Type.byte:
        this.#move(1);
        break;
      case Type.double:
        this.#move(8);
        break;
      case Type.binary:
        this.#move(this.#varint());
        break;
      case Type.list:
      case Type.set:
        this.list(() => undefined);
        break;
      case Type.map:
        this.#passMap();
        break;
      case Type.struct:
        this.struct(() => undefined);
        break;
      case Type.uuid:
        this.#move(16);
        break;
      default:
        this.#varint();
    }
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

  #listHeader(): { size: number; type: number } {
    const byte = this.#byte();
    const size = byte >> 4 === 15 ? this.#varint() : byte >> 4;
    return { size, type: byte & 0x0f };
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
