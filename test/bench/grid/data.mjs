/**
 * What every grid shows: 20 fields of ids, numbers, texts of several scripts, dates, JSON. Never an empty value.
 * The scripts come early, so that all grids have the same fonts to load, however wide their columns are.
 */
export const fields = [
  ['id', 'int4'],
  ['code', 'int4'],
  ['arabic', 'text'],
  ['chinese', 'text'],
  ['emoji', 'text'],
  ['name', 'text'],
  ['city', 'text'],
  ['amount', 'numeric'],
  ['share', 'float8'],
  ['open', 'bool'],
  ['created', 'timestamp'],
  ['payload', 'json'],
  ...Array.from({ length: 8 }, (_, index) => [`note ${index + 1}`, 'text']),
].map(([id, type]) => ({ id, type }));

const cities = ['Ōsaka', 'Zürich', 'São Paulo', 'Reykjavík', 'Kraków', 'Las Vegas', 'Ljubljana'];
const arabic = ['مدينة', 'نهر', 'جبل'];

/** Record `row` (from 0); its first value is its number. */
export function record(row) {
  const mixed = Math.imul(row + 1, 2654435761) >>> 0;
  return [
    row,
    mixed % 100_000,
    arabic[mixed % arabic.length],
    `第${row}号`,
    '👩‍🔬🇨🇭',
    `Name ${mixed.toString(36)}`,
    cities[mixed % cities.length],
    (mixed % 1_000_000) / 100,
    mixed / 2 ** 32,
    mixed % 2 === 0,
    new Date(1_600_000_000_000 + mixed * 100).toISOString().slice(0, 19),
    `{"row":${row}}`,
    ...Array.from({ length: 8 }, (_, index) => `note ${index} of ${row}, ${mixed % 977}`),
  ];
}

/** Answers like a server: each window after `delay` ms, dropped when it is aborted. */
export function source(count, delay = 0) {
  const window = (first, last) => Array.from({ length: last - first }, (_, index) => record(first + index));
  return {
    fields,
    count,
    getRows: (first, last, signal) =>
      delay === 0
        ? Promise.resolve(window(first, last))
        : new Promise((resolve, reject) => {
            const timer = setTimeout(() => resolve(window(first, last)), delay);
            signal?.addEventListener('abort', () => {
              clearTimeout(timer);
              reject(signal.reason);
            });
          }),
  };
}

/** How many blocks are kept: as many as our grid keeps. */
const KEPT = 8;

/** Blocks of 200 records for grids that ask for one record at a time and hear when it has come. */
export class BlockCache {
  #blocks = new Map();
  #source;
  #onDidCome;

  constructor(from, onDidCome) {
    this.#source = from;
    this.#onDidCome = onDidCome;
  }

  row(index) {
    const block = this.#block(Math.floor(index / 200));
    return Array.isArray(block) ? block[index % 200] : undefined;
  }

  async rows(first, last) {
    const rows = [];
    for (let number = Math.floor(first / 200); number * 200 < last; number += 1)
      rows.push(...(await this.#block(number)));
    const offset = Math.floor(first / 200) * 200;
    return rows.slice(first - offset, last - offset);
  }

  #block(number) {
    const known = this.#blocks.get(number);
    if (known) return known;
    const first = number * 200;
    const last = Math.min(this.#source.count, first + 200);
    const asked = this.#source.getRows(first, last).then((rows) => {
      this.#blocks.set(number, rows);
      this.#onDidCome?.(first, last);
      return rows;
    });
    this.#blocks.set(number, asked);
    if (this.#blocks.size > KEPT) this.#blocks.delete(this.#blocks.keys().next().value);
    return asked;
  }
}
