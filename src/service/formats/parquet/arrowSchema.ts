/** Reads the schema that Arrow's writers (pandas, Polars, pyarrow) add to Parquet files for types Parquet lacks. */

/** Units of durations, which are plain integers in Parquet. */
const UNITS = ['s', 'ms', 'µs', 'ns'];

/** Members of the tables, in the order of Arrow's Message.fbs and Schema.fbs. */
const MESSAGE_HEADER = 2;
const SCHEMA_FIELDS = 1;
const FIELD = { type: 2, details: 3 } as const;
const DURATION = 18;
const DURATION_UNIT = 0;
const MILLISECONDS = 1;

/** Units of the fields that are durations, by place. `text` is Base64. Empty if the schema can't be read. */
export function durationUnits(text: string): ReadonlyMap<number, string> {
  const units = new Map<number, string>();
  try {
    const message = flatTables(Buffer.from(text, 'base64'));
    const schema = message.table(message.root(), MESSAGE_HEADER);
    for (const [place, field] of message.tables(schema, SCHEMA_FIELDS).entries()) {
      if (message.byte(field, FIELD.type) !== DURATION) continue;
      const details = message.table(field, FIELD.details);
      const unit = UNITS[message.short(details, DURATION_UNIT) ?? MILLISECONDS];
      if (unit !== undefined) units.set(place, unit);
    }
    return units;
  } catch (error) {
    if (error instanceof RangeError) return new Map();
    throw error;
  }
}

/** Reads FlatBuffers. A table is identified by its position. Throws RangeError if something is missing. */
function flatTables(bytes: Buffer) {
  /** Undefined if the member has its default value. */
  const placeOf = (table: number, member: number): number | undefined => {
    const list = table - bytes.readInt32LE(table);
    const entry = 4 + 2 * member;
    if (entry >= bytes.readUInt16LE(list)) return undefined;
    const offset = bytes.readUInt16LE(list + entry);
    return offset === 0 ? undefined : table + offset;
  };
  const tableOf = (table: number, member: number): number => {
    const place = placeOf(table, member);
    if (place === undefined) throw new RangeError('A table is missing');
    return place + bytes.readUInt32LE(place);
  };
  return {
    /** The root follows the length, which newer writers precede by a mark. */
    root: (): number => {
      const start = bytes.readUInt32LE(0) === 0xffffffff ? 8 : 4;
      return start + bytes.readUInt32LE(start);
    },
    table: tableOf,
    tables: (table: number, member: number): readonly number[] => {
      const vector = tableOf(table, member);
      const length = bytes.readUInt32LE(vector);
      const first = vector + 4;
      if (first + 4 * length > bytes.length) throw new RangeError('The bytes end too early');
      const places = Array.from({ length }, (_, index) => first + 4 * index);
      return places.map((place) => place + bytes.readUInt32LE(place));
    },
    byte: (table: number, member: number): number | undefined => {
      const place = placeOf(table, member);
      return place === undefined ? undefined : bytes.readUInt8(place);
    },
    short: (table: number, member: number): number | undefined => {
      const place = placeOf(table, member);
      return place === undefined ? undefined : bytes.readInt16LE(place);
    },
  };
}
