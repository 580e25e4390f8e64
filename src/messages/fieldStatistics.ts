/** Statistics of one field in the fields pane. Numbers are exact decimal texts. */
import * as v from 'valibot';
import { FieldCondition } from '../datastore/query/condition.ts';
import { natural, type Shape } from '../base/schema.ts';

export type StatisticsBar = Shape<typeof StatisticsBar>;
const StatisticsBar = v.object({
  /** The value, or a range such as "10 – 20". */
  label: v.string(),
  records: natural,
  /** The condition that a click adds. Absent if this server can't filter by it. */
  filter: v.exactOptional(FieldCondition),
});

export type FieldStatistics = Shape<typeof FieldStatistics>;
export const FieldStatistics = v.object({
  records: natural,
  /** Number of matching records, if the server counted them. */
  total: v.exactOptional(natural),
  /** Whether the server counted all matching records. Otherwise the statistics cover the loaded ones. */
  isAll: v.boolean(),
  /** Whether only the first records of the result were read. */
  isFirst: v.exactOptional(v.literal(true)),
  /** Number of NULLs. Absent if the server can't count them. */
  nulls: v.exactOptional(natural),
  /** Number of empty strings in a text field. "Is empty" finds them and NULLs. Absent if the server can't count. */
  emptyTexts: v.exactOptional(natural),
  distinct: v.exactOptional(natural),
  min: v.exactOptional(v.string()),
  max: v.exactOptional(v.string()),
  mean: v.exactOptional(v.string()),
  /** The middle number, or the mean of the two middle ones. Quartiles are numbers of the field. */
  median: v.exactOptional(v.string()),
  quartile1: v.exactOptional(v.string()),
  quartile3: v.exactOptional(v.string()),
  /** The sample standard deviation, rounded to 15 significant digits. */
  deviation: v.exactOptional(v.string()),
  /** Some numbers have too many digits to calculate with, so all values are treated as text. */
  hasLongNumbers: v.exactOptional(v.literal(true)),
  /** `histogram` for numbers and dates. `values` are the most frequent ones, most frequent first. */
  shape: v.picklist(['histogram', 'values']),
  bars: v.array(StatisticsBar),
  /** NaN and infinities, which all numbers above and `bars` leave out. */
  notFinite: v.exactOptional(v.array(StatisticsBar)),
  /** A sentence that says why something is absent. */
  note: v.exactOptional(v.string()),
});
