/** What a scan found about the values of each field: enough to know its type, and to check a second reading. */
import type { FieldKey } from '../../store/description.ts';
import { DECIMAL_DIGITS } from '../../engine/duckdb/decimalOrder.ts';
import { BEYOND, EVERY_CLASS, NUMERIC, TIMESTAMP, typeOfClasses } from '../../reading/valueClasses.ts';

/** Length of a timestamp without a fraction. */
const SECONDS = 19;

export interface ColumnFacts {
  readonly type: ReturnType<typeof typeOfClasses>;
  /** The number of values that aren't NULL. */
  readonly values: number;
  /** Total length of all values in UTF-8. */
  readonly bytes: number;
  /** In a field of numbers, the most digits before the point (a sign counts as one) and after it, or BEYOND. */
  readonly whole: number;
  readonly scale: number;
  /** In a field of timestamps, the length of each. */
  readonly timeLength: number;
}

/** How the table can store the field's sort key; undefined for a key by its type's rules. */
export function keyOfFacts({ type, whole, scale, timeLength }: ColumnFacts): FieldKey | undefined {
  if (type === 'numeric') return scale < BEYOND && whole + scale <= DECIMAL_DIGITS ? scale : undefined;
  return type === 'date' || (type === 'timestamp' && timeLength === SECONDS) ? 'none' : undefined;
}

interface FieldCounts {
  /** What is noted of the current record; a length of -1 is NULL. */
  length: number;
  classes: number;
  digits: number;
  values: number;
  bytes: number;
  common: number;
  whole: number;
  scale: number;
  timeLength: number;
}

export class FieldTally {
  readonly #fields: readonly FieldCounts[];

  constructor(fields: number) {
    this.#fields = Array.from({ length: fields }, () => ({
      ...{ length: 0, classes: 0, digits: 0, values: 0, bytes: 0 },
      ...{ common: EVERY_CLASS, whole: 0, scale: 0, timeLength: 0 },
    }));
  }

  note(field: number, length: number, classes: number, digits: number): void {
    const counts = this.#fields[field];
    if (counts === undefined) return;
    counts.length = length;
    counts.classes = classes;
    counts.digits = digits;
  }

  commit(): void {
    for (const counts of this.#fields) {
      const { length, classes, digits } = counts;
      if (length < 0) continue;
      counts.values += 1;
      counts.bytes += length;
      counts.common &= classes;
      if (classes === NUMERIC) {
        counts.whole = Math.max(counts.whole, digits === 0 ? length : length - digits - 1);
        counts.scale = Math.max(counts.scale, digits);
      } else if (classes === TIMESTAMP) {
        if (counts.timeLength === 0) counts.timeLength = length;
        // Texts of timestamps sort by time only if a field's all have the same length.
        else if (counts.timeLength !== length) counts.common = 0;
      }
    }
  }

  facts(): readonly ColumnFacts[] {
    return this.#fields.map(({ values, bytes, common, whole, scale, timeLength }) => ({
      type: values === 0 ? 'text' : typeOfClasses(common),
      ...{ values, bytes, whole, scale, timeLength },
    }));
  }
}
