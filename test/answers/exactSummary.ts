/** Summaries by exact arithmetic with BigInt, apart from the program's own functions. */
import type { AnswerField, AnswerQuestion, AnswerRecord, AnswerTable } from './randomSummaries.ts';

/** A value of an answer: exact, or a double within a part of the greatest summand. */
export type Expected = string | null | { readonly near: number; readonly within: number };

export interface ExpectedAnswer {
  readonly rows: readonly (readonly Expected[])[];
  readonly total: number;
  readonly records: number;
  readonly others: number;
  readonly notFinite: number;
}

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

type Order = string | number | Fraction | null;

interface Cell {
  readonly value: Expected;
  readonly order: Order;
}

const OTHERS = '(others)';

export function exactSummary({ fields, records: all }: AnswerTable, question: AnswerQuestion): ExpectedAnswer {
  const { summary, filter, limit, offset } = question;
  const place = (id: string | undefined): number => fields.findIndex((field) => field.id === id);
  const records = all.filter((record) => filter === undefined || record[place(filter.field)] === filter.value);
  const { groups, measures, top = Infinity, zone = 'UTC' } = summary;
  const byKey = new Map<string, { readonly cells: readonly Cell[]; readonly records: AnswerRecord[] }>();
  for (const record of records) {
    const cells = groups.map((group) =>
      keyCell(group, fields[place(group.field)], record[place(group.field)] ?? null, zone),
    );
    const key = JSON.stringify(cells.map(({ value }) => value));
    const group = byKey.get(key) ?? { cells, records: [] };
    group.records.push(record);
    byKey.set(key, group);
  }
  if (groups.length === 0 && byKey.size === 0) byKey.set('', { cells: [], records: [] });
  const cellsOf = (some: readonly AnswerRecord[]): readonly Cell[] =>
    measures.map(({ calculate, field }) =>
      measureCell(
        calculate,
        fields[place(field)],
        some.map((record) => record[place(field)] ?? null),
        some.length,
        records.length,
      ),
    );
  const rows = [...byKey.values()].map((group) => ({ ...group, cells: [...group.cells, ...cellsOf(group.records)] }));
  const [first] = groups;
  const isByOrder = first !== undefined && top === Infinity && (first.unit ?? first.width) !== undefined;
  const own = first === undefined || isByOrder ? [] : [{ column: groups.length, descends: true, nullsFirst: false }];
  const order = [
    ...(question.sort?.map((key) => ({ ...key, nullsFirst: key.descends })) ?? own),
    ...groups.map((_, column) => ({ column, descends: false, nullsFirst: false })),
  ];
  rows.sort((one, other) => {
    for (const { column, descends, nullsFirst } of order) {
      const [a = null, b = null] = [one.cells[column]?.order, other.cells[column]?.order];
      if (a === null && b === null) continue;
      if (a === null || b === null) return (a === null) === nullsFirst ? -1 : 1;
      const compared = compareOrder(a, b);
      if (compared !== 0) return descends ? -compared : compared;
    }
    return 0;
  });
  const shown: (readonly Expected[])[] = rows.slice(0, top).map(({ cells }) => cells.map(({ value }) => value));
  const rest = rows.slice(top);
  if (rest.length > 0)
    shown.push([...groups.map(() => OTHERS), ...cellsOf(rest.flatMap((row) => row.records)).map(({ value }) => value)]);
  const measured = new Set(measures.flatMap(({ calculate, field }) => (calculate === 'distinct' ? [] : [field])));
  const notFinite = fields.flatMap(({ id, kind }, at) =>
    kind === 'float' && measured.has(id) ? records.filter((record) => isNotFinite(record[at] ?? null)) : [],
  ).length;
  return {
    rows: shown.slice(offset, offset + limit),
    ...{ total: shown.length, records: records.length, others: rest.length, notFinite },
  };
}

function isNotFinite(text: string | null): boolean {
  return text !== null && !Number.isFinite(Number(text));
}

function compareOrder(one: Exclude<Order, null>, other: Exclude<Order, null>): number {
  if (typeof one === 'string' && typeof other === 'string') return byCodePoint(one, other);
  if (typeof one === 'number' && typeof other === 'number') {
    if (Number.isNaN(one) || Number.isNaN(other)) return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    return one < other ? -1 : one > other ? 1 : 0;
  }
  const [a, b] = [one, other] as [Fraction, Fraction];
  const difference = a.over * b.under - b.over * a.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function byCodePoint(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0)) as [
    number[],
    number[],
  ];
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function fractionOf(text: string): Fraction {
  const [whole = '', places = ''] = text.split('.');
  return { over: BigInt(whole + places), under: 10n ** BigInt(places.length) };
}

/** The shortest decimal text of a fraction whose divisor has no other factors than 2 and 5. */
function textOf({ over, under }: Fraction): string {
  const scaled = over * 10n ** 60n;
  if (scaled % under !== 0n) throw new Error('The fraction has no end.');
  const digits = String(scaled / under)
    .replace('-', '')
    .padStart(61, '0');
  const text = `${digits.slice(0, -60)}.${digits.slice(-60)}`.replace(/\.?0+$/, '');
  return over < 0n ? `-${text}` : text;
}

function keyCell(
  { unit, width }: { readonly unit?: string; readonly width?: string },
  field: AnswerField | undefined,
  text: string | null,
  zone: string,
): Cell {
  if (text === null) return { value: null, order: null };
  if (unit !== undefined) return unitCell(text, unit, field?.kind === 'instant' ? zone : undefined);
  if (field?.kind === 'text' || field?.kind === 'date' || field?.kind === 'timestamp' || field?.kind === 'instant')
    return { value: text, order: text };
  if (field?.kind === 'flag') return { value: text, order: Number(text === 'true') };
  if (isNotFinite(text)) return { value: text, order: Number(text) };
  const number = fractionOf(text);
  const isFloat = field?.kind === 'float';
  if (width === undefined) return { value: textOf(number), order: isFloat ? Number(text) : number };
  const by = fractionOf(width);
  const [over, under] = [number.over * by.under, number.under * by.over];
  const place = over / under - (over < 0n && over % under !== 0n ? 1n : 0n);
  return {
    value: textOf({ over: place * by.over, under: by.under }),
    order: isFloat ? Number(place) : { over: place, under: 1n },
  };
}

function unitCell(text: string, unit: string, zone: string | undefined): Cell {
  const local = zone === undefined ? text : localText(text, zone);
  const [year = '', month = '', day = ''] = local.slice(0, 10).split('-');
  const time = Date.parse(`${local.slice(0, 10)}T00:00:00Z`);
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  switch (unit) {
    case 'year':
      return { value: String(Number(year)), order: Number(year) };
    case 'quarter': {
      const quarter = `${year}-Q${String(Math.floor((Number(month) + 2) / 3))}`;
      return { value: quarter, order: quarter };
    }
    case 'month':
      return { value: `${year}-${month}`, order: `${year}-${month}` };
    case 'week': {
      const thursday = new Date(time + (3 - weekday) * 86_400_000);
      const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
      const week = 1 + Math.floor((thursday.getTime() - first) / (7 * 86_400_000));
      const value = `${String(thursday.getUTCFullYear())}-W${String(week).padStart(2, '0')}`;
      return { value, order: value };
    }
    case 'day':
      return { value: `${year}-${month}-${day}`, order: local.slice(0, 10) };
    case 'weekday':
      return { value: String(weekday + 1), order: weekday };
    default:
      return { value: String(Number(local.slice(11, 13))), order: Number(local.slice(11, 13)) };
  }
}

function localText(text: string, zone: string): string {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' },
  });
  const parts = new Map(format.formatToParts(Date.parse(text)).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}`;
}

function measureCell(
  calculate: string,
  field: AnswerField | undefined,
  values: readonly (string | null)[],
  count: number,
  whole: number,
): Cell {
  if (calculate === 'count') return exactCell({ over: BigInt(count), under: 1n });
  if (calculate === 'share') {
    if (whole === 0) return { value: null, order: count };
    const value = rounded({ over: BigInt(count) * 100n, under: BigInt(whole) }, 2);
    return { value, order: count };
  }
  const texts = values.filter((value) => value !== null);
  const kind = field?.kind;
  if (calculate === 'distinct') {
    const distinct = new Set(texts.map((text) => (kind === 'decimal' ? textOf(fractionOf(text)) : text)));
    return exactCell({ over: BigInt(distinct.size), under: 1n });
  }
  const finite = texts.filter((text) => kind !== 'float' || !isNotFinite(text));
  if (finite.length === 0) return { value: null, order: null };
  if (kind !== 'decimal' && kind !== 'float') {
    const sorted = finite.toSorted(byCodePoint);
    const end = (calculate === 'min' ? sorted[0] : sorted.at(-1)) ?? null;
    return { value: end, order: end };
  }
  const numbers = finite.map(fractionOf).sort(compareOrder);
  const cell = numberCell(calculate, numbers);
  if (kind === 'decimal' || calculate === 'min' || calculate === 'max') return cell;
  const size = finite.reduce((most, text) => most + Math.abs(Number(text)), 0);
  return { value: { near: Number(cell.value), within: size * 1e-13 + 1e-300 }, order: null };
}

function numberCell(calculate: string, numbers: readonly Fraction[]): Cell {
  const count = BigInt(numbers.length);
  const sum = numbers.reduce((one, other) => ({
    over: one.over * other.under + other.over * one.under,
    under: one.under * other.under,
  }), { over: 0n, under: 1n }); // prettier-ignore
  switch (calculate) {
    case 'sum':
      return exactCell(shortened(sum));
    case 'mean': {
      const mean = { over: sum.over, under: sum.under * count };
      return { value: significant(mean), order: mean };
    }
    case 'median': {
      const [lower, upper] = [numbers[Number((count - 1n) / 2n)], numbers[Number(count / 2n)]];
      if (lower === undefined || upper === undefined) throw new Error('There are no numbers.');
      return exactCell({
        over: lower.over * upper.under + upper.over * lower.under,
        under: 2n * lower.under * upper.under,
      });
    }
    default:
      return exactCell((calculate === 'min' ? numbers[0] : numbers.at(-1)) ?? sum);
  }
}

/** A sum's divisor is a high power of ten, and the digits below the 60th place are zeros. */
function shortened({ over, under }: Fraction): Fraction {
  return { over: (over * 10n ** 30n) / under, under: 10n ** 30n };
}

function exactCell(order: Fraction): Cell {
  return { value: textOf(order), order };
}

function rounded({ over, under }: Fraction, places: number): string {
  const size = over < 0n ? -over : over;
  const units = (2n * size * 10n ** BigInt(places) + under) / (2n * under);
  const digits = String(units).padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return over < 0n && units > 0n ? `-${text}` : text;
}

/** A mean with 16 significant digits. */
function significant({ over, under }: Fraction): string {
  if (over === 0n) return '0';
  const size = over < 0n ? -over : over;
  let power = 0;
  while (size >= under * 10n ** BigInt(power + 1)) power += 1;
  while (power <= 0 && size * 10n ** BigInt(-power) < under) power -= 1;
  const places = 15 - power;
  if (places >= 0)
    return rounded({ over, under }, places)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  const unit = 10n ** BigInt(-places);
  return String(BigInt(rounded({ over, under: under * unit }, 0)) * unit);
}
