/** Comparing a field with a value that was sent in `filters`, as PostgreSQL would (docs/ckan.md 21 and 22). */
import type { ExactValue } from '../../../../base/cells.ts';
import { invalidQuery } from '../../../ckan/actionError.ts';
import type { Bindings } from '../bindings.ts';
import type { Column } from '../columns.ts';
import { typeRules } from '../../../types/fieldTypes.ts';
import { InvalidValue, WrongType } from '../../../types/invalidValue.ts';
import { nativeName } from '../../../types/typeName.ts';
import { typedValue } from '../../../types/typedValue.ts';
import { pythonText } from '../../../ckan/pythonText.ts';
import { decimalPlace, decimalType } from '../decimalOrder.ts';

/** SQL. Throws ActionError for a value that can't be of the field's type. */
export function comparison(
  column: Column,
  comparator: Comparator,
  value: ExactValue,
  bindings: Bindings,
): string {
  const operand = operandFor(column, value);
  if (operand === null) return 'false';
  return column.scale !== undefined
    ? decimalComparison(column.order, column.scale, comparator, operand, bindings)
    : `${column.order} ${comparator} ${bindings.text(operand)}${castOf(column)}`;
}

export function membership(column: Column, values: readonly ExactValue[], bindings: Bindings): string {
  const operands = values.map((value) => operandFor(column, value)).filter((operand) => operand !== null);
  const { order, scale } = column;
  if (scale !== undefined) return decimalMembership(order, scale, operands, bindings);
  if (operands.length === 0) return 'false';
  return `${order} in (select unnest(${bindings.list(operands)})${castOf(column)})`;
}

/** Record numbers are below 2^53, so a double compares them exactly with any number. */
function castOf(column: Column): string {
  return column.type === 'int' ? '::double' : '';
}

/** Null for NULL, which equals nothing. */
function operandFor({ type }: Column, value: ExactValue): string | null {
  // CKAN 2.11+ compares text fields with Python's str() of the value.
  if (type === 'text') return pythonText(value);
  try {
    return type === 'int' ? recordNumber(value) : typeRules(type).operand(value);
  } catch (error) {
    if (error instanceof InvalidValue) throw invalidQuery(error.message);
    if (error instanceof WrongType)
      throw invalidQuery(`operator does not exist: ${nativeName(type)} = ${error.given}`);
    throw error;
  }
}

/** `_id` is an integer field whose order is a number of the engine's. */
function recordNumber(value: ExactValue): string | null {
  if (value === null) return null;
  const rules = typeRules('int4');
  // Refuses what an integer can't be compared with.
  rules.operand(value);
  const typed = typedValue(value);
  return typed.kind === 'number' ? typed.text : rules.read(value, []).value;
}

export type Comparator = '=' | '>' | '>=' | '<' | '<=';

/**
 * SQL that compares a field which sorts by a decimal number (decimalOrder.ts) with a number of any length: exactly. `operand` is
 * the number's key (decimalKey.ts).
 */
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

/** Whether a value is one of these. */
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

/** The number is greater than the bound, and less than whatever comes behind it. */
function beside(comparator: Comparator): Comparator {
  return comparator.startsWith('<') ? '<=' : '>';
}
