/** Counts how often each value of a field occurs, in bounded memory. `1.5` and `1.50` are one value. */
import { beginning, type CellValue, typedValue } from '../../base/cells.ts';
import { type FilterValue, readValue } from '../query/condition.ts';
import type { FieldKind } from '../../base/field.ts';
import { decimalText, isLongNumber, MAX_DIGITS, parseDecimal } from '../../base/exactDecimal.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { ResultSet } from '../result/resultSet.ts';
import { TimeSlice } from '../../base/timeSlice.ts';

/** Greatest length of a shown value in UTF-16 code units. Longer values can't be filtered by. */
export const MAX_LABEL = 300;
/** Limit for all different values together, in UTF-16 code units. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Memory of an entry besides its text, in the same unit. */
const ENTRY_SIZE = 40;

/** Too many records, too many or long values, or `distinct`: older portals return only some distinct records. */
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
  /** Numbers of records by the text of the value. A longer text is replaced by its first part and a hash. */
  readonly counts = new Map<string, number>();
  records = 0;
  nulls = 0;
  /** Whether some numbers have too many digits to calculate with. They count as texts. */
  hasLongNumbers: true | undefined;
  #kept = 0;

  constructor(kind: FieldKind) {
    this.kind = kind;
  }

  /** Throws NotCountable if the different values need too much memory. */
  take(cell: CellValue): void {
    const value = typedValue(cell);
    this.records += 1;
    if (value === null) {
      this.nulls += 1;
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
    if (this.kind === 'number' && isLongNumber(text)) this.hasLongNumbers = true;
    return text.length > MAX_LABEL ? `${beginningOf(text)}…${textHash(text)}` : text;
  }
}

export function shortLabel(text: string): string {
  return text.length > MAX_LABEL ? `${beginning(text, MAX_LABEL)}…` : text;
}

/** Copies the text, because a slice would keep the whole value in memory. */
function beginningOf(text: string): string {
  return String.fromCharCode(...Array.from({ length: MAX_LABEL }, (_, at) => text.charCodeAt(at)));
}

/** Counts the loaded records. `place` is the field's position. Throws NotCountable, or the reason of an abort. */
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

/** A counted value for a filter. Numbers that JSON lacks (`NaN`) or that are too long become texts. */
export function countedValue(text: string, kind: FieldKind): FilterValue {
  const isTyped = kind === 'boolean' || (kind === 'number' && parseDecimal(text) !== undefined);
  const value = readValue({ type: isTyped ? kind : 'text', text }, undefined);
  return 'problem' in value ? { type: 'text', text } : value;
}

/** The number without exponent and final zeros. Other texts, such as `NaN`, are returned unchanged. */
export function plainNumber(text: string): string {
  return digitsOf(text) ?? text;
}

function digitsOf(text: string): string | undefined {
  if (text.length <= MAX_DIGITS && /^(?:0|-?[1-9]\d*)$/.test(text)) return text;
  const number = parseDecimal(text);
  return number && decimalText(number, true);
}

/** A 64-bit hash of a text. Accidental collisions are practically impossible. */
export function textHash(text: string): string {
  let one = 0xdeadbeef ^ text.length;
  let other = 0x41c6ce57 ^ text.length;
  // Processes two code units at a time. Zeros follow the end.
  for (let at = 0; at < text.length; at += 2) {
    const pair = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
    one = Math.imul(one ^ pair, 2654435761);
    one ^= one >>> 15;
    other = Math.imul(other ^ pair, 1597334677);
    other ^= other >>> 13;
  }
  return [one, other].map((half) => (half >>> 0).toString(36)).join('.');
}
