import { decimalText, parseDecimal } from '../../../../base/exactDecimal.ts';
import { shortDecimal } from '../../../../base/summaryNumbers.ts';
import type { DateUnit } from '../../../../base/calendarDay.ts';
import {
  type GroupBin,
  GroupedBuilder,
  type GroupEnd,
  LONGEST_DIGITS,
  type NumberSql,
  type TakeValue,
} from '../../../question/groupedStatement.ts';
import { binEdge } from '../../../../base/summaryNumbers.ts';
import { firstOfBin } from '../../../question/groupedValues.ts';
import type { Phrase, SqlField } from '../../../question/statement.ts';
import type { Comparator, Operand } from '../../../question/tableQuestion.ts';
import { SEPARATOR, wordPattern } from '../../../question/wordPattern.ts';
import type { Bindings } from '../bindings.ts';
import type { Column, Columns } from '../columns.ts';
import { DECIMAL_DIGITS, decimalPlace, decimalType } from '../decimalOrder.ts';
import { SEARCH_COLUMN } from '../layout.ts';
import type { TypedColumn } from '../statement/columnTypes.ts';

interface DuckdbField extends SqlField {
  readonly text: string;
  readonly key: string;
  readonly own: Column;
}

/** DuckDB 1.5 makes a join of longer lists, whose records come in no order where several threads work. */
const MOST_COMPARED = 4;

/** Writes questions for DuckDB. Fields compare with sent values as in PostgreSQL (docs/ckan.md 21 and 22). */
export class DuckdbBuilder extends GroupedBuilder<DuckdbField> {
  protected readonly table: string;
  readonly #bindings: Bindings;
  readonly #numbers: ReadonlyMap<string, TypedColumn>;
  #joins = false;

  /** `numbers` has columns of fields that can be summed, besides those that sort by numbers. */
  constructor(
    table: string,
    columns: Columns,
    bindings: Bindings,
    numbers: ReadonlyMap<string, TypedColumn> = new Map(),
  ) {
    super(Array.from(columns.values(), fieldOf));
    this.table = table;
    this.#bindings = bindings;
    this.#numbers = numbers;
  }

  /** Whether a condition is a join, so that records come in no order by themselves. */
  get joins(): boolean {
    return this.#joins;
  }

  protected literal(text: string): string {
    return this.#bindings.text(text);
  }

  protected compare({ key, own: { scale, type } }: DuckdbField, comparator: Comparator, operand: Operand): string {
    return scale !== undefined
      ? decimalComparison(key, scale, comparator, operand.key, this.#bindings)
      : `${key} ${comparator} ${this.literal(operand.key)}${castOf(type)}`;
  }

  protected isOneOf({ key, own: { scale, type } }: DuckdbField, operands: readonly Operand[]): string {
    const keys = operands.map((operand) => operand.key);
    this.#joins ||= keys.length > MOST_COMPARED;
    if (scale !== undefined) return decimalMembership(key, scale, keys, this.#bindings);
    return membership(key, keys, castOf(type), this.#bindings);
  }

  protected override contains(text: string, needle: string, isStart: boolean): string {
    return `${isStart ? 'starts_with' : 'contains'}(${text}, ${needle})`;
  }

  /** Only a text with the separator could match across fields. */
  protected override containers(field: DuckdbField | undefined, text: string): readonly string[] {
    return field === undefined && !text.includes(SEPARATOR) ? [SEARCH_COLUMN] : super.containers(field, text);
  }

  protected subject(field: DuckdbField | undefined): string {
    return field === undefined ? SEARCH_COLUMN : `lower(${field.text})`;
  }

  /** DuckDB folds words, because JavaScript folds `İ` and `Σ` differently. */
  protected matches(phrase: Phrase, field: DuckdbField | undefined): string {
    const subject = this.subject(field);
    const parts = wordPattern(phrase).map((part) =>
      typeof part === 'string' ? `'${part}'` : `regexp_escape(lower(${this.literal(part.text)}))`,
    );
    return this.hasWords(phrase, subject, `regexp_matches(${subject}, ${parts.join(' || ')})`);
  }

  protected end(aggregate: 'min' | 'max', { key, column, own: { scale, type } }: DuckdbField): string {
    const isOwn = column === key || scale !== undefined || type === 'int';
    return isOwn ? `${aggregate}(${key})::varchar` : `arg_${aggregate}(${column}, ${key})`;
  }

  protected number({ id, key, own: { scale, type } }: DuckdbField): NumberSql | undefined {
    if (scale !== undefined) return { sql: key, isFloat: false, digits: DECIMAL_DIGITS, scale };
    if (type === 'int') return { sql: key, isFloat: false, digits: INTEGER_DIGITS, scale: 0 };
    const column = this.#numbers.get(id);
    if (column === undefined) return undefined;
    const { sql } = column;
    const [, digits = String(INTEGER_DIGITS), places = '0'] = /^DECIMAL\((\d+), ?(\d+)\)/i.exec(column.type) ?? [];
    if (!/^(?:FLOAT|DOUBLE)/i.test(column.type))
      return { sql, isFloat: false, digits: Number(digits), scale: Number(places) };
    return { sql, isFloat: true, digits: 0, scale: 0, finite: `isfinite(${sql})` };
  }

  protected moment({ key, column, own: { type } }: DuckdbField, zone: string): string {
    const isPlain = key === column;
    // DuckDB reads the era behind the day.
    const withEra = `regexp_replace(${column}, '^([^T]+)T?(.*) BC$', '\\1 (BC) \\2')`;
    const text = isPlain ? column : `case when ends_with(${column}, ' BC') then ${withEra} else ${column} end`;
    const moment = `try_cast(${text} as ${type === 'date' ? 'date' : type === 'timestamp' ? 'timestamp' : 'timestamptz'})`;
    const local = type === 'timestamptz' ? `(${moment} at time zone ${this.literal(zone)})` : moment;
    return isPlain ? local : `(case when isfinite(${local}) then ${local} end)`;
  }

  /** Takes parts of dates that are spelled in ISO 8601, and numbers of others, because DuckDB's date_trunc is slow. */
  protected override unitOf(field: DuckdbField, unit: DateUnit, zone: string): string {
    const {
      key,
      column,
      own: { type },
    } = field;
    const isText = key === column && type !== 'timestamptz';
    const length = ISO_LENGTHS.get(unit);
    if (isText && length !== undefined) return `substr(${column}, 1, ${String(length)})`;
    if (unit === 'hour') return isText ? `substr(${column}, 12, 2)::integer` : `hour(${this.moment(field, zone)})`;
    const day = isText ? `try_cast(substr(${column}, 1, 10) as date)` : `cast(${this.moment(field, zone)} as date)`;
    switch (unit) {
      case 'year':
        return `year(${day})`;
      case 'quarter':
        return `year(${day}) * 4 + quarter(${day}) - 1`;
      case 'month':
        return `year(${day}) * 12 + month(${day}) - 1`;
      case 'week':
        return `${day} - (isodow(${day}) - 1)::integer`;
      case 'weekday':
        return `isodow(${day})`;
      case 'day':
        return day;
    }
  }

  protected bin(number: NumberSql, width: string): GroupBin | undefined {
    const { sql, isFloat, finite = 'true' } = number;
    if (!isFloat) return this.decimalBin(number, width);
    const by = `${this.literal(width)}::double`;
    const other = `case when ${finite} then floor(${sql} / ${by}) else ${sql} end`;
    const written = (text: string): string => binEdge(text, width);
    // The shortest text of a double is the number that people see. Others than these have an exponent.
    const decimal = `cast(cast(${sql} as varchar) as decimal(38, ${String(FLOAT_SCALE)}))`;
    const exact = super.decimalBin({ sql: decimal, digits: FLOAT_DIGITS, scale: FLOAT_SCALE }, width);
    if (exact === undefined) return { sql: other, written };
    return {
      sql: `case when abs(${sql}) between 1e-4 and 1e15 then cast(${exact.sql} as double) else ${other} end`,
      written,
    };
  }

  /** The remainder of decimals is exact and fast. Numbers of a bin share its first number, below 0 its last one. */
  protected override decimalBin(number: Omit<NumberSql, 'isFloat'>, width: string): GroupBin | undefined {
    const { sql, digits, scale } = number;
    const { digits: wide, scale: places } = parseDecimal(width) ?? { digits: 1n, scale: 0 };
    const most = Math.max(scale, places);
    const by = wide * 10n ** BigInt(most - places);
    const size = digits + most - scale <= DECIMAL_DIGITS ? DECIMAL_DIGITS : LONGEST_DIGITS;
    if (digits + most - scale > size || by >= 10n ** BigInt(size)) return super.decimalBin(number, width);
    const typed = (value: string): string => `${value}::decimal(${String(size)}, ${String(most)})`;
    const [step, wider] = [1n, by].map((units) => typed(`'${decimalText({ digits: units, scale: most })}'`));
    const [above, below] = [typed(sql), `(${typed(sql)} + ${step ?? ''})`];
    const last = `${below} - ${below} % ${wider ?? ''} - ${step ?? ''}`;
    return {
      sql: `case when ${sql} < 0 then ${last} else ${above} - ${above} % ${wider ?? ''} end`,
      written: (text) => (text.startsWith('-') ? firstOfBin(text, by) : shortDecimal(text)),
    };
  }

  protected endOf(aggregate: 'min' | 'max', { key, column }: DuckdbField, take: TakeValue): GroupEnd {
    const order = `${aggregate}(${take(key)})`;
    return { order, text: key === column ? `${order}::varchar` : `arg_${aggregate}(${take(column)}, ${take(key)})` };
  }

  /** Long texts take much longer to read from DuckDB than numbers. */
  protected override exact(sql: string): string {
    return sql;
  }

  protected integer(digits: string): string {
    return digits;
  }

  protected wholeDigits(sql: string): string {
    return `replace(cast(${sql} as varchar), '.', '')::hugeint`;
  }

  protected quotient(sql: string, by: string): string {
    return `${sql} // ${by}`;
  }
}

/** The lengths of units at the beginning of a date in ISO 8601. */
const ISO_LENGTHS: ReadonlyMap<DateUnit, number> = new Map([
  ['year', 4],
  ['month', 7],
  ['day', 10],
]);
const INTEGER_DIGITS = 19;
/** Numbers below 10^15 have at most so many digits, with those after the point. */
const FLOAT_DIGITS = 31;
const FLOAT_SCALE = 15;

/** Record numbers aren't stored as texts. */
function fieldOf(own: Column): DuckdbField {
  const { id, value, text, order } = own;
  return { id, column: value, value: `${value}::varchar`, text: `${text}::varchar`, key: order, own };
}

/** Record numbers are below 2^53, so a double compares them exactly with any number. */
function castOf(type: string): string {
  return type === 'int' ? '::double' : '';
}

/** Compares a field that sorts by DECIMAL exactly with a number of any length, whose sort key is `operand`. */
export function decimalComparison(
  order: string,
  scale: number,
  comparator: Comparator,
  operand: string,
  bindings: Bindings,
): string {
  const place = decimalPlace(operand, scale);
  if (typeof place === 'string') {
    const isTrue = place === 'below' ? comparator.startsWith('>') : comparator.startsWith('<');
    return isTrue ? `${order} is not null` : 'false';
  }
  if (comparator === '=' && !place.isExact) return 'false';
  const bound = `${bindings.text(place.floor)}::${decimalType(scale)}`;
  return `${order} ${place.isExact ? comparator : beside(comparator)} ${bound}`;
}

export function decimalMembership(
  order: string,
  scale: number,
  operands: readonly string[],
  bindings: Bindings,
): string {
  const values = operands.flatMap((operand) => {
    const place = decimalPlace(operand, scale);
    return typeof place !== 'string' && place.isExact ? [place.floor] : [];
  });
  return membership(order, values, `::${decimalType(scale)}`, bindings);
}

function membership(key: string, texts: readonly string[], cast: string, bindings: Bindings): string {
  if (texts.length === 0) return 'false';
  if (texts.length > MOST_COMPARED) return `${key} in (select unnest(${bindings.list(texts)})${cast})`;
  return `${key} in (${texts.map((text) => `${bindings.text(text)}${cast}`).join(', ')})`;
}

/** The number is greater than the bound, but less than the next decimal after it. */
function beside(comparator: Comparator): Comparator {
  return comparator.startsWith('<') ? '<=' : '>';
}
