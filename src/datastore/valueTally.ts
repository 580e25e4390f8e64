/** How often each value of a field comes; equal values (`1.5` and `1.50`) are one. */
import type { ExactValue } from '../shared/cells.ts';
import type { FilterValueDraft } from '../shared/draft.ts';
import type { FieldKind } from '../shared/fieldKind.ts';
import { decimalText, parseDecimal } from './exactDecimal.ts';
import { stringifyExact } from './exactJson.ts';
import type { ResultSet } from './resultSet.ts';

export class ValueTally {
  readonly kind: FieldKind;
  /** By the text that stands for the value. */
  readonly counts = new Map<string, number>();
  #records = 0;
  #nulls = 0;

  constructor(kind: FieldKind) {
    this.kind = kind;
  }

  get records(): number {
    return this.#records;
  }

  get nulls(): number {
    return this.#nulls;
  }

  take(value: ExactValue): void {
    this.#records += 1;
    if (value === null) {
      this.#nulls += 1;
      return;
    }
    const text = typeof value === 'string' && this.kind !== 'json' ? value : stringifyExact(value);
    const key = this.kind === 'number' ? plainNumber(text) : text;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}

/** Of the records that are here already; `place`: of the field among them. */
export function tallyLoaded(
  result: Pick<ResultSet, 'loadedRows'>,
  place: number,
  kind: FieldKind,
): ValueTally {
  const tally = new ValueTally(kind);
  for (const { rows } of result.loadedRows()) for (const row of rows) tally.take(row[place] ?? null);
  return tally;
}

/** The text of a counted value as a filter takes it. Some numbers are none to JSON: `NaN`. */
export function countedDraft(text: string, kind: FieldKind): FilterValueDraft {
  const type = kind === 'boolean' || (kind === 'number' && parseDecimal(text) !== undefined) ? kind : 'text';
  return { type, text };
}

/** Without an exponent, nor zeros that say nothing; what is no number stays as it is (`NaN`). */
export function plainNumber(text: string): string {
  if (/^(?:0|-?[1-9]\d*)$/.test(text)) return text;
  const number = parseDecimal(text);
  return number === undefined ? text : decimalText(number, true);
}
