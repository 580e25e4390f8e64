import type { Operand, RecordCondition, TableQuestion } from './tableQuestion.ts';

/** How matching records are grouped. Those with equal values are a group, and those without a value another. */
export type Group =
  | { readonly kind: 'value'; readonly field: string }
  /** Groups by the number of starts that a value reaches, `0` below the first. NULL for records without a value. */
  | { readonly kind: 'bins'; readonly field: string; readonly starts: readonly (Operand | undefined)[] };

/** What is calculated for each group. NULLs are ignored, except by `count` and `matching`. */
export type Calculation =
  | { readonly calculate: 'count' }
  /** Number of the group's records that meet a condition. */
  | { readonly calculate: 'matching'; readonly condition: RecordCondition }
  | { readonly calculate: 'values' | 'distinct' | 'min' | 'max' | 'sum'; readonly field: string };

/** A question about all matching records instead of the records themselves. */
export interface SummaryQuestion extends Pick<TableQuestion, 'where' | 'texts' | 'limit'> {
  /** Empty for all records together. */
  readonly groups: readonly Group[];
  readonly calculations: readonly Calculation[];
}

/** The values and calculations of each group, as texts with all digits. NULL if an engine can't calculate it. */
export type SummaryRows = readonly (readonly (string | null)[])[];

/** Longer texts in a summary are cut to this many characters. */
export const LONGEST_TEXT = 1000;

/** How an engine writes the parts of a summary in SQL. */
export interface SummaryWords {
  readonly condition: (condition: RecordCondition) => string;
  /** Equal for equal values, and sorted as they are. Undefined if values of the type can't be compared. */
  readonly key: (field: string) => string | undefined;
  /** NULL if the record has no value. */
  readonly column: (field: string) => string;
  /** The returned text of a value, cut to LONGEST_TEXT. */
  readonly text: (field: string) => string;
  readonly end: (aggregate: 'min' | 'max', field: string) => string | undefined;
  readonly sum: (field: string) => string | undefined;
  /** The count converted to text. */
  readonly countText: (count: string) => string;
}

/** `source` is `from … where …`. The largest group comes first, the one without a value last. */
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
  const order = [...keys.map((key) => `case when ${key} is null then 1 else 0 end`), 'count(*) desc', ...keys];
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
      return words.countText(`count(distinct ${words.key(calculation.field) ?? words.text(calculation.field)})`);
    case 'min':
    case 'max':
      return words.end(calculation.calculate, calculation.field);
    case 'sum':
      return words.sum(calculation.field);
  }
}
