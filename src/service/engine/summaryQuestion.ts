/** What is asked of all records that match, in place of the records: groups of them, and what is calculated of each group. */
import type { Operand, RecordCondition, TableQuestion } from './tableQuestion.ts';

/** Records with equal values are one group, and those without a value another. */
export type Group =
  | { readonly kind: 'value'; readonly field: string }
  /** By the number of starts that a value reaches: `0` for one below the first of them. NULL for a record without a value. */
  | { readonly kind: 'bins'; readonly field: string; readonly starts: readonly (Operand | undefined)[] };

/** NULL is no value: only `count` and `matching` see records without one. */
export type Calculation =
  | { readonly calculate: 'count' }
  /** How many records of the group fulfil a condition. */
  | { readonly calculate: 'matching'; readonly condition: RecordCondition }
  | { readonly calculate: 'values' | 'distinct' | 'min' | 'max' | 'sum'; readonly field: string };

export interface SummaryQuestion extends Pick<TableQuestion, 'where' | 'texts' | 'limit'> {
  /** None for all records together. */
  readonly groups: readonly Group[];
  readonly calculations: readonly Calculation[];
}

/** For each group its values and what is calculated, as texts that keep all digits. NULL where an engine can't calculate it. */
export type SummaryRows = readonly (readonly (string | null)[])[];

/** Characters of a text in a summary at most: a longer one is cut. */
export const LONGEST_TEXT = 1000;

/** How an engine writes the parts of a summary. Each gives SQL. */
export interface SummaryWords {
  readonly condition: (condition: RecordCondition) => string;
  /** What is equal for equal values, and in their order. Undefined where values of the type can't be compared. */
  readonly key: (field: string) => string | undefined;
  /** NULL if the record has no value. */
  readonly column: (field: string) => string;
  /** The text that is given out of a value, cut. */
  readonly text: (field: string) => string;
  readonly end: (aggregate: 'min' | 'max', field: string) => string | undefined;
  readonly sum: (field: string) => string | undefined;
  /** The number as text. */
  readonly countText: (count: string) => string;
}

/** `source`: `from … where …`. The largest group comes first, the one without a value last. */
export function summarySql(
  { groups, calculations, limit }: SummaryQuestion,
  source: string,
  words: SummaryWords,
): string {
  const parts = groups.map((group) => groupSql(group, words));
  const columns = [
    ...parts.map(({ shown }) => shown),
    ...calculations.map((calculation) => calculationSql(calculation, words) ?? 'null'),
  ];
  const select = `select ${columns.join(', ')} ${source}`;
  if (parts.length === 0) return select;
  const keys = parts.map(({ key }) => key);
  const order = [
    ...keys.map((key) => `case when ${key} is null then 1 else 0 end`),
    'count(*) desc',
    ...keys,
  ];
  const window = limit === Infinity ? '' : ` limit ${String(limit)}`;
  return `${select} group by ${keys.join(', ')} order by ${order.join(', ')}${window}`;
}

function groupSql(group: Group, words: SummaryWords): { readonly key: string; readonly shown: string } {
  if (group.kind === 'value') {
    const text = words.text(group.field);
    return { key: words.key(group.field) ?? text, shown: `min(${text})` };
  }
  const { field, starts } = group;
  const before = starts.map((operand, place) => {
    const condition = words.condition({ kind: 'compare', field, comparator: '<', operand });
    return `when ${condition} then ${String(place)}`;
  });
  const key = `case when ${words.column(field)} is null then null ${before.join(' ')} else ${String(starts.length)} end`;
  return { key, shown: `min(${words.countText(key)})` };
}

function calculationSql(calculation: Calculation, words: SummaryWords): string | undefined {
  switch (calculation.calculate) {
    case 'count':
      return words.countText('count(*)');
    case 'matching':
      return words.countText(`count(case when ${words.condition(calculation.condition)} then 1 end)`);
    case 'values':
      return words.countText(`count(${words.column(calculation.field)})`);
    case 'distinct':
      return words.countText(
        `count(distinct ${words.key(calculation.field) ?? words.text(calculation.field)})`,
      );
    case 'min':
    case 'max':
      return words.end(calculation.calculate, calculation.field);
    case 'sum':
      return words.sum(calculation.field);
  }
}
