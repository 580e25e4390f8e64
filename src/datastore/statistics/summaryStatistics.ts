/** Statistics of a field by two summaries of our own service, for any of its engines. */
import { ExactNumber, type ExactValue } from '../../base/cells.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import type { FieldStatistics } from '../../messages/fieldStatistics.ts';
import type { Condition } from '../query/condition.ts';
import type { DatastoreClient } from '../client/client.ts';
import type { SummaryPart, SummaryRow } from '../client/summary.ts';
import { nameInFilters, withCondition } from '../query/conditions.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { describeField, type FieldCounter, isWords } from './describedField.ts';
import { type StatisticsField, MOST_VALUES, NOT_FINITE } from './statistics.ts';
import { MOST_BINS } from './valueBins.ts';

/** Undefined if the service can't add up the numbers, and for distinct records. Throws what a search throws. */
export async function summaryStatistics(
  client: Pick<DatastoreClient, 'summary'>,
  query: DatastoreQuery,
  { id, type }: Field,
  hasSpread: boolean,
  signal: AbortSignal,
): Promise<FieldStatistics | undefined> {
  if (query.distinct === true) return undefined;
  const field: StatisticsField = { id, kind: fieldKind(type), hasRanges: true };
  const values = NOT_FINITE.map((text) => ({ type: 'text', text }) as const);
  const name = nameInFilters(id, true);
  const where = (isFinite: boolean): DatastoreQuery =>
    isFinite ? withAlso(query, { kind: 'not', field: name, values, list: true }) : query;
  const grouped = { groups: [{ field: id }], calculations: [{ calculate: 'count' }] } as const;
  const valuesOf = (rows: readonly SummaryRow[]) => rows.filter(([value]) => value !== undefined);
  const counter: FieldCounter = {
    facts: async (isFinite) => {
      const calculations = factsOf(field.kind, id, type);
      const [row] = await client.summary(where(isFinite), { calculations }, signal);
      const [, filled, , , , , sum] = row ?? [];
      return field.kind === 'number' && sum === undefined && filled !== '0' ? undefined : row;
    },
    bins: async ({ bins }, isFinite) => {
      const starts = bins
        .slice(1)
        .map(({ least }): ExactValue => (field.kind === 'number' ? new ExactNumber(least) : least));
      const last: readonly SummaryPart[] = field.kind === 'number' ? [{ calculate: 'max', field: id }] : [];
      const calculations = [{ calculate: 'count' } as const, ...last];
      const request = { groups: [{ field: id, starts }], calculations, limit: MOST_BINS * 2 };
      return valuesOf(await client.summary(where(isFinite), request, signal));
    },
    frequent: async (isFinite) =>
      valuesOf(await client.summary(where(isFinite), { ...grouped, limit: MOST_VALUES }, signal)),
    ...(hasSpread && {
      spread: async (isFinite) => {
        const parts = ['quartile1', 'median', 'quartile3', 'deviation'] as const;
        const calculations = parts.map((calculate) => ({ calculate, field: id }));
        const [lower, median, ...rest] = (await client.summary(where(isFinite), { calculations }, signal))[0] ?? [];
        return [lower, median, median, ...rest];
      },
    }),
    notFinite: async () => {
      const rows = await client.summary(
        withAlso(query, { kind: 'values', field: name, values, list: true }),
        grouped,
        signal,
      );
      const place = ([value = '']: SummaryRow): number => NOT_FINITE.indexOf(value);
      return rows.toSorted((one, other) => place(one) - place(other));
    },
  };
  return describeField(counter, field, type);
}

function withAlso(query: DatastoreQuery, more: Condition): DatastoreQuery {
  return { ...query, filters: withCondition(query.filters ?? [], more) };
}

/** The calculations in the order of FieldCounter.facts. */
function factsOf(kind: StatisticsField['kind'], field: string, type: string): readonly SummaryPart[] {
  const hasEnds = kind === 'number' || kind === 'date' || isWords(type);
  const of = (...calculate: readonly Exclude<SummaryPart['calculate'], 'count'>[]): readonly SummaryPart[] =>
    calculate.map((each) => ({ calculate: each, field }));
  return [
    { calculate: 'count' },
    ...of('values', 'distinct', 'empty'),
    ...(hasEnds ? of('min', 'max') : []),
    ...(kind === 'number' ? of('sum') : []),
  ];
}
