/** What a status bar says of selected cells: counts, and of numbers sum, mean, least and greatest, exactly. */
import { stringifyExact } from '../base/exactJson.ts';
import {
  add,
  compare,
  decimalText,
  divide,
  isLongNumber,
  parseDecimal,
  ZERO,
  type ExactDecimal,
} from '../base/exactDecimal.ts';
import { type Field, fieldKind } from '../base/field.ts';
import type { ResultSet } from '../datastore/result/resultSet.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { ExactNumber, type ExactValue, type RecordRow, typedValue } from '../base/cells.ts';
import type { SelectedRange } from '../messages/gridProtocol.ts';

export interface SelectionSummary {
  /** Records that were looked at. */
  readonly records: number;
  readonly cells: number;
  /** Cells that are not NULL. */
  readonly values: number;
  readonly numbers: number;
  /** More are not among them: they have more digits than can be calculated with. Absent where there are none. */
  readonly longNumbers?: number;
  /** Of the numbers; absent where there are none. `mean` has at most six digits behind the point. */
  readonly sum?: string;
  readonly mean?: string;
  readonly min?: string;
  readonly max?: string;
}

const STEP = 1000;
const MEAN_PLACES = 6;

/** Of all records in the range; those that are not loaded are asked for. `onRead` gets how many came. */
export async function summarize(
  result: Pick<ResultSet, 'fields' | 'rows'>,
  range: SelectedRange,
  signal: AbortSignal,
  onRead: (records: number) => void = () => undefined,
): Promise<SelectionSummary> {
  const cells = new CellTally(result.fields, range.fields, signal);
  const { lastRow } = range;
  for (let row = range.firstRow; row < lastRow; row += STEP) {
    const rows = await result.rows(row, Math.min(row + STEP, lastRow), signal);
    await cells.take(rows);
    onRead(cells.records);
    if (rows.length < Math.min(STEP, lastRow - row)) break;
  }
  return cells.facts;
}

/** Of the records in the range that are here already. */
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

/** Adds numbers up: those of fields of a number type, and JSON numbers anywhere. */
class CellTally {
  readonly #isNumeric: readonly boolean[];
  readonly #places: readonly number[];
  readonly #slice: TimeSlice;
  readonly #numbers = new Numbers();
  #records = 0;
  #values = 0;

  /** `places`: of the fields that count, among all. */
  constructor(fields: readonly Field[], places: readonly number[], signal: AbortSignal) {
    this.#isNumeric = fields.map(({ type }) => fieldKind(type) === 'number');
    this.#places = places;
    this.#slice = new TimeSlice(signal);
  }

  get records(): number {
    return this.#records;
  }

  get facts(): SelectionSummary {
    const cells = this.#records * this.#places.length;
    return { records: this.#records, cells, values: this.#values, ...this.#numbers.facts };
  }

  async take(rows: readonly RecordRow[]): Promise<void> {
    for (const record of rows) {
      if (this.#slice.isOver) await this.#slice.next();
      this.#records += 1;
      for (const place of this.#places) {
        const value = typedValue(record[place] ?? null);
        if (value === null) continue;
        this.#values += 1;
        this.#numbers.take(numberIn(value, this.#isNumeric[place] === true));
      }
    }
  }
}

function numberIn(value: ExactValue, isNumeric: boolean): string | undefined {
  if (typeof value === 'number' || value instanceof ExactNumber) return stringifyExact(value);
  return isNumeric && typeof value === 'string' ? value : undefined;
}

class Numbers {
  #count = 0;
  #long = 0;
  #sum = ZERO;
  #min: ExactDecimal | undefined;
  #max: ExactDecimal | undefined;

  take(text: string | undefined): void {
    if (text === undefined) return;
    const number = parseDecimal(text);
    if (number === undefined) {
      if (isLongNumber(text)) this.#long += 1;
      return;
    }
    this.#count += 1;
    this.#sum = add(this.#sum, number);
    if (this.#min === undefined || compare(number, this.#min) < 0) this.#min = number;
    if (this.#max === undefined || compare(number, this.#max) > 0) this.#max = number;
  }

  get facts(): Omit<SelectionSummary, 'records' | 'cells' | 'values'> {
    const long = this.#long > 0 && { longNumbers: this.#long };
    if (this.#min === undefined || this.#max === undefined) return { numbers: 0, ...long };
    return {
      ...{ numbers: this.#count, ...long },
      sum: decimalText(this.#sum),
      mean: decimalText(divide(this.#sum, this.#count, MEAN_PLACES), true),
      min: decimalText(this.#min),
      max: decimalText(this.#max),
    };
  }
}
