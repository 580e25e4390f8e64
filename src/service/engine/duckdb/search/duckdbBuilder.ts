import { type Phrase, type SqlField, StatementBuilder } from '../../../question/statement.ts';
import type { Comparator, Operand } from '../../../question/tableQuestion.ts';
import { SEPARATOR, wordPattern } from '../../../question/wordPattern.ts';
import type { Bindings } from '../bindings.ts';
import type { Column, Columns } from '../columns.ts';
import { decimalPlace, decimalType } from '../decimalOrder.ts';
import { SEARCH_COLUMN } from '../layout.ts';

interface DuckdbField extends SqlField {
  readonly text: string;
  readonly key: string;
  readonly own: Column;
}

/** Writes questions for DuckDB. Fields compare with sent values as in PostgreSQL (docs/ckan.md 21 and 22). */
export class DuckdbBuilder extends StatementBuilder<DuckdbField> {
  protected readonly table: string;
  readonly #bindings: Bindings;
  readonly #numbers: ReadonlyMap<string, string>;

  /** `numbers` has SQL of fields that can be summed, besides those that sort by numbers. */
  constructor(table: string, columns: Columns, bindings: Bindings, numbers: ReadonlyMap<string, string> = new Map()) {
    super(Array.from(columns.values(), fieldOf));
    this.table = table;
    this.#bindings = bindings;
    this.#numbers = numbers;
  }

  protected literal(text: string): string {
    return this.#bindings.text(text);
  }

  protected compare({ key, own: { scale, type } }: DuckdbField, comparator: Comparator, operand: Operand): string {
    return scale !== undefined
      ? decimalComparison(key, scale, comparator, operand.key, this.#bindings)
      : `${key} ${comparator} ${this.literal(operand.key)}${castOf(type)}`;
  }

  protected isOneOf({ key, own: { scale, type } }: DuckdbField, operands: readonly Operand[]): string {
    const keys = operands.map((operand) => operand.key);
    if (scale !== undefined) return decimalMembership(key, scale, keys, this.#bindings);
    return keys.length === 0 ? 'false' : `${key} in (select unnest(${this.#bindings.list(keys)})${castOf(type)})`;
  }

  protected override contains(text: string, needle: string, isStart: boolean): string {
    return `${isStart ? 'starts_with' : 'contains'}(${text}, ${needle})`;
  }

  /** Only a text with the separator could match across fields. */
  protected override containers(field: DuckdbField | undefined, text: string): readonly string[] {
    return field === undefined && !text.includes(SEPARATOR) ? [SEARCH_COLUMN] : super.containers(field, text);
  }

  protected subject(field: DuckdbField | undefined): string {
    return field === undefined ? SEARCH_COLUMN : `lower(${field.text})`;
  }

  /** DuckDB folds words, because JavaScript folds `İ` and `Σ` differently. */
  protected matches(phrase: Phrase, field: DuckdbField | undefined): string {
    const subject = this.subject(field);
    const parts = wordPattern(phrase).map((part) =>
      typeof part === 'string' ? `'${part}'` : `regexp_escape(lower(${this.literal(part.text)}))`,
    );
    return this.hasWords(phrase, subject, `regexp_matches(${subject}, ${parts.join(' || ')})`);
  }

  protected end(aggregate: 'min' | 'max', { key, column, own: { scale, type } }: DuckdbField): string {
    const isOwn = column === key || scale !== undefined || type === 'int';
    return isOwn ? `${aggregate}(${key})::varchar` : `arg_${aggregate}(${column}, ${key})`;
  }

  protected sum({ id, key, own: { scale, type } }: DuckdbField): string | undefined {
    const number = scale !== undefined || type === 'int' ? key : this.#numbers.get(id);
    return number === undefined ? undefined : `sum(${number})::varchar`;
  }
}

/** Record numbers aren't stored as texts. */
function fieldOf(own: Column): DuckdbField {
  const { id, value, text, order } = own;
  return { id, column: value, value: `${value}::varchar`, text: `${text}::varchar`, key: order, own };
}

/** Record numbers are below 2^53, so a double compares them exactly with any number. */
function castOf(type: string): string {
  return type === 'int' ? '::double' : '';
}

/** Compares a field that sorts by DECIMAL exactly with a number of any length, whose sort key is `operand`. */
export function decimalComparison(
  order: string,
  scale: number,
  comparator: Comparator,
  operand: string,
  bindings: Bindings,
): string {
  const place = decimalPlace(operand, scale);
  if (typeof place === 'string') {
    const isTrue = place === 'below' ? comparator.startsWith('>') : comparator.startsWith('<');
    return isTrue ? `${order} is not null` : 'false';
  }
  if (comparator === '=' && !place.isExact) return 'false';
  const bound = `${bindings.text(place.floor)}::${decimalType(scale)}`;
  return `${order} ${place.isExact ? comparator : beside(comparator)} ${bound}`;
}

export function decimalMembership(
  order: string,
  scale: number,
  operands: readonly string[],
  bindings: Bindings,
): string {
  const values = operands.flatMap((operand) => {
    const place = decimalPlace(operand, scale);
    return typeof place !== 'string' && place.isExact ? [place.floor] : [];
  });
  if (values.length === 0) return 'false';
  return `${order} in (select unnest(${bindings.list(values)})::${decimalType(scale)})`;
}

/** The number is greater than the bound, but less than the next decimal after it. */
function beside(comparator: Comparator): Comparator {
  return comparator.startsWith('<') ? '<=' : '>';
}
