/** What the fields panel says of one field's values. Numbers are exact decimal texts. */
import * as v from 'valibot';
import { FieldCondition } from '../datastore/query/condition.ts';
import { natural, type Shape } from '../base/schema.ts';

export type StatisticsBar = Shape<typeof StatisticsBar>;
const StatisticsBar = v.object({
  /** The value, or "10 – 20". */
  label: v.string(),
  records: natural,
  /** What a click filters by; absent where it can't be said to this server. */
  filter: v.exactOptional(FieldCondition),
});

export type FieldStatistics = Shape<typeof FieldStatistics>;
export const FieldStatistics = v.object({
  /** Records that were looked at. */
  records: natural,
  /** Records that match, where the server counted them. */
  total: v.exactOptional(natural),
  /** They are all that match, counted by the server; otherwise the loaded ones. */
  isAll: v.boolean(),
  /** They are the first ones of the result. */
  isFirst: v.exactOptional(v.literal(true)),
  /** Absent where the server can't be asked. */
  nulls: v.exactOptional(natural),
  /** Of a text field: with the nulls, what the filter "Is empty" finds. Absent where the server can't be asked. */
  emptyTexts: v.exactOptional(natural),
  /** Different values; absent where the server can't be asked. */
  distinct: v.exactOptional(natural),
  min: v.exactOptional(v.string()),
  max: v.exactOptional(v.string()),
  /** Of numbers. */
  mean: v.exactOptional(v.string()),
  /** Some values are numbers of more digits than can be calculated with: they count as texts. */
  hasLongNumbers: v.exactOptional(v.literal(true)),
  /** A histogram of numbers and dates; the most frequent values otherwise, most frequent first. */
  shape: v.picklist(['histogram', 'values']),
  bars: v.array(StatisticsBar),
  /** NaN and infinities among numbers, which the ends, the mean and the bars leave out. */
  notFinite: v.exactOptional(v.array(StatisticsBar)),
  /** Why something is absent, in a sentence. */
  note: v.exactOptional(v.string()),
});
