/** How often each value of a field comes; equal values (`1.5` and `1.50`) are one. Its size has a bound, whatever comes. */
import { beginning, type CellValue, typedValue } from '../../base/cells.ts';
import { type FilterValue, readValue } from '../query/condition.ts';
import type { FieldKind } from '../../base/field.ts';
import { decimalText, isLongNumber, MAX_DIGITS, parseDecimal } from '../../base/exactDecimal.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { ResultSet } from '../result/resultSet.ts';
import { TimeSlice } from '../../base/timeSlice.ts';

/** UTF-16 units: what is shown of a value at most; a longer one can't be picked or filtered by. */
export const MAX_LABEL = 300;
/** UTF-16 units of all different values together. */
const MOST_KEPT = 64 * 1024 * 1024;
/** What a value takes beside its text, in the same units. */
const ENTRY_SIZE = 40;

/** Values that are not counted. `tooMany`: more records came than are read. `tooLarge`: so do their values. `distinct`: older portals give only a part of these. */
export class NotCountable extends Error {
  override readonly name = 'NotCountable';
  readonly reason: 'tooMany' | 'tooLarge' | 'distinct';
  constructor(reason: NotCountable['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export class ValueTally {
  readonly kind: FieldKind;
  /** By the text that stands for the value; of one that is longer than a label, its beginning and a hash of all of it. */
  readonly counts = new Map<string, number>();
  #records = 0;
  #nulls = 0;
  #hasLongNumbers: true | undefined;
  #kept = 0;

  constructor(kind: FieldKind) {
    this.kind = kind;
  }

  get records(): number {
    return this.#records;
  }

  get nulls(): number {
    return this.#nulls;
  }

  /** Some are numbers of more digits than can be calculated with; they count as texts. */
  get hasLongNumbers(): true | undefined {
    return this.#hasLongNumbers;
  }

  /** Throws NotCountable where there are too many, and too long, different values. */
  take(cell: CellValue): void {
    const value = typedValue(cell);
    this.#records += 1;
    if (value === null) {
      this.#nulls += 1;
      return;
    }
    const text = typeof value === 'string' && this.kind !== 'json' ? value : stringifyExact(value);
    const key = this.#keyOf(text);
    const count = this.counts.get(key);
    if (count === undefined) this.#kept += key.length + ENTRY_SIZE;
    if (this.#kept > MOST_KEPT) throw new NotCountable('tooLarge');
    this.counts.set(key, (count ?? 0) + 1);
  }

  #keyOf(text: string): string {
    const number = this.kind === 'number' ? digitsOf(text) : undefined;
    if (number !== undefined) return number;
    if (this.kind === 'number' && isLongNumber(text)) this.#hasLongNumbers = true;
    return text.length > MAX_LABEL ? `${beginningOf(text)}…${textHash(text)}` : text;
  }
}

/** The value, or its beginning. */
export function shortLabel(text: string): string {
  return text.length > MAX_LABEL ? `${beginning(text, MAX_LABEL)}…` : text;
}

/** A text of its own: a slice would keep the whole value in memory. */
function beginningOf(text: string): string {
  return String.fromCharCode(...Array.from({ length: MAX_LABEL }, (_, at) => text.charCodeAt(at)));
}

/** Of the records that are here already; `place`: of the field among them. Throws NotCountable, or the reason of an abort. */
export async function tallyLoaded(
  result: Pick<ResultSet, 'loadedRows'>,
  place: number,
  kind: FieldKind,
  signal: AbortSignal,
): Promise<ValueTally> {
  const tally = new ValueTally(kind);
  const slice = new TimeSlice(signal);
  for (const { rows } of [...result.loadedRows()])
    for (const row of rows) {
      if (slice.isOver) await slice.next();
      tally.take(row[place] ?? null);
    }
  return tally;
}

/** A counted value as a filter takes it. Some numbers are none to JSON (`NaN`), or have more digits than can be calculated with. */
export function countedValue(text: string, kind: FieldKind): FilterValue {
  const isTyped = kind === 'boolean' || (kind === 'number' && parseDecimal(text) !== undefined);
  const value = readValue({ type: isTyped ? kind : 'text', text }, undefined);
  return 'problem' in value ? { type: 'text', text } : value;
}

/** Without an exponent, nor zeros that say nothing; what is no number stays as it is (`NaN`). */
export function plainNumber(text: string): string {
  return digitsOf(text) ?? text;
}

/** Undefined for what is no number. */
function digitsOf(text: string): string | undefined {
  if (text.length <= MAX_DIGITS && /^(?:0|-?[1-9]\d*)$/.test(text)) return text;
  const number = parseDecimal(text);
  return number && decimalText(number, true);
}

/** 64 bits of a text, as a word. Equal texts have equal ones; that others do too is as good as impossible by accident. */
export function textHash(text: string): string {
  let one = 0xdeadbeef ^ text.length;
  let other = 0x41c6ce57 ^ text.length;
  // Two units at a time; behind the end there are zeros.
  for (let at = 0; at < text.length; at += 2) {
    const pair = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
    one = Math.imul(one ^ pair, 2654435761);
    one ^= one >>> 15;
    other = Math.imul(other ^ pair, 1597334677);
    other ^= other >>> 13;
  }
  return [one, other].map((half) => (half >>> 0).toString(36)).join('.');
}
