import type { Words, WordTable } from '../base/words.ts';
import type { SummaryStrings } from './summaryStrings.ts';

/** Every text of charts in English. The page fills in `{0}` and `{1}`. */
export const CHART_STRINGS = {
  // The drawing: axes, remarks, what marks say.
  barsChart: { message: 'Bars', comment: ['A kind of chart.'] },
  stackedChart: { message: 'Bars, stacked', comment: ['A kind of chart.'] },
  groupedChart: { message: 'Bars, grouped', comment: ['A kind of chart.'] },
  lineChart: { message: 'Line', comment: ['A kind of chart.'] },
  histogramChart: { message: 'Histogram', comment: ['A kind of chart.'] },
  scatterChart: { message: 'Points', comment: ['A kind of chart: each point stands for a record.'] },
  /** The sentence of a chart: "Bars: count by canton. 26 values. Largest: Bern: 12. Smallest: Uri: 1." */
  chartSentence: '{0}: {1}. {2} values. Largest: {3}. Smallest: {4}.',
  chartOneValue: '{0}: {1}. One value: {2}.',
  othersChart: { message: '(others)', comment: ['All groups that have no bar or line of their own.'] },
  chartAbout: { message: '{0} against {1}', comment: ['A chart of points: the field up, the field across.'] },
  chartTogether: { message: '{0} groups together', comment: ['A bar stands for several groups.'] },
  stepsAdded: { message: 'Added up in (others): {0} more of {1}.', comment: ['A number of groups, then a field.'] },
  stepsCombined: { message: 'Together in (others): {0} more of {1}.', comment: ['A number of groups, then a field.'] },
  stepsLeftOut: {
    message: 'Left out, because "{2}" can\'t be combined: {0} more of {1}. The table has them.',
    comment: ['{0}: a number of groups. {1}: a field. {2}: a calculation, such as "mean of amount".'],
  },
  stepsLarger: {
    message: 'Drawn by {0}, because there are more groups than pixels.',
    comment: ['{0} is like "month of day" or "amount in steps of 100".'],
  },
  stepsCrowded: {
    message: 'There are more groups than pixels, so marks overlap: "{0}" can\'t be combined.',
    comment: ['{0}: a calculation, such as "mean of amount".'],
  },
  valuesNotDrawn: {
    message: 'NULL or not finite, so not drawn: {0} of {1} values of {2}.',
    comment: ['{2}: a field or a calculation.'],
  },
  notFromZero: "The axis doesn't begin at 0.",
  firstRowsDrawn: 'Drawn are the first {0} of {1}.',
  noChartRows: 'There is nothing to draw: the result is empty.',
  noChartGroups: 'A chart needs groups. Add one to the summary.',
  noChartNumbers: 'A chart of points needs two fields with numbers.',
  noChartValues: 'There is nothing to draw: "{0}" has no finite numbers.',
  noChartColumn: 'The result has no column "{0}" to draw. Choose another one.',
  tooManyMarks: 'There are too many values to draw: {0}. Up to {1} can be drawn. The table has them all.',
  chartTooSmall: 'There is too little room for a chart.',

  // The view: its sentence and keys.
  markKeys: {
    message: 'Arrow keys move from mark to mark. Enter shows the records of a mark.',
    comment: ['For screen readers: a mark is a bar, a part of one or a point of a chart.'],
  },
  openHint: { message: 'Click or Enter: show these records', comment: ['In the tooltip of a bar. Enter is the key.'] },
  severalRows: {
    message: 'This stands for several groups. The table shows each.',
    comment: ['Said when someone wants to open the records of a bar that stands for several groups.'],
  },
  noRecordsHere: 'There are no records here.',

  // The pane beside it, and the switch between table and chart.
  table: { message: 'Table', comment: ['Shows a result as a table.'] },
  chart: { message: 'Chart', comment: ['Shows a result as a chart.'] },
  chartKind: { message: 'Kind', comment: ['Label of the kinds of charts: bars, a line, points.'] },
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

/** The page's other texts name groups, calculations and missing values. */
export type ChartStrings = Words<typeof CHART_STRINGS> &
  SummaryStrings &
  Readonly<Record<'null' | 'noName' | 'emptyText' | 'barRange', string>>;
