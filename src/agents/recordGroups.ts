/** Groups records in memory, with exact numbers, where a portal can't summarize them. */
import { type CalendarDay, dayOf, dayOfText, daysOf, periodText } from '../base/calendarDay.ts';
import { type CellValue, type ExactValue, type RecordRow, typedValue } from '../base/cells.ts';
import { add, compare, decimalText, type ExactDecimal, parseDecimal, ZERO } from '../base/exactDecimal.ts';
import { readExact, stringifyExact, valueText } from '../base/exactJson.ts';
import { type Field, type FieldKind, fieldKind, placesOf } from '../base/field.ts';
import { binEdge, meanText, middleText, shareText } from '../base/summaryNumbers.ts';
import type { SortKey } from '../datastore/query/query.ts';
import { type Measure, OTHERS, type Summary, summaryColumns, type SummaryGroup } from '../datastore/query/summary.ts';
import { isInstant } from '../datastore/query/summaryCheck.ts';
import { NotCountable, plainNumber, ValueTally } from '../datastore/statistics/valueTally.ts';

/** Numbers of records by the texts of a field's values. */
export type ValueCounts = ReadonlyMap<string, number>;

/** Groups and tallies together, each of which takes about half a kilobyte. */
const MOST_TALLIES = 250_000;

interface Group {
  readonly keys: readonly ExactValue[];
  readonly tallies: ReadonlyMap<string, ValueTally>;
  records: number;
}

interface GroupOrder extends SortKey {
  readonly at: number;
}

export class RecordGroups {
  readonly #summary: Summary;
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #measured: ReadonlySet<string>;
  readonly #groups = new Map<string, Group>();
  #records = 0;

  constructor(summary: Summary, fields: readonly Field[]) {
    this.#summary = summary;
    this.#fields = new Map(fields.map((field) => [field.id, field]));
    this.#measured = new Set(summary.measures.flatMap((each) => ('field' in each ? each.field : [])));
    if (summary.groups.length === 0) this.#groupOf([]);
  }

  /** Throws NotCountable if the groups or their different values need too much memory. */
  take(fields: readonly Field[], rows: readonly RecordRow[]): void {
    const places = placesOf(fields);
    const cellOf = (row: RecordRow, field: string): CellValue => row[places.get(field) ?? -1] ?? null;
    for (const row of rows) {
      const keys = this.#summary.groups.map((by) => keyOf(by, cellOf(row, by.field), this.#fields.get(by.field)));
      const group = this.#groupOf(keys);
      group.records += 1;
      this.#records += 1;
      for (const [field, tally] of group.tallies) tally.take(cellOf(row, field));
    }
  }

  /** The first groups of an order of columns, and behind them a row of all others, with their number. */
  result(sort?: readonly SortKey[]): { readonly rows: readonly RecordRow[]; readonly others: number } {
    const { groups: by, measures, top = Infinity } = this.#summary;
    const names = summaryColumns(this.#summary);
    const bySize = { field: names[by.length] ?? '', descending: true, nullsLast: true };
    const ties = by.map((_, at) => ({ field: names[at] ?? '', descending: false }));
    const order = [...(sort ?? [bySize]), ...ties].map((key) => ({ ...key, at: names.indexOf(key.field) }));
    const sorted = Array.from(this.#groups.values(), (group) => ({
      group,
      values: order.map(({ at }) => this.#column(group, at)),
    })).sort((one, other) => compareBy(order, one.values, other.values));
    const rest = sorted.slice(top).map(({ group }) => group);
    const rows: RecordRow[] = sorted.slice(0, top).map(({ group }) => names.map((_, at) => this.#column(group, at)));
    if (rest.length > 0) {
      const records = rest.reduce((sum, group) => sum + group.records, 0);
      const others = measures.map((measure) => this.#measure(measure, records, (field) => mergedCounts(rest, field)));
      rows.push([...by.map(() => OTHERS), ...others]);
    }
    return { rows, others: rest.length };
  }

  #groupOf(keys: readonly ExactValue[]): Group {
    const name = stringifyExact(keys.map((key) => (key === null ? null : plainNumber(valueText(key)))));
    const group = this.#groups.get(name);
    if (group !== undefined) return group;
    if (this.#groups.size * (1 + this.#measured.size) >= MOST_TALLIES) throw new NotCountable('tooMany');
    const tallies = new Map(
      Array.from(this.#measured, (field) => [field, new ValueTally(this.#kindOf(field))] as const),
    );
    const added: Group = { keys, tallies, records: 0 };
    this.#groups.set(name, added);
    return added;
  }

  #kindOf(field: string): FieldKind {
    return fieldKind(this.#fields.get(field)?.type ?? 'text');
  }

  #column(group: Group, at: number): ExactValue {
    const measure = this.#summary.measures[at - group.keys.length];
    if (measure === undefined) return group.keys[at] ?? null;
    return this.#measure(measure, group.records, (field) => mergedCounts([group], field));
  }

  #measure(measure: Measure, records: number, countsOf: (field: string) => ValueCounts): ExactValue {
    if (!('field' in measure)) {
      if (measure.calculate === 'count') return records;
      return this.#records === 0 ? null : valueOf(shareText(records, this.#records));
    }
    const { calculate, field } = measure;
    const counts = countsOf(field);
    return calculate === 'distinct' ? counts.size : calculated(calculate, counts, this.#kindOf(field));
  }
}

function mergedCounts(groups: readonly Group[], field: string): ValueCounts {
  const [only] = groups;
  if (only !== undefined && groups.length === 1) return only.tallies.get(field)?.counts ?? new Map<string, number>();
  const all = new Map<string, number>();
  for (const { tallies } of groups)
    for (const [value, count] of tallies.get(field)?.counts ?? []) all.set(value, (all.get(value) ?? 0) + count);
  return all;
}

/** A calculation over values. Numbers are exact, without NaN and infinities. Null if there are none. */
export function calculated(
  calculate: 'sum' | 'mean' | 'median' | 'min' | 'max',
  counts: ValueCounts,
  kind: FieldKind,
): ExactValue {
  if (kind !== 'number') {
    let end: string | undefined;
    for (const text of counts.keys())
      if (end === undefined || compareTexts(text, end) < 0 !== (calculate === 'max')) end = text;
    return end === undefined ? null : kind === 'boolean' ? end === 'true' : end;
  }
  const numbers: { readonly number: ExactDecimal; readonly count: number }[] = [];
  for (const [text, count] of counts) {
    const number = parseDecimal(text);
    if (number !== undefined) numbers.push({ number, count });
  }
  if (numbers.length === 0) return null;
  const values = numbers.reduce((all, { count }) => all + count, 0);
  if (calculate === 'sum' || calculate === 'mean') {
    const parts = numbers.map(({ number, count }) => ({ ...number, digits: number.digits * BigInt(count) }));
    const text = decimalText(parts.reduce(add, ZERO), true);
    return valueOf(calculate === 'sum' ? text : meanText(text, values));
  }
  numbers.sort((one, other) => compare(one.number, other.number));
  const numberAt = (rank: number): string => {
    let count = 0;
    const entry = numbers.find((each) => (count += each.count) >= rank);
    return decimalText(entry?.number ?? ZERO, true);
  };
  if (calculate !== 'median') return valueOf(numberAt(calculate === 'min' ? 1 : values));
  return valueOf(middleText(numberAt(Math.ceil(values / 2)), numberAt(Math.floor(values / 2) + 1)));
}

function valueOf(text: string): ExactValue {
  return readExact(text) ?? text;
}

function keyOf({ unit, width }: SummaryGroup, cell: CellValue, field: Field | undefined): ExactValue {
  const value = typedValue(cell);
  if (value === null) return null;
  const text = valueText(value);
  if (unit !== undefined) {
    const moment = isInstant(field) && Number.isFinite(Date.parse(text)) ? new Date(text).toISOString() : text;
    const day = dayOfText(moment);
    if (day === undefined) return null;
    return unit === 'hour' ? Number(moment.slice(11, 13)) : periodOf(unit, day);
  }
  const [number, by] = [parseDecimal(text), parseDecimal(width ?? '')];
  if (number === undefined || by === undefined) return value;
  const scale = Math.max(number.scale, by.scale);
  const [units, size] = [number, by].map((each) => each.digits * 10n ** BigInt(scale - each.scale)) as [bigint, bigint];
  const place = units / size - (units % size < 0n ? 1n : 0n);
  return valueOf(binEdge(String(place), decimalText(by)));
}

function periodOf(unit: Exclude<SummaryGroup['unit'], 'hour' | undefined>, day: CalendarDay): ExactValue {
  const days = daysOf(day);
  // The first day of 1970 was a Thursday.
  const weekday = ((((days + 3) % 7) + 7) % 7) + 1;
  if (unit === 'weekday') return weekday;
  const text = periodText(unit === 'week' ? dayOf(days - weekday + 1) : day, unit);
  return unit === 'year' ? Number(text) : text;
}

function compareBy(order: readonly GroupOrder[], one: readonly ExactValue[], other: readonly ExactValue[]): number {
  for (const [at, { descending, nullsLast = !descending }] of order.entries()) {
    const [first = null, second = null] = [one[at], other[at]];
    const isNull = first === null || second === null;
    if (isNull && first !== second) return (first === null) === nullsLast ? 1 : -1;
    const difference = isNull ? 0 : compareValues(first, second);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return 0;
}

/** Numbers by their size, and all other values by their texts. */
function compareValues(one: ExactValue, other: ExactValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [valueText(one), valueText(other)];
  const [number, against] = typeof one === 'string' ? [] : [parseDecimal(first), parseDecimal(second)];
  return number !== undefined && against !== undefined ? compare(number, against) : compareTexts(first, second);
}

/** Sorts by code points, as engines do. Half of a surrogate pair is less than U+E000 as a unit, but stands for more. */
function compareTexts(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  const [first = -1, second = -1] = [one, other].map((text) => {
    const unit = text.charCodeAt(at);
    return Number.isNaN(unit) ? -1 : unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
  });
  return first - second;
}
