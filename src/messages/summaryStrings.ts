import type { WordTable } from '../base/words.ts';
import { SUMMARY_PROBLEM_STRINGS } from '../datastore/query/summaryDraft.ts';

/** Texts of summaries in English, for the pages of the form and the panel. The pages fill in `{0}` and `{1}`. */
export const SUMMARY_STRINGS = {
  showChoices: 'Show Choices',
  useTyped: 'Use "{0}"',
  moreChoices: '{0} more. Type to find one.',

  groupBy: 'Group by',
  addGroup: 'Add Group',
  /** Accessible names of rows and their parts. {0} is the number of the row, or the name of its field. */
  groupRow: 'Group {0}',
  removeGroup: 'Remove Group {0}',
  groupField: 'Field of Group {0}',
  groupUnit: 'Grouping of {0}',
  byValue: { message: 'by value', comment: ['Records with the same value of a field are one group.'] },
  byWidth: { message: 'in steps of', comment: ['Numbers are grouped in steps. The width of a step follows.'] },
  byYear: 'by year',
  byQuarter: 'by quarter',
  byMonth: 'by month',
  byWeek: 'by week',
  byDay: 'by day',
  byWeekday: 'by weekday',
  byHour: 'by hour',
  groupWidth: 'Step of {0}',
  calculations: 'Calculate',
  addCalculation: 'Add Calculation',
  measureRow: 'Calculation {0}',
  removeMeasure: 'Remove Calculation {0}',
  measureField: 'Field of Calculation {0}',
  ofRecords: { message: 'records', comment: ['Follows the calculations "count" and "share".'] },
  calculateCount: 'count',
  calculateDistinct: 'distinct values',
  calculateSum: 'sum',
  calculateMean: 'mean',
  calculateMedian: 'median',
  calculateMin: 'min',
  calculateMax: 'max',
  calculateShare: 'share in %',
  shownGroups: 'Show',
  allGroups: 'all groups',
  largestGroups: { message: 'the largest', comment: ['A number of groups follows.'] },
  topGroups: 'Number of groups',
  /** Stands behind the number of groups. */
  restAsOthers: 'the rest as (others)',
  zoneOf: 'Time zone',
  chooseField: 'Field',
  ...SUMMARY_PROBLEM_STRINGS,

  /** The words of a summary in one line: "by canton, year of reported · count, sum of damage". {0} is a field. */
  groupedBy: 'by {0}',
  yearOf: 'year of {0}',
  quarterOf: 'quarter of {0}',
  monthOf: 'month of {0}',
  weekOf: 'week of {0}',
  dayOf: 'day of {0}',
  weekdayOf: 'weekday of {0}',
  hourOf: 'hour of {0}',
  /** {1} is the width of a step. */
  stepsOf: '{0} in steps of {1}',
  count: 'count',
  share: 'share',
  distinctOf: 'distinct {0}',
  sumOf: 'sum of {0}',
  meanOf: 'mean of {0}',
  medianOf: 'median of {0}',
  minOf: 'min of {0}',
  maxOf: 'max of {0}',
  /** {0} is a number of groups. */
  largestOnly: 'largest {0}',
} as const satisfies WordTable;

export type SummaryStrings = { readonly [K in keyof typeof SUMMARY_STRINGS]: string };
