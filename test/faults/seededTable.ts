/** A table whose records follow from their ids, behind `datastore_search` as CKAN answers; it may change while it is read. */

export interface SeededTableOptions {
  readonly records: number;
  /** 2.12 knows ranges; 2.11 is read by offset. */
  readonly version: '2.11' | '2.12';
  /** Most records of one page. A higher limit is lowered. */
  readonly cap?: number;
  /** Says nothing of the limit that it used. */
  readonly isSilent?: boolean;
  /** Instead of the true number of records. */
  readonly total?: (records: number) => number | undefined;
}

type Params = Readonly<Record<string, unknown>>;

const FIELDS = [
  ['_id', 'int'],
  ['name', 'text'],
  ['amount', 'numeric'],
  ['count', 'int8'],
  ['day', 'timestamp'],
  ['note', 'text'],
] as const;

/** Room for records that are added while others read. */
const SPARE = 100_000;

export class SeededTable {
  readonly options: SeededTableOptions;
  /** The ids of the records in order, with room for more. */
  #ids: Uint32Array;
  #size: number;
  #next: number;

  constructor(options: SeededTableOptions) {
    this.options = options;
    this.#size = options.records;
    this.#next = options.records + 1;
    this.#ids = new Uint32Array(options.records + SPARE);
    for (let at = 0; at < options.records; at += 1) this.#ids[at] = at + 1;
  }

  get size(): number {
    return this.#size;
  }

  /** The highest `_id` that there has been. */
  get highest(): number {
    return this.#next - 1;
  }

  has(id: number): boolean {
    return this.#ids[this.#place(id)] === id && this.#place(id) < this.#size;
  }

  insert(): void {
    this.#ids[this.#size] = this.#next;
    this.#size += 1;
    this.#next += 1;
  }

  delete(id: number): void {
    if (!this.has(id)) return;
    const place = this.#place(id);
    this.#ids.copyWithin(place, place + 1, this.#size);
    this.#size -= 1;
  }

  /** Loads the table anew, as portals do: other records, numbered from 1. */
  replace(records: number): void {
    this.#ids = new Uint32Array(records + SPARE).map((_, at) => at + 1);
    this.#size = records;
    this.#next = records + 1;
  }

  /** The text of a whole answer. Throws for a question that this server would not know. */
  answer(body: string): string {
    const params = JSON.parse(body) as Params;
    const { cap = 32_000, version, isSilent = false, total = (size: number) => size } = this.options;
    const limit = Math.min(numberOf(params, 'limit', 100), cap);
    const matching = this.#matching(params['filters']);
    const from = numberOf(params, 'offset', 0);
    if (![undefined, '_id', '_id asc'].includes(params['sort'] as string | undefined))
      throw new Error(`no such sort: ${body}`);
    const lists = params['records_format'] === 'lists';
    const records: string[] = [];
    for (const id of matching.subarray(from, from + limit)) records.push(lists ? listOf(id) : lineOf(id));
    const claimed = total(matching.length);
    const members = {
      resource_id: params['resource_id'],
      fields: FIELDS.map(([id, type]) => ({ id, type })),
      ...(!isSilent && { limit }),
      ...('offset' in params && { offset: params['offset'] }),
      include_total: true,
      records_format: lists ? 'lists' : 'objects',
      ...(version === '2.12' ? { include_next_page: false } : { total_was_estimated: false }),
      ...(params['include_total'] !== false && claimed !== undefined && { total: claimed }),
    };
    const rest = JSON.stringify(members).slice(1);
    return `{"help":"","success":true,"result":{"records":[${records.join(',')}],${rest}}`;
  }

  /** The `_id`s that filters take. */
  #matching(filters: unknown): Uint32Array {
    const { _id: list } = (filters ?? {}) as { readonly _id?: readonly number[] };
    if (Array.isArray(list) && !isRun(list)) return Uint32Array.from(list).filter((id) => this.has(id));
    const [first, last] = this.#range(filters);
    return this.#ids.subarray(first, last);
  }

  /** Places of the first record that a filter takes, and behind the last. */
  #range(filters: unknown): readonly [first: number, last: number] {
    const entries = Object.entries((filters ?? {}) as Record<string, unknown>);
    let [first, last] = [0, this.#size];
    for (const [field, bounds] of entries) {
      if (field === '_id' && isRun(bounds)) {
        first = Math.max(first, this.#place(bounds[0] ?? 0));
        last = Math.min(last, this.#place((bounds.at(-1) ?? 0) + 1));
        continue;
      }
      if (field !== '_id' || typeof bounds !== 'object' || this.options.version === '2.11')
        throw new Error(`no such filter: ${JSON.stringify(filters)}`);
      for (const [operator, id] of Object.entries(bounds as Record<string, number>)) {
        if (operator === 'gt') first = Math.max(first, this.#place(id + 1));
        else if (operator === 'gte') first = Math.max(first, this.#place(id));
        else if (operator === 'lt') last = Math.min(last, this.#place(id));
        else if (operator === 'lte') last = Math.min(last, this.#place(id + 1));
        else throw new Error(`no such operator: ${operator}`);
      }
    }
    return [Math.min(first, last), last];
  }

  /** The place of the first record with this `_id` or a higher one. */
  #place(id: number): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A list of `_id`, each one higher than the one before. */
function isRun(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((id, at) => id === Number(value[0]) + at);
}

function numberOf(params: Params, name: string, usual: number): number {
  const value = params[name] ?? usual;
  if (typeof value !== 'number') throw new Error(`${name} is no number`);
  return value;
}

/** The record as a line of JSON Lines, without the end of the line. */
export function lineOf(id: number): string {
  const [one, name, amount, count, day, note] = tokensOf(id);
  return `{"_id":${one},"name":${name},"amount":${amount},"count":${count},"day":${day},"note":${note}}`;
}

function listOf(id: number): string {
  return `[${tokensOf(id).join(',')}]`;
}

/** JSON tokens, with digits that a double has no room for. */
function tokensOf(id: number) {
  const chance = hash(id);
  const digits = String(chance).padStart(10, '0');
  return [
    String(id),
    `"Straße ${String(chance % 997)}, ${digits.slice(0, 4)} Zürich"`,
    `${String((chance % 900) + 100)}${digits}.${digits.slice(4)}0`,
    `9007199254${digits.slice(0, 6)}`,
    `"20${digits.slice(0, 2)}-0${String((chance % 9) + 1)}-1${String(chance % 10)}T00:00:00"`,
    chance % 7 === 0 ? 'null' : chance % 11 === 0 ? '""' : `"${digits}, „${String(chance % 13)}“"`,
  ] as const;
}

function hash(id: number): number {
  let mixed = Math.imul(id ^ (id >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
