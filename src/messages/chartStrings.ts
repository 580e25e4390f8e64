import type { Words, WordTable } from '../base/words.ts';

/** Every text of charts in English. The page fills in `{0}` and `{1}`. */
export const CHART_STRINGS = {
  // The drawing: axes, remarks, what marks say.

  // The view: its sentence and keys.

  // The pane beside it, and the switch between table and chart.
  table: { message: 'Table', comment: ['Shows a result as a table.'] },
  chart: { message: 'Chart', comment: ['Shows a result as a chart.'] },
  chartKind: { message: 'Kind', comment: ['Label of the kinds of charts: bars, a line, points.'] },
  chartBars: 'Bars',
  chartStacked: 'Bars, stacked',
  chartGrouped: 'Bars, grouped',
  chartLine: 'Line',
  chartHistogram: 'Histogram',
  chartScatter: { message: 'Points', comment: ['A kind of chart: each record is a point.'] },
  chartAcross: { message: 'Across', comment: ['Label of what the horizontal axis of a chart shows.'] },
  chartUp: { message: 'Up', comment: ['Label of what the vertical axis of a chart shows.'] },
  chartColor: { message: 'Color', comment: ['Label of what the colors of a chart stand for.'] },
  chartNoColor: { message: 'None', comment: ['The colors of a chart stand for nothing.'] },
  /** {0} is a field with numbers. */
  chartSteps: '{0} in steps',
  saveChartAs: 'Save as SVG or PNG…',
  showAsTable: 'Show as Table',
  chartNotLoaded: "Couldn't load the program that draws charts. Reload the window, and try again.",
  chartNoGroups: 'No field makes groups for a chart by itself. Summarize the records first, or choose Points.',
  chartNone: 'Show a chart first.',
} as const satisfies WordTable;

export type ChartStrings = Words<typeof CHART_STRINGS>;
