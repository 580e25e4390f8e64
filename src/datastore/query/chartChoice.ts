/** How people see a summary, or records, as a chart. A panel keeps it with its view. */
import * as v from 'valibot';
import { type Shape, text } from '../../base/schema.ts';

export const CHART_KINDS = ['bars', 'stacked', 'grouped', 'line', 'histogram', 'scatter'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** Columns of the result by their names, so that a choice outlives an answer. Absent ones are the first that fit. */
export type ChartChoice = Shape<typeof ChartChoice>;
export const ChartChoice = v.object({
  kind: v.exactOptional(v.picklist(CHART_KINDS)),
  /** A group of the summary. For points of records, a field with numbers. */
  across: v.exactOptional(text),
  /** A calculation of the summary. For points of records, another field with numbers. */
  up: v.exactOptional(text),
  /** Another group of the summary. */
  color: v.exactOptional(text),
});
