/** A field's statistics in two SELECTs of `datastore_search_sql`: PostgreSQL's and the embedded datastore's alike. */
import type { CellValue } from '../../base/cells.ts';
import type { FieldStatistics, StatisticsBar } from '../../messages/fieldStatistics.ts';
import type { DatastoreClient } from '../client/client.ts';
import { isLongNumber, parseDecimal } from '../../base/exactDecimal.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import {
  endText,
  histogramBars,
  isNotFinite,
  meanText,
  MOST_VALUES,
  NOT_FINITE,
  valueBar,
  type AskedField,
} from './statistics.ts';
import { MAX_LABEL, plainNumber } from './valueTally.ts';
import { momentBins, numberBins, type ValueBins } from './valueBins.ts';
import { valueText } from '../../base/exactJson.ts';
import { quotedName, quotedText } from '../../base/quotes.ts';

/** The field's values in the inner SELECT: no name of a field can meet it in the outer one. */
const VALUE = 'asked_value';

const FINITE = `(${VALUE}::text NOT IN (${NOT_FINITE.map(quotedText).join(', ')}))`;

interface Facts {
  readonly records: number;
  readonly values: number;
  readonly distinct: number;
  readonly emptyTexts: number;
  readonly min?: string;
  readonly max?: string;
  readonly sum?: string;
}

/**
 * `matching`: `FROM … WHERE …` of the records that match. Undefined where the server's SQL has another idea of the field's type
 * than its search; throws DatastoreError where it doesn't take the statement.
 */
export async function sqlStatistics(
  client: Pick<DatastoreClient, 'sql'>,
  matching: string,
  { id, type }: Field,
  hasRanges: boolean,
  signal: AbortSignal,
): Promise<FieldStatistics | undefined> {
  const field: AskedField = { id, kind: fieldKind(type), hasRanges };
  const source = `FROM (SELECT ${quotedName(id)} AS ${VALUE} ${matching}) AS asked`;
  const ask: Ask = async (sql) => {
    const { fields, rows } = await client.sql(sql, signal);
    // A date that the server holds as text is compared as text.
    const isText = field.kind === 'date' && fields.some((each) => each.id === 'min' && !isDate(each));
    return isText ? [] : rows.map((row) => row.map(textOf));
  };
  const asked = { ask, source, field, type };
  const facts = await factsOf(asked);
  if (facts === undefined) return undefined;
  if (field.kind !== 'number' || !(isNotFinite(facts.min) || isNotFinite(facts.max)))
    return describe(asked, facts);
  const finite = { ...asked, source: `FROM (SELECT ${VALUE} ${source} WHERE ${FINITE}) AS finite` };
  const rest = await factsOf(finite);
  if (rest === undefined) return undefined;
  const found = await describe(finite, rest);
  const { records, values, distinct } = facts;
  return { ...found, records, nulls: records - values, distinct, notFinite: await notFiniteBars(asked) };
}

type Ask = (sql: string) => Promise<readonly (readonly (string | undefined)[])[]>;

interface Asked {
  readonly ask: Ask;
  /** `FROM …` with the values. */
  readonly source: string;
  readonly field: AskedField;
  readonly type: string;
}

async function factsOf({ ask, source, field, type }: Asked): Promise<Facts | undefined> {
  const [row] = await ask(`SELECT ${factColumns(field.kind, type)} ${source}`);
  return row && readFacts(row);
}

async function notFiniteBars({ ask, source, field }: Asked): Promise<readonly StatisticsBar[]> {
  const rows = await ask(
    `SELECT ${VALUE}::text AS label, count(*) AS records ${source} WHERE NOT ${FINITE} GROUP BY ${VALUE} ORDER BY ${VALUE}`,
  );
  return rows.map(([label = '', count]) => valueBar(label, Number(count), field));
}

async function describe({ ask, source, field, type }: Asked, facts: Facts): Promise<FieldStatistics> {
  const { records, values, distinct, emptyTexts, min, max, sum } = facts;
  const hasLongNumbers = [min, max, sum].some((text = '') => isLongNumber(text));
  const long = hasLongNumbers && { hasLongNumbers };
  const empty = field.kind === 'text' && { emptyTexts };
  const basis = { records, isAll: true, nulls: records - values, ...empty, distinct, ...long };
  if (field.kind === 'json' || values === 0) return { ...basis, shape: 'values', bars: [] };
  const total = sum === undefined ? undefined : parseDecimal(sum);
  const span = {
    ...(min !== undefined && { min: endText(min, field) }),
    ...(max !== undefined && { max: endText(max, field) }),
  };
  const known = { ...basis, ...span, ...(total && { mean: meanText(total, values) }) };
  const isFloat = /^(?:float|real|double)/.test(type);
  // A sum has as many digits behind the point as the longest number has.
  const bins = binsOf(field, facts, isFloat ? undefined : total?.scale);
  if (bins !== undefined) {
    const bars = readBins(await ask(binSql(bins, field, source)), bins, field, isFloat);
    return { ...known, shape: 'histogram', bars };
  }
  const frequent = await ask(
    `SELECT ${shown(type)} AS label, count(*) AS records ${source} WHERE ${VALUE} IS NOT NULL ` +
      `GROUP BY ${VALUE} ORDER BY 2 DESC, ${VALUE} LIMIT ${String(MOST_VALUES)}`,
  );
  const bars = frequent.map(([label = '', count]) => valueBar(label, Number(count), field));
  return { ...known, shape: 'values', bars };
}

function factColumns(kind: AskedField['kind'], type: string): string {
  const distinct = kind === 'json' ? `${VALUE}::text` : VALUE;
  const empty = kind === 'text' ? `count(CASE WHEN ${VALUE}::text = '' THEN 1 END)` : '0';
  const columns = [
    `count(*) AS records, count(${VALUE}) AS filled, count(DISTINCT ${distinct}) AS different, ${empty} AS blank`,
  ];
  const ends = (make: (aggregate: string) => string): string =>
    ['min', 'max'].map((name) => `${make(`${name}(${VALUE})`)} AS ${name}`).join(', ');
  if (kind === 'number')
    columns.push(
      ends((end) => `${end}::text`),
      `sum(${VALUE})::text AS total`,
    );
  if (kind === 'date') columns.push(ends((end) => end));
  if (isWords(type)) columns.push(ends((end) => `left(${end}, ${String(MAX_LABEL + 1)})`));
  return columns.join(', ');
}

function readFacts(row: readonly (string | undefined)[]): Facts | undefined {
  const [records, values, distinct, emptyTexts] = row.slice(0, 4).map(Number);
  const [least, greatest, sum] = row.slice(4);
  const min = least === undefined ? undefined : plainNumber(least);
  const max = greatest === undefined ? undefined : plainNumber(greatest);
  if (records === undefined || values === undefined || distinct === undefined || emptyTexts === undefined)
    return undefined;
  const ends = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return { records, values, distinct, emptyTexts, ...ends, ...(sum !== undefined && { sum }) };
}

function binsOf(
  { kind }: AskedField,
  { min, max }: Pick<Facts, 'min' | 'max'>,
  scale: number | undefined,
): ValueBins | undefined {
  if (min === undefined || max === undefined) return undefined;
  if (kind === 'number') return numberBins(min, max, scale);
  return kind === 'date' ? momentBins(min, max) : undefined;
}

function binSql({ bins }: ValueBins, { kind }: AskedField, source: string): string {
  const before = bins.slice(1).map(({ least }, place) => {
    const start = kind === 'number' ? least : quotedText(least);
    return `WHEN ${VALUE} < ${start} THEN ${String(place)}`;
  });
  const place = before.length === 0 ? '0' : `CASE ${before.join(' ')} ELSE ${String(before.length)} END`;
  const last = kind === 'number' ? `, max(${VALUE})::text AS last` : '';
  return `SELECT ${place} AS bin, count(*) AS records${last} ${source} WHERE ${VALUE} IS NOT NULL GROUP BY 1`;
}

/** Of floats nobody knows what comes before the next bin, but which value does. */
function readBins(
  rows: readonly (readonly (string | undefined)[])[],
  { bins }: ValueBins,
  field: AskedField,
  isFloat: boolean,
): readonly StatisticsBar[] {
  const totals = bins.map(() => 0);
  const lasts = new Map<number, string>();
  for (const [bin, records, last] of rows) {
    totals[Number(bin)] = Number(records);
    if (isFloat && last !== undefined) lasts.set(Number(bin), plainNumber(last));
  }
  const known = bins.map((bin, place) => {
    const last = lasts.get(place);
    return last === undefined ? bin : { ...bin, greatest: last };
  });
  return histogramBars({ bins: known }, totals, field);
}

/** The value as a filter would say it, or its beginning. */
function shown(type: string): string {
  if (isWords(type)) return `left(${VALUE}, ${String(MAX_LABEL + 1)})`;
  return fieldKind(type) === 'date' ? VALUE : `${VALUE}::text`;
}

/** Types that are nothing but text: PostgreSQL has no least uuid and no least boolean. */
function isWords(type: string): boolean {
  return /^(?:text|varchar|bpchar|char|character varying|citext|name)$/.test(type);
}

function isDate({ type }: Field): boolean {
  return fieldKind(type) === 'date';
}

function textOf(value: CellValue): string | undefined {
  return value === null ? undefined : valueText(value);
}
