/**
 * `filters` of CKAN 2.12 as SQL: values, lists, ranges, `$and`, `$or` (docs/ckan.md 19). Fields compare with what was sent as
 * PostgreSQL would (docs/ckan.md 21 and 22).
 */
import { isList, type ExactValue } from '../../../../base/cells.ts';
import { invalidQuery, validationError } from '../../../ckan/actionError.ts';
import type { Bindings } from '../bindings.ts';
import type { Columns, Column } from '../columns.ts';
import { describeOperation, isGroup, type FilterOperation } from './filterOperation.ts';
import { typeRules } from '../../../types/fieldTypes.ts';
import { InvalidValue, WrongType } from '../../../types/invalidValue.ts';
import { nativeName } from '../../../types/typeName.ts';
import { typedValue } from '../../../types/typedValue.ts';
import { pythonText } from '../../../ckan/pythonText.ts';
import { decimalPlace, decimalType } from '../decimalOrder.ts';

const comparators: ReadonlyMap<string, Comparator> = new Map([
  ['eq', '='],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
]);

/** SQL. Throws ActionError. */
export function filterCondition(operation: FilterOperation, columns: Columns, bindings: Bindings): string {
  if (isGroup(operation)) {
    const parts = operation.value.map((part) => filterCondition(part, columns, bindings));
    return `(${parts.join(operation.op === '$or' ? ' or ' : ' and ')})`;
  }
  const { op, field, value } = operation;
  const column = columns.get(field);
  const comparator = comparators.get(op);
  if (column !== undefined && comparator !== undefined)
    return comparison(column, comparator, value, bindings);
  if (column === undefined || op !== 'in')
    throw validationError({ filters: [`Unknown filter operation: ${describeOperation(operation)}`] });
  // Python goes through the characters of a text.
  const values = typeof value === 'string' ? Array.from(value) : value;
  if (!isList(values)) throw invalidQuery('"in" needs a list');
  return membership(column, values, bindings);
}

/** Throws ActionError for a value that can't be of the field's type. */
function comparison(column: Column, comparator: Comparator, value: ExactValue, bindings: Bindings): string {
  const operand = operandFor(column, value);
  if (operand === null) return 'false';
  return column.scale !== undefined
    ? decimalComparison(column.order, column.scale, comparator, operand, bindings)
    : `${column.order} ${comparator} ${bindings.text(operand)}${castOf(column)}`;
}

function membership(column: Column, values: readonly ExactValue[], bindings: Bindings): string {
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

/** A field that sorts by a decimal number, compared exactly with a number of any length. `operand` is that number's sort key. */
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
