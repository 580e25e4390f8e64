/** What the fields panel says of one field's values. Numbers are exact decimal texts. */
import type { FieldFilter } from './queryChange.ts';

export interface StatisticsBar {
  /** The value, or "10 – 20". */
  readonly label: string;
  readonly records: number;
  /** What a click filters by; absent where it can't be said to this server. */
  readonly filter?: FieldFilter;
}

export interface FieldStatistics {
  /** Records that were looked at. */
  readonly records: number;
  /** Records that match, where the server counted them. */
  readonly total?: number;
  /** They are all that match, counted by the server; otherwise the loaded ones. */
  readonly isAll: boolean;
  /** Absent where the server can't be asked. */
  readonly nulls?: number;
  /** Different values; absent where the server can't be asked. */
  readonly distinct?: number;
  readonly min?: string;
  readonly max?: string;
  /** Of numbers. */
  readonly mean?: string;
  /** Some values are numbers of more digits than can be calculated with: they count as texts. */
  readonly hasLongNumbers?: true;
  /** A histogram of numbers and dates; the most frequent values otherwise, most frequent first. */
  readonly shape: 'histogram' | 'values';
  readonly bars: readonly StatisticsBar[];
  /** Why something is absent, in a sentence. */
  readonly note?: string;
}
