import type { Words, WordTable } from '../base/words.ts';

/** Every text of charts in English. The page fills in `{0}` and `{1}`. */
export const CHART_STRINGS = {
  // The drawing: axes, remarks, what marks say.

  // The view: its sentence and keys.

  // The pane beside it, and the switch between table and chart.
  table: { message: 'Table', comment: ['Shows a result as a table.'] },
  chart: { message: 'Chart', comment: ['Shows a result as a chart.'] },
} as const satisfies WordTable;

export type ChartStrings = Words<typeof CHART_STRINGS>;
