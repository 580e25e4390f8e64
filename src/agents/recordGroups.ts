/** Groups records in memory, with exact numbers, where a portal can't summarize them. */
import { type CellValue, type ExactValue, type RecordRow, typedValue } from '../base/cells.ts';
import { type CalendarDay, dayOf, dayOfText, daysOf, unitText } from '../base/calendarDay.ts';
import { add, compare, decimalText, type ExactDecimal, parseDecimal, ZERO } from '../base/exactDecimal.ts';
import { readExact, stringifyExact, valueText } from '../base/exactJson.ts';
import { type Field, fieldKind, placesOf } from '../base/field.ts';
import { binEdge, meanText, middleText, shareText } from '../base/summaryNumbers.ts';
import type { SortKey } from '../datastore/query/query.ts';
import { OTHERS, type Measure, type Summary, summaryColumns, type SummaryGroup } from '../datastore/query/summary.ts';
import { isInstant } from '../datastore/query/summaryCheck.ts';
import { plainNumber, ValueTally } from '../datastore/statistics/valueTally.ts';

interface Group {
  readonly keys: readonly ExactValue[];
  readonly tallies: readonly (readonly [field: string, tally: ValueTally])[];
  records: number;
}

interface Counted {
  readonly records: number;
  readonly countsOf: (field: string) => ReadonlyMap<string, number>;
}

export class RecordGroups {
  readonly #summary: Summary;
  readonly #types: ReadonlyMap<string, Field>;
  readonly #measured: readonly string[];
  readonly #groups = new Map<string, Group>();
  #records = 0;

  constructor(summary: Summary, fields: readonly Field[]) {
    this.#summary = summary;
    this.#types = new Map(fields.map((field) => [field.id, field]));
    this.#measured = [...new Set(summary.measures.flatMap((each) => ('field' in each ? each.field : [])))];
    if (summary.groups.length === 0) this.#groupOf([]);
  }

  /** Throws NotCountable if the different values need too much memory. */
  take(fields: readonly Field[], rows: readonly RecordRow[]): void {
    const places = placesOf(fields);
    const cellOf = (row: RecordRow, field: string): CellValue => row[places.get(field) ?? -1] ?? null;
    for (const row of rows) {
      const keys = this.#summary.groups.map((group) =>
        keyOf(group, cellOf(row, group.field), this.#types.get(group.field)),
      );
      const group = this.#groupOf(keys);
      group.records += 1;
      this.#records += 1;
      for (const [field, tally] of group.tallies) tally.take(cellOf(row, field));
    }
  }

  /** The groups in an order of columns, and behind the first `top` ones a row of all others, with their number. */
  result(sort: readonly SortKey[] | undefined): { readonly rows: readonly RecordRow[]; readonly others: number } {
    const { groups: by, measures, top = Infinity } = this.#summary;
    const names = summaryColumns(this.#summary);
    const largest = names[by.length] ?? '';
    const order = sort ?? (by.length === 0 ? [] : [{ field: largest, descending: true, nullsLast: true }]);
    const columns = order.map((key) => ({ ...key, at: names.indexOf(key.field) }));
    const sorted = [...this.#groups.values()]
      .map((group) => ({ group, values: columns.map(({ at }) => this.#column(group, at)) }))
      .sort((one, other) => {
        for (const [at, { descending, nullsLast = !descending }] of columns.entries()) {
          const [first = null, second = null] = [one.values[at], other.values[at]];
          if (first === null || second === null) {
            if (first !== second) return (first === null) === nullsLast ? 1 : -1;
          } else {
            const difference = compareValues(first, second);
            if (difference !== 0) return descending ? -difference : difference;
          }
        }
        return compareKeys(one.group.keys, other.group.keys);
      })
      .map(({ group }) => group);
    const shown = sorted.slice(0, top);
    const rest = sorted.slice(shown.length);
    const rows: RecordRow[] = shown.map((group) => names.map((_, at) => this.#column(group, at)));
    if (rest.length > 0) {
      const all = merged(rest);
      rows.push([...by.map(() => OTHERS), ...measures.map((measure) => this.#measure(measure, all))]);
    }
    return { rows, others: rest.length };
  }

  #groupOf(keys: readonly ExactValue[]): Group {
    const name = stringifyExact(keys.map((key) => (key === null ? null : plainNumber(valueText(key)))));
    const group = this.#groups.get(name);
    if (group !== undefined) return group;
    const tallies = this.#measured.map((field) => [field, new ValueTally(this.#kindOf(field))] as const);
    const added: Group = { keys, tallies, records: 0 };
    this.#groups.set(name, added);
    return added;
  }

  #kindOf(field: string) {
    return fieldKind(this.#types.get(field)?.type ?? 'text');
  }

  #column(group: Group, at: number): ExactValue {
    const { groups, measures } = this.#summary;
    const measure = measures[at - groups.length];
    return measure === undefined ? (group.keys[at] ?? null) : this.#measure(measure, countedOf(group));
  }

  #measure(measure: Measure, { records, countsOf }: Counted): ExactValue {
    if (!('field' in measure)) {
      if (measure.calculate === 'count') return records;
      return this.#records === 0 ? null : valueOf(shareText(records, this.#records));
    }
    const { calculate, field } = measure;
    const counts = countsOf(field);
    if (calculate === 'distinct') return counts.size;
    const kind = this.#kindOf(field);
    return kind === 'number'
      ? numberMeasure(calculate, counts)
      : endOf(counts, calculate === 'max', kind === 'boolean');
  }
}

function countedOf({ records, tallies }: Group): Counted {
  return {
    records,
    countsOf: (field) => tallies.find(([id]) => id === field)?.[1].counts ?? new Map<string, number>(),
  };
}

function merged(groups: readonly Group[]): Counted {
  const records = groups.reduce((sum, group) => sum + group.records, 0);
  const countsOf = (field: string): ReadonlyMap<string, number> => {
    const all = new Map<string, number>();
    for (const group of groups)
      for (const [value, count] of countedOf(group).countsOf(field)) all.set(value, (all.get(value) ?? 0) + count);
    return all;
  };
  return { records, countsOf };
}

/** What is calculated of numbers, without NaN and infinities. Null if there are none. */
export function numberMeasure(
  calculate: Exclude<Measure['calculate'], 'count' | 'share' | 'distinct'>,
  counts: ReadonlyMap<string, number>,
): ExactValue {
  const numbers: { readonly number: ExactDecimal; readonly count: number }[] = [];
  for (const [text, count] of counts) {
    const number = parseDecimal(text);
    if (number !== undefined) numbers.push({ number, count });
  }
  if (numbers.length === 0) return null;
  const values = numbers.reduce((all, { count }) => all + count, 0);
  if (calculate === 'sum' || calculate === 'mean') {
    let sum = ZERO;
    for (const { number, count } of numbers)
      sum = add(sum, { digits: number.digits * BigInt(count), scale: number.scale });
    const text = decimalText(sum, true);
    return valueOf(calculate === 'sum' ? text : meanText(text, values));
  }
  numbers.sort((one, other) => compare(one.number, other.number));
  const at = (rank: number): string => {
    let seen = 0;
    const entry = numbers.find(({ count }) => (seen += count) >= rank) ?? numbers.at(-1);
    return decimalText(entry?.number ?? ZERO, true);
  };
  if (calculate === 'median') return valueOf(middleText(at(Math.ceil(values / 2)), at(Math.floor(values / 2) + 1)));
  return valueOf(at(calculate === 'min' ? 1 : values));
}

/** The least or greatest of texts, by their code points. */
export function endOf(counts: ReadonlyMap<string, number>, isMax: boolean, isBoolean: boolean): ExactValue {
  let end: string | undefined;
  for (const text of counts.keys()) if (end === undefined || text < end !== isMax) end = text;
  return end === undefined ? null : isBoolean ? end === 'true' : end;
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
    return unit === 'hour' ? Number(moment.slice(11, 13)) : unitOf(unit, day);
  }
  if (width === undefined) return value;
  const [number, by] = [parseDecimal(text), parseDecimal(width)];
  if (number === undefined || by === undefined) return value;
  const scale = Math.max(number.scale, by.scale);
  const [units, size] = [number, by].map((each) => each.digits * 10n ** BigInt(scale - each.scale)) as [bigint, bigint];
  const place = units / size - (units % size < 0n ? 1n : 0n);
  return valueOf(binEdge(String(place), width));
}

function unitOf(unit: Exclude<SummaryGroup['unit'], 'hour' | undefined>, day: CalendarDay): ExactValue {
  const days = daysOf(day);
  const weekday = ((((days + 3) % 7) + 7) % 7) + 1;
  if (unit === 'weekday') return weekday;
  const { year, month, day: ofMonth } = unit === 'week' ? dayOf(days - weekday + 1) : day;
  const text = unitText(`${String(year).padStart(4, '0')}-${two(month)}-${two(ofMonth)}`, unit);
  return unit === 'year' ? Number(text) : text;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function compareKeys(one: readonly ExactValue[], other: readonly ExactValue[]): number {
  for (const [at, first] of one.entries()) {
    const second = other[at] ?? null;
    if (first === null || second === null) {
      if (first !== second) return first === null ? 1 : -1;
      continue;
    }
    const difference = compareValues(first, second);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Numbers by their size, and all other values by the code units of their texts. */
function compareValues(one: ExactValue, other: ExactValue): number {
  const [first, second] = [valueText(one), valueText(other)];
  if (first === second) return 0;
  const [number, with_] = typeof one === 'string' ? [] : [parseDecimal(first), parseDecimal(second)];
  if (number !== undefined && with_ !== undefined) return compare(number, with_);
  return first < second ? -1 : 1;
}
