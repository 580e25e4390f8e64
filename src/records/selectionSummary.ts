/** What a status bar says of selected cells: counts, and of numbers sum, mean, least and greatest, exactly. */
import { stringifyExact } from '../datastore/exactJson.ts';
import {
  add,
  compare,
  decimalText,
  divide,
  isLongNumber,
  parseDecimal,
  ZERO,
  type ExactDecimal,
} from '../datastore/exactDecimal.ts';
import type { ResultSet } from '../datastore/resultSet.ts';
import { TimeSlice } from '../datastore/timeSlice.ts';
import { ExactNumber, type ExactValue } from '../shared/cells.ts';
import { fieldKind } from '../shared/fieldKind.ts';
import type { SelectedRange } from '../shared/gridProtocol.ts';

export interface SelectionSummary {
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

/** Of numbers in fields of a number type, and of JSON numbers anywhere. */
export async function summarize(
  result: Pick<ResultSet, 'fields' | 'rows'>,
  { firstRow, lastRow, fields }: SelectedRange,
  signal: AbortSignal,
): Promise<SelectionSummary> {
  const isNumeric = result.fields.map(({ type }) => fieldKind(type) === 'number');
  let cells = 0;
  let values = 0;
  const numbers = new Numbers();
  const slice = new TimeSlice(signal);
  for (let row = firstRow; row < lastRow; row += STEP) {
    const rows = await result.rows(row, Math.min(row + STEP, lastRow), signal);
    for (const record of rows) {
      if (slice.isOver) await slice.next();
      for (const field of fields) {
        const value = record[field] ?? null;
        cells += 1;
        if (value === null) continue;
        values += 1;
        numbers.take(numberText(value, isNumeric[field] === true));
      }
    }
    if (rows.length < Math.min(STEP, lastRow - row)) break;
  }
  return { cells, values, ...numbers.facts };
}

function numberText(value: ExactValue, isNumeric: boolean): string | undefined {
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

  get facts(): Omit<SelectionSummary, 'cells' | 'values'> {
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
