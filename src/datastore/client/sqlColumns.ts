/** The columns of a summary by SQL: what PostgreSQL calculates, and the values that are made of its texts. */
import type { ExactValue } from '../../base/cells.ts';
import { type DateUnit, unitText } from '../../base/calendarDay.ts';
import { parseExact, readExact } from '../../base/exactJson.ts';
import {
  binEdge,
  meanText,
  middleDouble,
  middleText,
  plainDouble,
  roundedDouble,
  shareText,
  shortDecimal,
} from '../../base/summaryNumbers.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import { quotedText } from '../../base/quotes.ts';
import type { Measure, SummaryGroup } from '../query/summary.ts';
import { isInstant } from '../query/summaryCheck.ts';
import { nameSql } from './sqlQuestion.ts';

export interface SqlColumn extends Omit<Field, 'id'> {
  /** SQL of the values from which the column's value is made. */
  readonly parts: readonly string[];
  readonly order: string;
  readonly finish: (parts: readonly ExactValue[], records: string) => ExactValue;
}

type Texts = readonly (string | undefined)[];

export function keySql({ unit, width }: SummaryGroup, field: Field, zone = 'UTC'): string {
  const name = nameSql(field.id);
  if (unit !== undefined) {
    const finite = `CASE WHEN isfinite(${name}) THEN ${name} END`;
    const moment = isInstant(field) ? `(${finite}) AT TIME ZONE ${quotedText(zone)}` : finite;
    if (unit === 'weekday' || unit === 'hour')
      return `date_part('${unit === 'hour' ? unit : 'isodow'}', ${moment})::int4`;
    return `date_trunc('${unit}', ${moment})`;
  }
  if (width === undefined) return name;
  const [number, by] = [`${name}::numeric`, `${width}::numeric`];
  const place = `div(${number}, ${by}) - CASE WHEN mod(${number}, ${by}) < 0 THEN 1 ELSE 0 END`;
  return isFloat(field) ? `CASE WHEN ${name} - ${name} = 0 THEN (${place})::float8 ELSE ${name} END` : place;
}

export function groupColumn({ unit, width }: SummaryGroup, field: Field, key: string): SqlColumn {
  if (unit === undefined && width === undefined) {
    const isText = fieldKind(field.type) === 'text';
    const order = isText ? `${key}::text COLLATE "C"` : key;
    return { type: field.type, parts: [key], order, finish: ([value = null]) => value };
  }
  const finish = ([text]: Texts): ExactValue =>
    text !== undefined && unit !== undefined
      ? unitType(unit) === 'int4'
        ? Number(unitText(text, unit))
        : unitText(text, unit)
      : numberOf(text, (place) => binEdge(place, width ?? '1'));
  const type = unit === undefined ? 'numeric' : unitType(unit);
  return { type, ...texts([key], finish), order: key };
}

/** Years, weekdays and hours are numbers. */
function unitType(unit: DateUnit): string {
  if (unit === 'day') return 'date';
  return unit === 'quarter' || unit === 'month' || unit === 'week' ? 'text' : 'int4';
}

function texts(
  sql: readonly string[],
  finish: (texts: Texts, records: string) => ExactValue,
): Pick<SqlColumn, 'parts' | 'finish'> {
  return {
    parts: sql.map((each) => `(${each})::text`),
    finish: (parts, records) =>
      finish(
        parts.map((part) => (typeof part === 'string' ? part : undefined)),
        records,
      ),
  };
}

export function measureColumn(
  measure: Measure,
  fieldOf: (name: string) => Field,
  take: (sql: string) => string,
): SqlColumn {
  if (!('field' in measure)) {
    const finish = ([count = '0']: Texts, records: string): ExactValue =>
      measure.calculate === 'count'
        ? parseExact(count)
        : records === '0'
          ? null
          : parseExact(shareText(count, records));
    return {
      type: measure.calculate === 'count' ? 'int8' : 'numeric',
      ...texts(['count(*)'], finish),
      order: 'count(*)',
    };
  }
  const { calculate } = measure;
  const field = fieldOf(measure.field);
  if (calculate === 'distinct') {
    const sql = `count(DISTINCT ${take(nameSql(field.id))})`;
    return { type: 'int8', ...texts([sql], ([count = '0']) => parseExact(count)), order: sql };
  }
  if (fieldKind(field.type) !== 'number') return endColumn(calculate === 'max', field, take);
  return numberColumn(calculate, field, take(finiteSql(field)));
}

function endColumn(isMax: boolean, { id, type }: Field, take: (sql: string) => string): SqlColumn {
  const kind = fieldKind(type);
  const value = take(kind === 'text' && type !== 'text' ? `${nameSql(id)}::text` : nameSql(id));
  const aggregate = kind === 'boolean' ? (isMax ? 'bool_or' : 'bool_and') : isMax ? 'max' : 'min';
  const sql = kind === 'text' ? `${aggregate}(${value} COLLATE "C")` : `${aggregate}(${value})`;
  return { type, parts: [sql], order: sql, finish: ([end = null]) => end };
}

/** `name` is that of the field's finite values. */
function numberColumn(calculate: 'sum' | 'mean' | 'median' | 'min' | 'max', field: Field, name: string): SqlColumn {
  const isRounded = isFloat(field);
  const type = isRounded ? 'float8' : 'numeric';
  switch (calculate) {
    case 'min':
    case 'max': {
      const sql = `${calculate}(${name})`;
      return {
        type: field.type,
        ...texts([sql], ([end]) => numberOf(end, isRounded ? plainDouble : shortDecimal)),
        order: sql,
      };
    }
    case 'sum':
    case 'mean': {
      if (isRounded) {
        const sql = `${calculate === 'sum' ? 'sum' : 'avg'}(${name}::float8)`;
        return { type, isRounded, ...texts([sql], ([value]) => numberOf(value, roundedDouble)), order: sql };
      }
      const [sum, count] = [`sum(${name})`, `count(${name})`];
      if (calculate === 'sum') return { type, ...texts([sum], ([text]) => numberOf(text, shortDecimal)), order: sum };
      const finish = ([text, values = '0']: Texts): ExactValue => numberOf(text, (exact) => meanText(exact, values));
      // 40 more places tell means apart, because PostgreSQL rounds quotients to the places of the dividend.
      return { type, ...texts([sum, count], finish), order: `${sum} * 1.${'0'.repeat(40)} / ${count}` };
    }
    case 'median': {
      const [low, high] = ['ASC', 'DESC'].map(
        (way) => `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${name} ${way})`,
      ) as [string, string];
      const finish = ([lower, upper]: Texts): ExactValue =>
        numberOf(lower, (text) => (isRounded ? middleDouble : middleText)(text, upper ?? text));
      const order = isRounded ? `(${low}) / 2 + (${high}) / 2` : `(${low})::numeric + (${high})::numeric`;
      return { type, ...(isRounded && { isRounded }), ...texts([low, high], finish), order };
    }
  }
}

function numberOf(text: string | undefined, written: (text: string) => string): ExactValue {
  // A sum of doubles may be infinite.
  return text === undefined ? null : (readExact(written(text)) ?? text);
}

function isFloat({ type }: Field): boolean {
  return /^(?:float|real|double)/i.test(type);
}

export function mayBeInfinite(field: Field): boolean {
  return fieldKind(field.type) === 'number' && (isFloat(field) || /^(?:numeric|decimal)/i.test(field.type));
}

/** The difference of two infinities is NaN. */
export function finiteSql(field: Field): string {
  const name = nameSql(field.id);
  return mayBeInfinite(field) ? `CASE WHEN ${name} - ${name} = 0 THEN ${name} END` : name;
}
