/** The records of the benchmark: the same for every machine and every run, 13 fields, about 330 bytes each. */
import fs from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';
import { wordBy } from './vocabulary.ts';

/** Fields in the order of the file, with PostgreSQL's types as a publisher would choose them. */
export const FIELDS = [
  ['id', 'text'],
  ['code', 'text'],
  ['name', 'text'],
  ['category', 'text'],
  ['city', 'text'],
  ['status', 'text'],
  ['amount', 'numeric'],
  ['qty', 'int'],
  ['created', 'date'],
  ['bignum', 'numeric'],
  ['flag', 'bool'],
  ['note', 'text'],
  ['summary', 'text'],
] as const;

/** Words of a note, and of a summary: prose of one to three sentences. */
const NOTE_WORDS = 8;
const SUMMARY_WORDS = [12, 38] as const;
const FIRST_NAMES = 'Ada Boris Chloé Dmitri Elif Farid Greta Hugo Ines Jonas Kofi Lena Mira Nils Olga Pavel'.split(' ');
const LAST_NAMES = 'Abel Brandt Costa Dvořák Evans Fischer García Hansen Ivanov Jensen Kaya Lopez Meyer'.split(' ');
const CATEGORIES = 'water roads parks schools Café transport energy housing waste health culture taxes'.split(' ');
const STATUSES = ['open', 'closed', 'pending', 'archived'];
const PREFIXES =
  'North South East West Upper Lower Old New Great Little Long Stone Green White Black Red Mill King'.split(' ');
const SUFFIXES = 'ford ton ham ley field wick bury gate bridge mouth dale wood haven stead minster well cliff'.split(
  ' ',
);
const CITIES = PREFIXES.flatMap((prefix) => SUFFIXES.map((suffix) => prefix + suffix)).slice(0, 298);
const BEYOND_DOUBLE = 9_007_199_254_740_993n;

/** mulberry32: small, seeded, and good enough for test data. Gives numbers from 0 to below 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes the CSV file with `count` records, unless it is there. @returns its path */
export async function recordsFile(folder: string, count: number): Promise<string> {
  const file = path.join(folder, `records-${String(count)}.csv`);
  if (fs.existsSync(file)) return file;
  fs.mkdirSync(folder, { recursive: true });
  const random = seeded(42);
  const out = fs.createWriteStream(`${file}.part`);
  out.write(`${FIELDS.map(([name]) => name).join(',')}\n`);
  const BLOCK = 5000;
  for (let first = 0; first < count; first += BLOCK) {
    let text = '';
    for (let place = first; place < Math.min(first + BLOCK, count); place += 1) text += recordLine(place, random);
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  fs.renameSync(`${file}.part`, file);
  return file;
}

function recordLine(place: number, random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? '';
  const day = new Date(Date.UTC(2015, 0, 1 + below(3650))).toISOString().slice(0, 10);
  const values = [
    String(place + 1).padStart(9, '0'),
    String(below(100_000)).padStart(5, '0'),
    `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`,
    // Skewed: the square pulls towards the first.
    CATEGORIES[Math.floor(random() ** 2 * CATEGORIES.length)],
    pick(CITIES),
    pick(STATUSES),
    random() < 0.01 ? '' : (random() * 100_000).toFixed(2),
    String(below(1000)),
    day,
    String(BEYOND_DOUBLE + BigInt(below(1_000_000_000))),
    String(random() < 0.5),
    note(random),
    summary(random),
  ];
  return `${values.join(',')}\n`;
}

function words(count: number, random: () => number): string[] {
  return Array.from({ length: count }, () => wordBy(random()));
}

/** One of a hundred with quotes inside, one with a line end. */
function note(random: () => number): string {
  const first = words(NOTE_WORDS / 2, random).join(' ');
  const second = words(NOTE_WORDS / 2, random).join(' ');
  const kind = random();
  if (kind < 0.01) return `"${first} ""${second}"""`;
  return kind < 0.02 ? `"${first}\n${second}"` : `${first} ${second}`;
}

function summary(random: () => number): string {
  const [least, most] = SUMMARY_WORDS;
  return words(least + Math.floor(random() * (most - least + 1)), random).join(' ');
}
