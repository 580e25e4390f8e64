/** What all records show of one field, from which expectations are proposed. */
import { ExactNumber, type ExactValue } from '../../base/cells.ts';
import { valueText } from '../../base/exactJson.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import { compareValue, formOf, isMissing } from './expectedValue.ts';

/** Fields with more different values are no categories. */
const MOST_CATEGORIES = 20;

interface Category {
  readonly value: string;
  readonly first: number;
  last: number;
  records: number;
}

type End = string | number | ExactNumber;

export class FieldEvidence {
  readonly field: Field;
  readonly #kind;
  /** Values so far, until one is repeated. */
  #forms: Set<string> | undefined = new Set();
  #categories: Map<string, Category> | undefined = new Map();
  #records = 0;
  #missing = 0;
  #isWhole = true;
  #ends: { readonly min: End; readonly max: End } | undefined;

  constructor(field: Field) {
    this.field = field;
    this.#kind = fieldKind(field.type);
  }

  take(value: ExactValue): void {
    const at = this.#records;
    this.#records += 1;
    if (isMissing(value)) {
      this.#missing += 1;
      return;
    }
    const form = formOf(this.#kind, value);
    if (this.#forms?.has(form) === true) this.#forms = undefined;
    this.#forms?.add(form);
    if (this.#kind === 'text') this.#takeCategory(valueText(value), at);
    if (this.#kind === 'number') this.#isWhole &&= /^-?\d+$/.test(valueText(value));
    const isEnd = typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber;
    if (isEnd && (this.#kind === 'number' || this.#kind === 'date')) this.#takeEnds(value);
  }

  get isFilled(): boolean {
    return this.#missing === 0;
  }

  /** Whether each record has a value of its own that may be a key: a whole number or a text. */
  get isKey(): boolean {
    const canBeKey = this.#kind === 'number' ? this.#isWhole : this.#kind === 'text';
    return canBeKey && this.isFilled && this.#forms !== undefined;
  }

  /** Whether no whole number is repeated, so that later records have greater ones. */
  get mayCount(): boolean {
    return this.#isWhole && this.#forms !== undefined;
  }

  get ends(): { readonly min: End; readonly max: End } | undefined {
    return this.#ends;
  }

  /**
   * All values of a text field that has few, each in so many records and in both halves of them that others are
   * unlikely. A table that is sorted by the field has other values later.
   */
  categories(leastRecords: number): readonly Category[] | undefined {
    const all = [...(this.#categories?.values() ?? [])];
    const half = this.#records / 2;
    const isSteady = all.every(({ first, last, records }) => records >= leastRecords && first < half && last >= half);
    return all.length > 0 && isSteady ? all : undefined;
  }

  #takeCategory(value: string, at: number): void {
    const category = this.#categories?.get(value);
    if (category !== undefined) {
      category.last = at;
      category.records += 1;
    } else if (this.#categories !== undefined && this.#categories.size < MOST_CATEGORIES)
      this.#categories.set(value, { value, first: at, last: at, records: 1 });
    else this.#categories = undefined;
  }

  #takeEnds(value: End): void {
    const { min, max } = (this.#ends ??= { min: value, max: value });
    if ((compareValue(this.#kind, value, min) ?? 0) < 0) this.#ends = { min: value, max };
    if ((compareValue(this.#kind, value, max) ?? 0) > 0) this.#ends = { min, max: value };
  }
}
