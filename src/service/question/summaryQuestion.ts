import type { Operand, RecordCondition, TableQuestion } from './tableQuestion.ts';

/** How matching records are grouped. Those with equal values are a group, and those without a value another. */
export type Group =
  | { readonly kind: 'value'; readonly field: string }
  /** Groups by the number of starts that a value reaches, `0` below the first. NULL for records without a value. */
  | { readonly kind: 'bins'; readonly field: string; readonly starts: readonly (Operand | undefined)[] };

/** What is calculated for each group. NULLs are ignored, except by `count` and `matching`. */
export type Calculation =
  | { readonly calculate: 'count' }
  | { readonly calculate: 'matching'; readonly condition: RecordCondition }
  | { readonly calculate: 'values' | 'distinct' | 'min' | 'max' | 'sum'; readonly field: string }
  | { readonly calculate: SpreadFigure; readonly field: string };

/**
 * What is calculated of numbers but NaN and infinities: the least value that a quarter of them don't exceed, the two
 * middle ones with `|` between them, the least one that three quarters don't exceed, and the sample's deviation.
 */
export const SPREADS = ['quartile1', 'median', 'quartile3', 'deviation'] as const;
export type SpreadFigure = (typeof SPREADS)[number];

export interface SummaryQuestion extends Pick<TableQuestion, 'where' | 'texts' | 'limit'> {
  /** Empty for all records together. */
  readonly groups: readonly Group[];
  readonly calculations: readonly Calculation[];
}

/** The values and calculations of each group, as texts with all digits. NULL if an engine can't calculate it. */
export type SummaryRows = readonly (readonly (string | null)[])[];

/** Longer texts in a summary are cut to this many characters. */
export const LONGEST_TEXT = 1000;
