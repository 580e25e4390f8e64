/** Comparing a field with a value that was sent in `filters`, as PostgreSQL would (ckan-api.md 1.3). */
import { ExactNumber, type ExactValue } from '../../shared/cells.ts';
import { invalidQuery } from './actionError.ts';
import type { Bindings } from '../store/bindings.ts';
import type { Column } from '../store/columns.ts';
import { decimalKey } from '../store/decimalKey.ts';

export type Comparator = '=' | '>' | '>=' | '<' | '<=';

/** SQL. Throws ActionError for a value that can't be of the field's type. */
export function comparison(
  column: Column,
  comparator: Comparator,
  value: ExactValue,
  bindings: Bindings,
): string {
  const operand = operandFor(column, value);
  return operand === undefined
    ? 'false'
    : `${column.order} ${comparator} ${bindings.text(operand)}${castOf(column)}`;
}

export function membership(column: Column, values: readonly ExactValue[], bindings: Bindings): string {
  const operands = values
    .map((value) => operandFor(column, value))
    .filter((operand) => operand !== undefined);
  if (operands.length === 0) return 'false';
  return `${column.order} in (select unnest(${bindings.list(operands)})${castOf(column)})`;
}

/** Record numbers are below 2^53, so a double compares them exactly with any number. */
function castOf(column: Column): string {
  return column.type === 'int' ? '::double' : '';
}

/** Undefined for NULL, which equals nothing. */
function operandFor(column: Column, value: ExactValue): string | undefined {
  if (column.type === 'json') throw invalidQuery('operator does not exist: json = unknown');
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber))
    throw invalidQuery(`cannot compare ${column.type} with a list or an object`);
  // CKAN 2.11+ compares text fields with Python's str() of the value.
  if (column.type === 'text') return pythonText(value);
  if (value === null) return undefined;
  return column.type === 'bool' ? booleanText(value) : numberText(column, value);
}

function pythonText(value: string | number | boolean | null | ExactNumber): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value instanceof ExactNumber ? value.text : String(value);
}

function numberText(column: Column, value: string | number | boolean | ExactNumber): string {
  if (typeof value === 'boolean') throw invalidQuery(`operator does not exist: ${column.type} = boolean`);
  const text = value instanceof ExactNumber ? value.text : String(value).trim();
  const key = decimalKey(text);
  if (key === undefined || (column.type === 'int' && typeof value === 'string' && !/^[+-]?\d+$/.test(text)))
    throw invalidQuery(`invalid input syntax for type ${column.type}: ${JSON.stringify(text)}`);
  return column.type === 'int' ? text : key;
}

const TRUE = /^(t|tr|tru|true|y|ye|yes|on|1)$/i;
const FALSE = /^(f|fa|fal|fals|false|n|no|of|off|0)$/i;

function booleanText(value: string | number | boolean | ExactNumber): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') throw invalidQuery('operator does not exist: boolean = integer');
  const text = value.trim();
  if (TRUE.test(text)) return 'true';
  if (FALSE.test(text)) return 'false';
  throw invalidQuery(`invalid input syntax for type boolean: ${JSON.stringify(text)}`);
}
