/** Groups of records with what is calculated of each, in no engine's language (docs/embedded-datastore.md). */
import type { DateUnit } from '../../base/calendarDay.ts';
import type { SummaryRows } from './summaryQuestion.ts';
import type { TableQuestion, TableSortKey } from './tableQuestion.ts';

export interface GroupKey {
  readonly field: string;
  readonly unit?: DateUnit | undefined;
  /** The width of a number's bins as a positive decimal. */
  readonly width?: string | undefined;
}

export const FIELD_MEASURES = ['distinct', 'sum', 'mean', 'median', 'min', 'max'] as const;

export type GroupMeasure =
  | { readonly calculate: 'count' | 'share' }
  | { readonly calculate: (typeof FIELD_MEASURES)[number]; readonly field: string };

/** The place of a column among the groups and the measures after them. */
export interface ColumnOrder extends Omit<TableSortKey, 'by'> {
  readonly column: number;
}

export interface GroupedQuestion extends Pick<TableQuestion, 'where' | 'texts' | 'limit' | 'offset'> {
  /** Empty for all records in one row. */
  readonly groups: readonly GroupKey[];
  readonly measures: readonly GroupMeasure[];
  /** Groups that are equal in it are in the order of their values, those without one last. */
  readonly order: readonly ColumnOrder[];
  /** The number of groups with rows of their own; Infinity for all. */
  readonly top: number;
  /** The IANA name of the zone in which instants are grouped. */
  readonly zone: string;
}

export interface GroupedAnswer {
  /** A row has the values of the groups, and those of the measures. Rows are made while they are read. */
  readonly rows: Iterable<SummaryRows[number]>;
  /** The row of all other groups if the page reaches it, with null for the values of groups. */
  readonly others?: SummaryRows[number];
  /** The number of all groups, and of the records in them. */
  readonly groups: number;
  readonly records: number;
  /** The number of NaN and infinities that measures left out. */
  readonly notFinite: number;
  /** Places of columns of numbers that the engine can't calculate with, because they have too many digits. */
  readonly tooLong: readonly number[];
}
