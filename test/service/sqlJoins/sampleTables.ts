/** Three tables of files and one of a copy: missing values, keys without a partner, equal keys, 30 digits, many dates. */
import { type Cell, dateOf, days, type Row } from './exactTables.ts';

/** The next of a fixed sequence of numbers from 0 to `below`. */
function sequence(): (below: number) => number {
  let state = 12_345n;
  return (below) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(below));
  };
}

const next = sequence();

/** 20 digits before the point and 10 after it; some differ in the last one alone, where no double differs. */
function decimal(): string {
  const same = next(3) === 0;
  const text = (length: number): string => Array.from({ length }, () => String(next(10))).join('');
  const digits = same
    ? `12345678901234567890.123456789${String(next(3))}`
    : `${String(1 + next(9))}${text(19)}.${text(10)}`;
  return next(4) === 0 ? `-${digits}` : digits;
}

function orNull(share: number, value: string): string | null {
  return next(share) === 0 ? null : value;
}

const TITLES = ['Algebra', 'Örgel, "laut"', 'Geometrie', '日本語', "O'Neill", 'algebra'];
const FIRST_DAY = days('2023-11-20');

const teachers: readonly Row[] = Array.from({ length: 12 }, (_, index) => ({
  id: String(index + 1),
  name: `${['Ada', 'Grace', 'Alan', 'Emmy'][index % 4] ?? ''}${index > 7 ? '' : ` ${String(index)}`}`,
  since: dateOf(days('2019-02-27') + index * 97),
  pay: decimal(),
}));

const rooms: readonly Row[] = Array.from({ length: 7 }, (_, index) => ({
  code: `R${String(index).padStart(2, '0')}`,
  seats: String(10 + next(30)),
}));

const lessons: readonly Row[] = Array.from({ length: 60 }, (_, index) => ({
  id: String(index + 1),
  teacher: orNull(7, String(1 + next(14))),
  room: orNull(6, `R${String(next(8)).padStart(2, '0')}`),
  day: dateOf(FIRST_DAY + next(120)),
  minutes: String(15 * (1 + next(8))),
  fee: orNull(9, decimal()),
  title: orNull(8, TITLES[next(TITLES.length)] ?? ''),
}));

const bookings: readonly Row[] = Array.from({ length: 45 }, (_, index) => ({
  number: String(100 + index),
  lesson: orNull(8, String(1 + next(70))),
  day: dateOf(FIRST_DAY + next(120)),
  price: index % 5 === 0 ? (lessons[index]?.['fee'] ?? null) : orNull(9, decimal()),
  paid: orNull(6, next(2) === 0 ? 'true' : 'false'),
}));

export const TABLES = { lessons, teachers, rooms, bookings } as const;

export function csvText(rows: readonly Row[]): string {
  const cell = (text: string | null): string =>
    text === null ? '' : /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => cell(row[name] ?? null)))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
}

/** JSON with all digits of the numbers. */
export function jsonText(rows: readonly Row[], numbers: readonly string[]): string {
  const value = (name: string, text: string | null): string =>
    text !== null && numbers.includes(name) ? text : JSON.stringify(text);
  const object = (row: Row): string =>
    `{${Object.entries(row)
      .map(([name, text]) => `${JSON.stringify(name)}:${value(name, text)}`)
      .join(',')}}`;
  return `[${rows.map(object).join(',\n')}]`;
}

/** Lines of a download (copies/copyFile.ts), in which dates are texts, and the rest stands as it is. */
export function copyText(rows: readonly Row[]): string {
  const value = (name: string, text: Cell): string => (name === 'day' ? JSON.stringify(text) : (text ?? 'null'));
  return rows
    .map((row, index) => `${[String(index + 1), ...Object.entries(row).map((each) => value(...each))].join('\t')}\n`)
    .join('');
}
