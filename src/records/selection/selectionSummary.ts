/** The summary of selected cells: counts, and the exact sum, mean, minimum and maximum of numbers. */
import { stringifyExact } from '../../base/exactJson.ts';
import {
  add,
  compare,
  decimalText,
  divide,
  isLongNumber,
  parseDecimal,
  ZERO,
  type ExactDecimal,
} from '../../base/exactDecimal.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import type { ResultSet } from '../../datastore/result/resultSet.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { ExactNumber, type RecordRow, typedValue } from '../../base/cells.ts';
import type { SelectedRange } from '../../messages/gridProtocol.ts';
import { selectedRows } from './selectedRows.ts';

export interface SelectionSummary {
  readonly records: number;
  readonly cells: number;
  /** Number of cells that aren't NULL. */
  readonly values: number;
  readonly numbers: number;
  /** Number of numbers left out because they have too many digits to calculate with. Absent if there are none. */
  readonly longNumbers?: number;
  /** Sum of the numbers, absent if there are none. `mean` has at most six decimal places. */
  readonly sum?: string;
  readonly mean?: string;
  readonly min?: string;
  readonly max?: string;
}

const MEAN_PLACES = 6;

/** Sums up all records in the range, loading those that are missing. `onRead` gets the number of records so far. */
export async function summarize(
  result: Pick<ResultSet, 'fields' | 'rows'>,
  range: SelectedRange,
  signal: AbortSignal,
  onRead: (records: number) => void = () => undefined,
): Promise<SelectionSummary> {
  const cells = new CellTally(result.fields, range.fields, signal);
  for await (const rows of selectedRows(result, range, signal)) {
    await cells.take(rows);
    onRead(cells.records);
  }
  return cells.facts;
}

export async function summarizeLoaded(
  result: Pick<ResultSet, 'fields' | 'loadedRows'>,
  { firstRow, lastRow, fields }: SelectedRange,
  signal: AbortSignal,
): Promise<SelectionSummary> {
  const cells = new CellTally(result.fields, fields, signal);
  for (const { first, rows } of result.loadedRows())
    await cells.take(rows.slice(Math.max(0, firstRow - first), Math.max(0, lastRow - first)));
  return cells.facts;
}

/** Adds up the numbers of fields with a number type, and JSON numbers in any field. */
class CellTally {
  readonly #isNumeric: readonly boolean[];
  readonly #places: readonly number[];
  readonly #slice: TimeSlice;
  records = 0;
  #values = 0;
  #numbers = 0;
  #longNumbers = 0;
  #sum = ZERO;
  #min: ExactDecimal | undefined;
  #max: ExactDecimal | undefined;

  /** `places` are the indices of the selected fields. */
  constructor(fields: readonly Field[], places: readonly number[], signal: AbortSignal) {
    this.#isNumeric = fields.map(({ type }) => fieldKind(type) === 'number');
    this.#places = places;
    this.#slice = new TimeSlice(signal);
  }

  get facts(): SelectionSummary {
    const cells = this.records * this.#places.length;
    const [min, max, longNumbers] = [this.#min, this.#max, this.#longNumbers];
    return {
      ...{ records: this.records, cells, values: this.#values, numbers: this.#numbers },
      ...(longNumbers > 0 && { longNumbers }),
      ...(min &&
        max && {
          sum: decimalText(this.#sum),
          mean: decimalText(divide(this.#sum, this.#numbers, MEAN_PLACES), true),
          min: decimalText(min),
          max: decimalText(max),
        }),
    };
  }

  async take(rows: readonly RecordRow[]): Promise<void> {
    for (const record of rows) {
      if (this.#slice.isOver) await this.#slice.next();
      this.records += 1;
      for (const place of this.#places) {
        const value = typedValue(record[place] ?? null);
        if (value === null) continue;
        this.#values += 1;
        const isNumber = typeof value === 'number' || value instanceof ExactNumber;
        if (isNumber) this.#addNumber(stringifyExact(value));
        else if (typeof value === 'string' && this.#isNumeric[place] === true) this.#addNumber(value);
      }
    }
  }

  #addNumber(text: string): void {
    const number = parseDecimal(text);
    if (number === undefined) {
      if (isLongNumber(text)) this.#longNumbers += 1;
      return;
    }
    this.#numbers += 1;
    this.#sum = add(this.#sum, number);
    if (this.#min === undefined || compare(number, this.#min) < 0) this.#min = number;
    if (this.#max === undefined || compare(number, this.#max) > 0) this.#max = number;
  }
}
