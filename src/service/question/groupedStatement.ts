/** Writes summaries in SQL by one walk for all engines; groupedAnswer.ts reads their answers. */
import { parseDecimal } from '../../base/exactDecimal.ts';
import { type DateUnit, unitText } from '../../base/calendarDay.ts';
import { binEdge, shareText } from '../../base/summaryNumbers.ts';
import type { GroupedQuestion, GroupKey, GroupMeasure } from './groupedQuestion.ts';
import {
  exactFloat,
  HIGH_UNIT,
  meanOf,
  middleFloat,
  middleOf,
  roundedFloat,
  shortNumber,
  sumOf,
} from './groupedValues.ts';
import { directionSql, type RecordWindow, type SqlField, StatementBuilder, windowSql } from './statement.ts';
import type { SpreadFigure } from './summaryQuestion.ts';

/** How an engine calculates with the numbers of a field. */
export interface NumberSql {
  readonly sql: string;
  readonly isFloat: boolean;
  /** The most digits, and those after the point. Floats have 0 of both. */
  readonly digits: number;
  readonly scale: number;
  /** SQL of a condition for numbers that are neither NaN nor infinite, if there may be such. */
  readonly finite?: string;
}

/** Takes SQL of a value of each record, and returns the name under which it can be aggregated. */
export type TakeValue = (sql: string) => string;

/** SQL of the least or greatest value as text, and of its place in an order. */
export interface GroupEnd {
  readonly text: string;
  readonly order: string;
}

/** SQL of a value that numbers of a bin have in common, and how the bin's lower edge is written of it. */
export interface GroupBin {
  readonly sql: string;
  readonly written: (text: string) => string;
}

export interface GroupedColumn {
  /** SQL of the texts from which the value is made. */
  readonly parts: readonly string[];
  /** SQL of what groups are sorted by. */
  readonly order: readonly string[];
  readonly finish: (parts: readonly (string | null)[], records: string) => string | null;
  readonly isTooLong?: true;
}

export interface GroupedStatement {
  readonly sql: string;
  readonly columns: readonly GroupedColumn[];
  /** The place in a row of each part; columns with equal ones share it. */
  readonly places: ReadonlyMap<string, number>;
  /**
   * The places of what is added up over the groups of a long page: their records, and numbers left out if there may be
   * such. Undefined if the numbers of groups, of their records and of numbers left out are at the end of each row.
   */
  readonly added?: readonly number[];
}

/** The largest groups, or the records of all others in one row. */
export type GroupedPart = 'groups' | 'others';

/** Sums of numbers with so many digits, of up to 10^10 records, have no more than 38. */
const ADDABLE_DIGITS = 28;
/** Engines calculate exactly with integers of so many digits. */
export const LONGEST_DIGITS = 38;
const UNIT = String(HIGH_UNIT);
const PLACES = String(10n ** 18n);

/** Numbers of all groups beside each one take a fifth of the time of a page that has all of them. */
const LONG_PAGE = 10_000;

const NOTHING: GroupedColumn = { parts: [], order: [], finish: () => null };

export abstract class GroupedBuilder<F extends SqlField> extends StatementBuilder<F> {
  protected readonly weekday: string = 'isodow';

  /** Undefined if the engine can't calculate with them exactly. */
  protected abstract number(field: F): NumberSql | undefined;
  /** SQL of a date, or of a time without zone; NULL for infinite ones. */
  protected abstract moment(field: F, zone: string): string;

  /** SQL of what unitText writes: the first day of a unit, or the number of a weekday or hour. */
  protected unitOf(field: F, unit: DateUnit, zone: string): string {
    const moment = this.moment(field, zone);
    if (unit === 'weekday' || unit === 'hour')
      return `extract(${unit === 'hour' ? unit : this.weekday} from ${moment})`;
    return `cast(${unit === 'day' ? moment : `date_trunc('${unit}', ${moment})`} as date)`;
  }

  /** Undefined if values of bins could have too many digits. */
  protected abstract bin(number: NumberSql, width: string): GroupBin | undefined;
  protected abstract endOf(aggregate: 'min' | 'max', field: F, take: TakeValue): GroupEnd;
  /** SQL of a whole number, as long as the engine's longest. */
  protected abstract integer(digits: string): string;
  /** SQL of a decimal without its point. */
  protected abstract wholeDigits(sql: string): string;
  /** SQL of the quotient of two integers, rounded towards zero. */
  protected abstract quotient(sql: string, by: string): string;

  protected sum(field: F): string | undefined {
    const number = this.number(field);
    return number && this.plainSum(number.sql, number);
  }

  protected spread(spread: SpreadFigure, field: F): string | undefined {
    const number = this.number(field);
    if (number === undefined) return undefined;
    const sql = finiteNumberSql(number);
    if (spread === 'deviation') return text(`stddev_samp(cast(${sql} as double precision))`);
    if (spread === 'median') return this.middles(sql).map(text).join(` || '|' || `);
    const share = spread === 'quartile1' ? '0.25' : '0.75';
    return text(`percentile_disc(${share}) within group (order by ${sql})`);
  }

  protected plainSum(sql: string, _number: NumberSql): string {
    return `sum(${sql})`;
  }

  /** SQL of a sum as text, or of two parts of it, because long numbers could exceed the engine's longest ones. */
  protected sumParts(name: string, number: NumberSql): readonly string[] {
    return number.digits > ADDABLE_DIGITS ? this.#highAndLow(name) : [this.plainSum(name, number)];
  }

  /** SQL by which sums are sorted exactly. */
  protected sumOrder(name: string, number: NumberSql): readonly string[] {
    return number.digits > ADDABLE_DIGITS ? this.#carried(name) : [this.plainSum(name, number)];
  }

  /** The quotient and 18 places behind it tell means of up to 10^9 values apart. */
  protected meanOrder(name: string, number: NumberSql): readonly string[] {
    const count = `count(${name})`;
    const places = (rest: string): string => this.quotient(`(${rest} % ${count}) * ${PLACES}`, count);
    if (number.digits <= ADDABLE_DIGITS) {
      const sum = this.wholeDigits(this.plainSum(name, number));
      return [this.quotient(sum, count), places(sum)];
    }
    const [high, low] = this.#carried(name);
    const rest = `(${floorRest(high, count)} * ${this.integer(UNIT)} + ${low})`;
    return [this.floorQuotient(high, count), this.quotient(rest, count), places(rest)];
  }

  /** Calculates the place of a bin with integers, because engines round quotients of decimals. */
  protected decimalBin({ sql, digits, scale }: Omit<NumberSql, 'isFloat'>, width: string): GroupBin | undefined {
    const { digits: wide, scale: places } = parseDecimal(width) ?? { digits: 1n, scale: 0 };
    const most = Math.max(scale, places);
    const by = wide * 10n ** BigInt(most - places);
    const written = (text: string): string => binEdge(text, width);
    if (by >= 10n ** BigInt(LONGEST_DIGITS))
      return { sql: `case when ${sql} < 0 then -1 when ${sql} is not null then 0 end`, written };
    if (digits + most - scale > LONGEST_DIGITS) return undefined;
    const whole = `(${this.wholeDigits(sql)} * ${this.integer(String(10n ** BigInt(most - scale)))})`;
    return { sql: this.floorQuotient(whole, this.integer(String(by))), written };
  }

  protected floorQuotient(sql: string, by: string): string {
    return `(${this.quotient(sql, by)} - case when ${sql} % ${by} < 0 then 1 else 0 end)`;
  }

  #highAndLow(name: string): readonly [high: string, low: string] {
    const [digits, unit] = [this.wholeDigits(name), this.integer(UNIT)];
    return [`sum(${this.quotient(digits, unit)})`, `sum(${digits} % ${unit})`];
  }

  /** The low part is from 0 to below the unit. */
  #carried(name: string): readonly [high: string, low: string] {
    const [high, low] = this.#highAndLow(name);
    const unit = this.integer(UNIT);
    return [`(${high} + ${this.floorQuotient(low, unit)})`, floorRest(low, unit)];
  }

  /** SQL of the lower and the upper middle value. */
  protected middles(name: string): readonly [lower: string, upper: string] {
    const middle = (direction: string): string => `percentile_disc(0.5) within group (order by ${name} ${direction})`;
    return [middle('asc'), middle('desc')];
  }

  /** SQL of a number that is no double, so that two of them can be added up. */
  protected exactSql(sql: string, { digits, scale }: NumberSql): string {
    return digits > 37 ? `cast(${sql} as double precision)` : `cast(${sql} as decimal(38, ${String(scale)}))`;
  }

  /** Equal for equal values, and sorted by code point if they are texts. */
  protected keyOf({ key, value }: F): string {
    return key ?? value;
  }

  /** SQL of a group's value as text. `name` is that of its key. */
  protected shown(field: F, name: string, take: TakeValue): string {
    return this.keyOf(field) === field.column ? `cast(${name} as varchar)` : `min(${take(field.value)})`;
  }

  protected shownText(_field: F): (text: string | null) => string | null {
    return (text) => text;
  }

  /** SQL of a whole number or decimal, as text or as what the engine's client writes with all digits. */
  protected exact(sql: string): string {
    return text(sql);
  }

  protected isSame(one: string, other: string): string {
    return `${one} is not distinct from ${other}`;
  }

  /** Adds what aggregates need besides to SQL of the records' values. `names` are those of numbers with a median. */
  protected ranked(records: string, _names: readonly string[], _keys: readonly string[]): string {
    return records;
  }

  grouped(question: GroupedQuestion, part: GroupedPart, page: RecordWindow, further = ''): GroupedStatement {
    const taken = new Map<string, string>();
    const take: TakeValue = (sql) => {
      const name = taken.get(sql) ?? `m${String(taken.size)}`;
      taken.set(sql, name);
      return name;
    };
    const keys = question.groups.map((group, at) => ({
      ...this.#key(group, question.zone),
      ...{ field: group.field, name: `g${String(at)}` },
    }));
    const names = keys.map(({ name }) => name);
    const isOthers = part === 'others';
    const columns = [
      ...keys.map((key) => this.#groupColumn(key.field, key, key.name, take)),
      ...question.measures.map((measure) => this.#measure(measure, take)),
    ];
    const order = [
      ...question.order.flatMap((key) =>
        (columns[key.column]?.order ?? []).map((sql) => `${sql} ${directionSql(key)}`),
      ),
      ...names.map((name) => `${sortedBy(name)} asc nulls last`),
    ];
    const leftOut = this.#leftOut(question.measures, take);
    const medians = question.measures.flatMap((measure) =>
      measure.calculate === 'median' ? this.#nameOf(measure.field, take) : [],
    );
    const values = [
      ...keys.map(({ sql = 'cast(null as integer)', name }) => `${sql} as ${name}`),
      ...[...taken].map(([sql, name]) => `${sql} as ${name}`),
    ];
    const source = this.source({ ...question, distinct: false, select: [] }, further);
    const records = `select ${values.length === 0 ? '1 as one' : values.join(', ')} from ${source}`;
    const by = names.length === 0 ? '' : ` group by ${names.join(', ')}`;
    const sorted = (from: string): string => `${from}${by}${order.length === 0 ? '' : ` order by ${order.join(', ')}`}`;
    const ranked = (of: string, within: readonly string[]): string => `(${this.ranked(of, medians, within)}) s`;
    const facts = ['count(*)', 'sum(count(*))', `sum(${leftOut ?? '0'})`].map((sql) => this.exact(`${sql} over ()`));
    const ofGroup = ['count(*)', ...(leftOut === undefined ? [] : [leftOut])].map((sql) => this.exact(sql));
    const isLong = page.offset === 0 && page.limit >= LONG_PAGE;
    const selected = (shown: readonly GroupedColumn[]): Omit<GroupedStatement, 'sql'> & { readonly parts: string } => {
      const parts = [...new Set([...shown.flatMap((column) => column.parts), ...(isLong ? ofGroup : [])])];
      const places = new Map(parts.map((sql, at) => [sql, at]));
      const added = isLong && { added: ofGroup.map((sql) => places.get(sql) ?? 0) };
      return { columns: shown, places, ...added, parts: [...parts, ...(isLong ? [] : facts)].join(', ') };
    };
    if (!isOthers) {
      const { parts, ...rest } = selected(columns);
      return { sql: `select ${parts} from ${sorted(ranked(records, names))}${windowSql(page)}`, ...rest };
    }
    const top = `select ${names.join(', ')} from ${sorted(ranked(records, names))}${windowSql({ limit: question.top, offset: 0 })}`;
    const same = names.map((name) => this.isSame(`b.${name}`, `a.${name}`)).join(' and ');
    const others = `select * from (${records}) a where not exists (select 1 from (${top}) b where ${same})`;
    const { parts, ...rest } = selected(columns.map((column, at) => (at < names.length ? NOTHING : column)));
    return { sql: `select ${parts} from ${ranked(others, [])}`, ...rest };
  }

  #key({ field: id, unit, width }: GroupKey, zone: string): Partial<GroupBin> {
    const field = this.field(id);
    if (unit !== undefined) return { sql: this.unitOf(field, unit, zone), written: (text) => unitText(text, unit) };
    if (width === undefined) return { sql: this.keyOf(field) };
    const number = this.number(field);
    return (number && this.bin(number, width)) ?? { written: (text) => text };
  }

  #groupColumn(id: string, { sql, written }: Partial<GroupBin>, name: string, take: TakeValue): GroupedColumn {
    const order = [sortedBy(name)];
    const isTooLong = sql === undefined && { isTooLong: true as const };
    if (written !== undefined) {
      // Groups by several fields have the same unit or bin often.
      const texts = new Map<string | null, string | null>([[null, null]]);
      const finish: GroupedColumn['finish'] = (parts) => {
        const key = first(parts);
        if (key !== null && !texts.has(key)) texts.set(key, written(key));
        return texts.get(key) ?? null;
      };
      return { parts: [text(name)], order, ...isTooLong, finish };
    }
    const field = this.field(id);
    const shownText = this.shownText(field);
    return { parts: [this.shown(field, name, take)], order, finish: (parts) => shownText(first(parts)) };
  }

  #measure(measure: GroupMeasure, take: TakeValue): GroupedColumn {
    if (!('field' in measure)) {
      const finish: GroupedColumn['finish'] =
        measure.calculate === 'count'
          ? first
          : ([count], records) => (records === '0' ? null : shareText(count ?? '0', records));
      return { parts: [this.exact('count(*)')], order: ['count(*)'], finish };
    }
    const { calculate } = measure;
    const field = this.field(measure.field);
    const number = this.number(field);
    if (calculate === 'distinct') {
      const sql = `count(distinct ${take(this.keyOf(field))})`;
      return { parts: [this.exact(sql)], order: [sql], finish: first };
    }
    if (number === undefined) {
      if (calculate !== 'min' && calculate !== 'max')
        return { parts: [], order: [], finish: () => null, isTooLong: true };
      const end = this.endOf(calculate, field, take);
      const shown = this.shownText(field);
      return { parts: [end.text], order: [end.order], finish: (parts) => shown(first(parts)) };
    }
    return this.#numberMeasure(calculate, number, take(finiteNumberSql(number)));
  }

  #numberMeasure(
    calculate: Exclude<GroupMeasure['calculate'], 'count' | 'share' | 'distinct'>,
    number: NumberSql,
    name: string,
  ): GroupedColumn {
    const { isFloat, scale } = number;
    switch (calculate) {
      case 'min':
      case 'max': {
        const sql = `${calculate}(${name})`;
        return { parts: [text(sql)], order: [sql], finish: isFloat ? exactFloat : shortNumber };
      }
      case 'sum':
      case 'mean': {
        if (isFloat) {
          const sql = `${calculate === 'sum' ? 'sum' : 'avg'}(cast(${name} as double precision))`;
          return { parts: [text(sql)], order: [sql], finish: roundedFloat };
        }
        const parts = this.sumParts(name, number).map((sql) => this.exact(sql));
        return calculate === 'sum'
          ? { parts, order: this.sumOrder(name, number), finish: (sums) => sumOf(sums, scale) }
          : {
              parts: [...parts, this.exact(`count(${name})`)],
              order: this.meanOrder(name, number),
              finish: (sums) => meanOf(sums, scale),
            };
      }
      case 'median': {
        const middles = this.middles(name);
        const order = middles.map((sql) => (isFloat ? `${sql} / 2` : this.exactSql(sql, number))).join(' + ');
        return { parts: middles.map(text), order: [order], finish: isFloat ? middleFloat : middleOf };
      }
    }
  }

  /** The names of a field's numbers; empty if the engine can't calculate with them. */
  #nameOf(id: string, take: TakeValue): readonly string[] {
    const number = this.number(this.field(id));
    return number === undefined ? [] : [take(finiteNumberSql(number))];
  }

  /** SQL of how many NaN and infinities measures leave out, if there may be such. */
  #leftOut(measures: readonly GroupMeasure[], take: TakeValue): string | undefined {
    const fields = new Set(
      measures.flatMap((measure) => ('field' in measure && measure.calculate !== 'distinct' ? measure.field : [])),
    );
    const counts = [...fields].flatMap((id) => {
      const number = this.number(this.field(id));
      if (number?.finite === undefined) return [];
      return `count(${take(number.sql)}) - count(${take(finiteNumberSql(number))})`;
    });
    return counts.length === 0 ? undefined : counts.join(' + ');
  }
}

export function finiteNumberSql({ sql, finite }: NumberSql): string {
  return finite === undefined ? sql : `case when ${finite} then ${sql} end`;
}

/** PostgreSQL names a text after the key of which it is made, and would sort by it. */
function sortedBy(name: string): string {
  return `s.${name}`;
}

function floorRest(sql: string, by: string): string {
  return `((${sql} % ${by} + ${by}) % ${by})`;
}

function text(sql: string): string {
  return `cast(${sql} as varchar)`;
}

function first(parts: readonly (string | null)[]): string | null {
  return parts[0] ?? null;
}
