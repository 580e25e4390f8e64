/** What a status bar says of selected cells: counts, and of numbers sum, mean, least and greatest, exactly. */
import * as vscode from 'vscode';
import { numberText } from '../base/numberText.ts';
import { stringifyExact } from '../base/exactJson.ts';
import {
  add,
  compare,
  decimalText,
  divide,
  isLongNumber,
  MAX_DIGITS,
  parseDecimal,
  ZERO,
  type ExactDecimal,
} from '../base/exactDecimal.ts';
import type { Field } from '../base/field.ts';
import type { ResultSet } from '../datastore/result/resultSet.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { ExactNumber, type ExactValue, type RecordRow } from '../base/cells.ts';
import { fieldKind } from '../base/fieldKind.ts';
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

/** Of all records in the range; those that are not loaded are asked for. `onRead` hears how many came. */
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
        const value = record[place] ?? null;
        if (value === null) continue;
        this.#values += 1;
        this.#numbers.take(numberOf(value, this.#isNumeric[place] === true));
      }
    }
  }
}

function numberOf(value: ExactValue, isNumeric: boolean): string | undefined {
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

/** What there is to say of selected cells. */
export interface SummaryFacts {
  readonly cells: number;
  readonly records: number;
  /** Absent where the cells were only counted; it may be of fewer records than are selected. */
  readonly facts?: SelectionSummary;
  /** The name of a file that has more records than can be selected by now. */
  readonly loading?: string;
}

/** "12 cells · 3 loaded records: sum 34.50 · mean 2.875 · min 1 · max 9": numbers digit for digit. */
export function summaryText({ cells, records, facts, loading }: SummaryFacts, language: string): string {
  const parts = facts === undefined ? [] : factParts(facts, language);
  if (facts !== undefined && facts.records < records && parts.length > 0)
    parts[0] = `${loadedText(facts.records, language)}: ${parts[0] ?? ''}`;
  return [
    vscode.l10n.t('{0} cells', numberText(cells, language)),
    ...parts,
    ...(loading === undefined ? [] : [vscode.l10n.t('{0} isn’t fully loaded', loading)]),
  ].join(' · ');
}

function factParts(facts: SelectionSummary, language: string): string[] {
  const { cells, values, sum, mean, min, max, longNumbers } = facts;
  const parts: string[] = [];
  if (values < cells) parts.push(vscode.l10n.t('{0} values', numberText(values, language)));
  if (sum !== undefined && mean !== undefined)
    parts.push(vscode.l10n.t('sum {0}', sum), vscode.l10n.t('mean {0}', mean));
  if (min !== undefined && max !== undefined)
    parts.push(vscode.l10n.t('min {0}', min), vscode.l10n.t('max {0}', max));
  if (longNumbers !== undefined) parts.push(longNumbersText(longNumbers, language));
  return parts;
}

function loadedText(records: number, language: string): string {
  return records === 1
    ? vscode.l10n.t('1 loaded record')
    : vscode.l10n.t('{0} loaded records', numberText(records, language));
}

function longNumbersText(count: number, language: string): string {
  const digits = numberText(MAX_DIGITS, language);
  return count === 1
    ? vscode.l10n.t('1 number with more than {0} digits left out', digits)
    : vscode.l10n.t('{0} numbers with more than {1} digits left out', numberText(count, language), digits);
}
