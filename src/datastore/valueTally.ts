/** How often each value of a field comes; equal values (`1.5` and `1.50`) are one. */
import type { ExactValue } from '../shared/cells.ts';
import type { FieldKind } from '../shared/fieldKind.ts';
import { decimalText, parseDecimal } from './exactDecimal.ts';
import { stringifyExact } from './exactJson.ts';

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

/** Without an exponent, nor zeros that say nothing; what is no number stays as it is (`NaN`). */
export function plainNumber(text: string): string {
  if (/^(?:0|-?[1-9]\d*)$/.test(text)) return text;
  const number = parseDecimal(text);
  return number === undefined ? text : decimalText(number, true);
}
