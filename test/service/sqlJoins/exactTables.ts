/** Tables and exact decimals for what statements must answer, computed without SQL. */

export type Cell = string | null;
/** The texts of a record by field. */
export type Row = Readonly<Record<string, Cell>>;

export function at(row: Row, name: string): Cell {
  return row[name] ?? null;
}

/** `digits` times ten to the power of `-scale`. */
interface Exact {
  readonly digits: bigint;
  readonly scale: number;
}

export function exact(text: string): Exact {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

function scaled({ digits, scale }: Exact, more: number): bigint {
  return digits * 10n ** BigInt(more - scale);
}

export function plus(one: Exact, other: Exact): Exact {
  const scale = Math.max(one.scale, other.scale);
  return { digits: scaled(one, scale) + scaled(other, scale), scale };
}

export function minus(one: Exact, other: Exact): Exact {
  return plus(one, { ...other, digits: -other.digits });
}

export function times(one: Exact, other: Exact): Exact {
  return { digits: one.digits * other.digits, scale: one.scale + other.scale };
}

export function compare(one: Exact, other: Exact): number {
  const { digits } = minus(one, other);
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

export function sum(texts: readonly (string | null)[]): string | null {
  const numbers = texts.flatMap((text) => (text === null ? [] : [exact(text)]));
  return numbers.length === 0 ? null : shown(numbers.reduce(plus));
}

export function shown({ digits, scale }: Exact): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

export function days(date: string): number {
  return Date.parse(date) / 86_400_000;
}

export function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

export function groups(rows: readonly Row[], key: (row: Row) => string | null): Map<string | null, Row[]> {
  const grouped = new Map<string | null, Row[]>();
  for (const row of rows) grouped.set(key(row), [...(grouped.get(key(row)) ?? []), row]);
  return grouped;
}

/** Sorts by texts, NULL last. */
export function byText(key: (row: Row) => string | null): (one: Row, other: Row) => number {
  return (one, other) => {
    const [first, second] = [key(one), key(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return first < second ? -1 : first > second ? 1 : 0;
  };
}

/** Sorts by exact numbers, NULL last. */
export function byNumber(key: (row: Row) => string | null): (one: Row, other: Row) => number {
  return (one, other) => {
    const [first, second] = [key(one), key(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return compare(exact(first), exact(second));
  };
}

/** The pairs of two tables for which `isPair` holds, in the order of the first. The fields of the second have a prefix. */
export function joined(
  left: readonly Row[],
  right: readonly Row[],
  prefix: string,
  isPair: (one: Row, other: Row) => boolean,
): readonly Row[] {
  return left.flatMap((one) =>
    right.filter((other) => isPair(one, other)).map((other) => ({ ...one, ...prefixed(other, prefix) })),
  );
}

/** Like `joined`, with the records of the first table that have no partner. */
export function leftJoined(
  left: readonly Row[],
  right: readonly Row[],
  prefix: string,
  isPair: (one: Row, other: Row) => boolean,
): readonly Row[] {
  const none = prefixed(Object.fromEntries(Object.keys(right[0] ?? {}).map((name) => [name, null])), prefix);
  return left.flatMap((one) => {
    const pairs = joined([one], right, prefix, isPair);
    return pairs.length > 0 ? pairs : [{ ...one, ...none }];
  });
}

function prefixed(row: Row, prefix: string): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [`${prefix}${name}`, value]));
}
