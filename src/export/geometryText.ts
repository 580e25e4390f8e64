/**
 * Reads geometries as databases and programs write them: WKT and PostGIS's EWKT, and WKB in hexadecimal digits, also as
 * PostGIS, GeoParquet and GeoPackage have it. Only degrees are geometries of GeoJSON, so others are none.
 */

/** Nesting of the coordinates' lists by name. */
const LEVELS: ReadonlyMap<string, number> = new Map([
  ['Point', 0],
  ['LineString', 1],
  ['Polygon', 2],
  ['MultiPoint', 1],
  ['MultiLineString', 2],
  ['MultiPolygon', 3],
]);
const COLLECTION = 'GeometryCollection';
const NAMES = new Map([...LEVELS.keys(), COLLECTION].map((name) => [name.toUpperCase(), name]));
/** Names by their numbers in WKB. */
const NUMBERED = ['', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon', COLLECTION];
/** WGS 84, and no statement of it. */
const DEGREES = new Set([4326, 0, -1, 4979]);
const MAX_DEPTH = 16;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BEGINNING = /^(?:SRID *= *(\d+) *; *)?(?=(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION)/i;
const HEXADECIMAL = /^(?:\\x)?((?:[0-9a-f]{2}){5,})$/i;

/** Thrown within this file for a text that is no geometry. */
class Misfit extends Error {
  override readonly name = 'Misfit';
}

/** The geometry as GeoJSON, with the digits of the text. Undefined if the text isn't one in degrees. */
export function geometryJson(written: string): string | undefined {
  const text = written.trim();
  const begin = BEGINNING.exec(text);
  const digits = begin === null ? (HEXADECIMAL.exec(text)?.[1] ?? '') : '';
  if (begin === null && digits === '') return undefined;
  try {
    if (begin === null) return new WkbReader(Buffer.from(digits, 'hex')).read();
    if (!DEGREES.has(Number(begin[1] ?? 0))) return undefined;
    return new WktReader(text.slice(begin[0].length)).read();
  } catch (error) {
    if (error instanceof Misfit) return undefined;
    throw error;
  }
}

function pointJson(numbers: readonly string[]): string {
  const [x = '', y = ''] = numbers;
  if (numbers.some((number) => !NUMBER.test(number))) throw new Misfit();
  if (Math.abs(Number(x)) > 180 || Math.abs(Number(y)) > 90) throw new Misfit();
  return `[${numbers.join(',')}]`;
}

function collectionJson(geometries: readonly string[]): string {
  return `{"type":"${COLLECTION}","geometries":[${geometries.join(',')}]}`;
}

class WktReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/[A-Za-z]+|[-+.\deE]+|\S/g) ?? [];
  }

  read(): string {
    const json = this.#geometry(0);
    if (this.#at < this.#tokens.length) throw new Misfit();
    return json;
  }

  #next(): string {
    const token = this.#tokens[this.#at] ?? '';
    this.#at += 1;
    return token;
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at]?.toUpperCase() !== token) return false;
    this.#at += 1;
    return true;
  }

  #geometry(depth: number): string {
    // Some programs write POINTZ as one word.
    const [, word = '', dimensions = ''] = /^(.*?)(ZM|Z|M)?$/i.exec(this.#next()) ?? [];
    const name = NAMES.get(word.toUpperCase());
    if (name === undefined || depth > MAX_DEPTH) throw new Misfit();
    const apart = dimensions === '' ? ['ZM', 'Z', 'M'].find((each) => this.#takes(each)) : undefined;
    const isEmpty = this.#takes('EMPTY');
    if (name === COLLECTION) return collectionJson(isEmpty ? [] : this.#list(() => this.#geometry(depth + 1)));
    const count = (apart ?? dimensions).toUpperCase() === 'M' ? 2 : 3;
    const level = LEVELS.get(name) ?? 0;
    const coordinates = isEmpty
      ? '[]'
      : level === 0
        ? this.#inParentheses(() => this.#point(count))
        : this.#lists(level, count);
    return `{"type":"${name}","coordinates":${coordinates}}`;
  }

  #lists(level: number, count: number): string {
    const item = (): string => (level > 1 ? this.#lists(level - 1, count) : this.#pointOfList(count));
    return `[${this.#list(item).join(',')}]`;
  }

  /** A point of MULTIPOINT may have parentheses of its own. */
  #pointOfList(count: number): string {
    return this.#tokens[this.#at] === '(' ? this.#inParentheses(() => this.#point(count)) : this.#point(count);
  }

  #list(item: () => string): readonly string[] {
    return this.#inParentheses(() => {
      const items = [item()];
      while (this.#takes(',')) items.push(item());
      return items;
    });
  }

  #inParentheses<T>(content: () => T): T {
    if (!this.#takes('(')) throw new Misfit();
    const value = content();
    if (!this.#takes(')')) throw new Misfit();
    return value;
  }

  /** Leaves out measures, which GeoJSON doesn't have. */
  #point(count: number): string {
    const numbers: string[] = [];
    while (/^[-+.\d]/.test(this.#tokens[this.#at] ?? '')) numbers.push(this.#next());
    if (numbers.length < 2 || numbers.length > 4) throw new Misfit();
    return pointJson(numbers.slice(0, count));
  }
}

/** Flags and numbers of EWKB and of ISO's WKB for a height, a measure and a reference system. */
const HAS_HEIGHT = 0x80000000;
const HAS_MEASURE = 0x40000000;
const HAS_SYSTEM = 0x20000000;
const KINDS = 0x0fffffff;
const PER_DIMENSIONS = 1000;
/** A GeoPackage's header: `GP`, the version, flags, the reference system, and an envelope of some size. */
const GEOPACKAGE = 0x4750;
const ENVELOPES = [0, 32, 48, 48, 64];

class WkbReader {
  readonly #bytes: Buffer;
  #at = 0;
  #isLittle = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  read(): string {
    if (this.#bytes.readUInt16BE(0) === GEOPACKAGE) this.#skipHeader();
    const json = this.#geometry(0);
    if (this.#at !== this.#bytes.length) throw new Misfit();
    return json;
  }

  #skipHeader(): void {
    const flags = this.#bytes[3] ?? 0;
    this.#isLittle = (flags & 1) === 1;
    this.#at = 4;
    this.#requireDegrees();
    this.#at += ENVELOPES[(flags >> 1) & 7] ?? Infinity;
  }

  #requireDegrees(): void {
    if (!DEGREES.has(this.#integer() | 0)) throw new Misfit();
  }

  #require(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#bytes.length) throw new Misfit();
    this.#at = at + bytes;
    return at;
  }

  #integer(): number {
    const at = this.#require(4);
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  #double(): string {
    const at = this.#require(8);
    return JSON.stringify(this.#isLittle ? this.#bytes.readDoubleLE(at) : this.#bytes.readDoubleBE(at));
  }

  #geometry(depth: number): string {
    const order = this.#bytes[this.#require(1)] ?? 0;
    if (order > 1 || depth > MAX_DEPTH) throw new Misfit();
    this.#isLittle = order === 1;
    const type = this.#integer();
    if ((type & HAS_SYSTEM) !== 0) this.#requireDegrees();
    const kind = type & KINDS;
    const dimensions = Math.floor(kind / PER_DIMENSIONS);
    const name = NUMBERED[kind % PER_DIMENSIONS] ?? '';
    const hasHeight = (type & HAS_HEIGHT) !== 0 || dimensions === 1 || dimensions === 3;
    const hasMeasure = (type & HAS_MEASURE) !== 0 || dimensions === 2 || dimensions === 3;
    const point = (): string => {
      const numbers = Array.from({ length: 2 + Number(hasHeight) + Number(hasMeasure) }, () => this.#double());
      return pointJson(numbers.slice(0, hasHeight ? 3 : 2));
    };
    if (name === COLLECTION) return collectionJson(this.#list(() => this.#geometry(depth + 1)));
    const level = LEVELS.get(name);
    if (level === undefined) throw new Misfit();
    const lists = (left: number): string => (left === 0 ? point() : `[${this.#list(() => lists(left - 1)).join(',')}]`);
    // Geometries of several parts have whole geometries as their parts.
    if (name.startsWith('Multi')) {
      const parts = this.#list(() => this.#geometry(depth + 1));
      return `{"type":"${name}","coordinates":[${parts.map(coordinatesOf).join(',')}]}`;
    }
    return `{"type":"${name}","coordinates":${lists(level)}}`;
  }

  /** A count that is too high ends at the end of the bytes, because every item has some. */
  #list(item: () => string): readonly string[] {
    const count = this.#integer();
    const items: string[] = [];
    for (let index = 0; index < count; index += 1) items.push(item());
    return items;
  }
}

function coordinatesOf(json: string): string {
  return /"coordinates":(.*)\}$/s.exec(json)?.[1] ?? '[]';
}

/** A point from a text such as `47.1, 8.5`, the latitude first. Undefined if it isn't one in degrees. */
export function pointOfPair(text: string, isLongitudeFirst: boolean): string | undefined {
  const parts = text
    .trim()
    .replace(/^\(|\)$/g, '')
    .split(/[,;]/);
  const [first = '', second = ''] = parts.map((part) => part.trim());
  if (parts.length !== 2 || !NUMBER.test(first)) return undefined;
  try {
    return `{"type":"Point","coordinates":${pointJson(isLongitudeFirst ? [first, second] : [second, first])}}`;
  } catch (error) {
    if (error instanceof Misfit) return undefined;
    throw error;
  }
}
