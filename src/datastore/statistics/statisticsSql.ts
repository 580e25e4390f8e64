/** Statistics of a field by two SELECTs of a portal's `datastore_search_sql`. */
import type { FieldStatistics } from '../../messages/fieldStatistics.ts';
import type { DatastoreClient } from '../client/client.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import { type CountedRow, describeField, type FieldCounter, isWords } from './describedField.ts';
import { MOST_VALUES, NOT_FINITE, type StatisticsField } from './statistics.ts';
import { MAX_LABEL } from './valueTally.ts';
import type { ValueBins } from './valueBins.ts';
import { valueText } from '../../base/exactJson.ts';
import { quotedName, quotedText } from '../../base/quotes.ts';

/** The name of the field's values in the inner SELECT, so that the outer one can't meet a field with its name. */
const VALUE = 'asked_value';

const FINITE = `(${VALUE}::text NOT IN (${NOT_FINITE.map(quotedText).join(', ')}))`;

const ranked = (share: number, order = ''): string =>
  `percentile_disc(${String(share)}) WITHIN GROUP (ORDER BY ${VALUE}${order})::text`;

/** The columns of a SpreadRow. Decimal places make PostgreSQL calculate the deviation of large integers precisely. */
const SPREAD =
  `${ranked(0.25)} AS lower, ${ranked(0.5)} AS middle, ${ranked(0.5, ' DESC')} AS next, ${ranked(0.75)} AS upper, ` +
  `stddev_samp(${VALUE} * 1.00000000)::text AS deviation`;

/**
 * `matching` is `FROM … WHERE …` of the matching records. Undefined if SQL and search disagree on the field's type.
 * Throws DatastoreError if the server refuses the statement.
 */
export async function sqlStatistics(
  client: Pick<DatastoreClient, 'sql'>,
  matching: string,
  { id, type }: Field,
  hasRanges: boolean,
  signal: AbortSignal,
): Promise<FieldStatistics | undefined> {
  const field: StatisticsField = { id, kind: fieldKind(type), hasRanges };
  const source = `FROM (SELECT ${quotedName(id)} AS ${VALUE} ${matching}) AS asked`;
  const ask = async (sql: string): Promise<readonly CountedRow[]> => {
    const { fields, rows } = await client.sql(sql, signal);
    // A date that the server stores as text is compared as text.
    const isText = field.kind === 'date' && fields.some((each) => each.id === 'min' && fieldKind(each.type) !== 'date');
    return isText ? [] : rows.map((row) => row.map((value) => (value === null ? undefined : valueText(value))));
  };
  const finite = `FROM (SELECT ${VALUE} ${source} WHERE ${FINITE}) AS finite`;
  const from = (isFinite: boolean): string => (isFinite ? finite : source);
  const counter: FieldCounter = {
    facts: async (isFinite) => (await ask(`SELECT ${factColumns(field.kind, type)} ${from(isFinite)}`))[0],
    bins: (bins, isFinite) => ask(binSql(bins, field, from(isFinite))),
    frequent: (isFinite) =>
      ask(
        `SELECT ${shown(type)} AS label, count(*) AS records ${from(isFinite)} WHERE ${VALUE} IS NOT NULL ` +
          `GROUP BY ${VALUE} ORDER BY 2 DESC, ${VALUE} LIMIT ${String(MOST_VALUES)}`,
      ),
    spread: async (isFinite) => (await ask(`SELECT ${SPREAD} ${from(isFinite)}`))[0] ?? [],
    notFinite: () =>
      ask(
        `SELECT ${VALUE}::text AS label, count(*) AS records ${source} WHERE NOT ${FINITE} GROUP BY ${VALUE} ORDER BY ${VALUE}`,
      ),
  };
  return describeField(counter, field, type);
}

function factColumns(kind: StatisticsField['kind'], type: string): string {
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

function binSql({ bins }: ValueBins, { kind }: StatisticsField, source: string): string {
  const before = bins.slice(1).map(({ least }, place) => {
    const start = kind === 'number' ? least : quotedText(least);
    return `WHEN ${VALUE} < ${start} THEN ${String(place)}`;
  });
  const place = before.length === 0 ? '0' : `CASE ${before.join(' ')} ELSE ${String(before.length)} END`;
  const last = kind === 'number' ? `, max(${VALUE})::text AS last` : '';
  return `SELECT ${place} AS bin, count(*) AS records${last} ${source} WHERE ${VALUE} IS NOT NULL GROUP BY 1`;
}

function shown(type: string): string {
  if (isWords(type)) return `left(${VALUE}, ${String(MAX_LABEL + 1)})`;
  return fieldKind(type) === 'date' ? VALUE : `${VALUE}::text`;
}
