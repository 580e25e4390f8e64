/** `filters` of CKAN 2.12 as SQL: values, lists, ranges, `$and`, `$or` (ckan-api.md 1.3; errors in CKAN's words). */
import { ExactNumber, type ExactValue } from '../../shared/cells.ts';
import { isList, isObject, type ExactObject } from '../../datastore/exactObject.ts';
import { invalidValue, validationError } from './actionError.ts';
import type { Bindings } from '../store/bindings.ts';
import type { Column, Columns } from '../store/columns.ts';
import { comparison, membership, type Comparator } from './comparison.ts';

const MAX_DEPTH = 10;
const MAX_OPERATIONS = 100;

const comparators: ReadonlyMap<string, Comparator> = new Map([
  ['eq', '='],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
]);

/** SQL, or undefined when nothing is filtered. Throws ActionError. */
export function filterCondition(
  filters: ExactValue,
  columns: Columns,
  bindings: Bindings,
): string | undefined {
  return new FilterReader(columns, bindings).read(filters);
}

class FilterReader {
  readonly #columns: Columns;
  readonly #bindings: Bindings;
  #operations = 0;

  constructor(columns: Columns, bindings: Bindings) {
    this.#columns = columns;
    this.#bindings = bindings;
  }

  read(filters: ExactValue): string | undefined {
    if (isObject(filters)) return this.#all(filters, 0);
    if (isList(filters) && filters.every(isObject)) return this.#any(filters, 0);
    if (filters === null) return undefined;
    throw refuse('Filters must be defined as a dict or a list of dicts');
  }

  #any(filters: readonly ExactObject[], depth: number): string | undefined {
    return join(
      filters.map((filter) => this.#all(filter, depth + 1)),
      'or',
    );
  }

  #all(filter: ExactObject, depth: number): string | undefined {
    if (depth > MAX_DEPTH) throw refuse('Maximum nesting depth for filter operations reached');
    return join(
      Object.entries(filter).map(([key, value]) =>
        /^\$(?!\$)/.test(key) ? this.#group(key, value, depth) : this.#field(key, value),
      ),
      'and',
    );
  }

  #group(operator: string, members: ExactValue, depth: number): string {
    if (operator !== '$or' && operator !== '$and')
      throw refuse(`Unknown operators (must be one of $or, $and): ${operator}`);
    if (!isList(members) || !members.every(isObject))
      throw refuse(`Filter operations must be defined as a list of dicts: ${pythonRepr(members)}`);
    const parts = members.map((member) => this.#all(member, depth + 1));
    const condition = join(parts, operator === '$or' ? 'or' : 'and');
    if (condition === undefined) throw invalidValue('filters', operator);
    return condition;
  }

  /** A name that begins with `$` is written with two. */
  #field(key: string, value: ExactValue): string {
    const id = key.startsWith('$$') ? key.slice(1) : key;
    const column = this.#columns.get(id);
    if (column === undefined) throw refuse(`Unknown field: ${id}`);
    return this.#value(column, value);
  }

  #value(column: Column, value: ExactValue): string {
    if (isObject(value)) {
      const parts = Object.entries(value).map(([operator, operand]) =>
        this.#range(column, operator, operand),
      );
      const condition = join(parts, 'and');
      if (condition === undefined) throw invalidValue('filters', column.id);
      return condition;
    }
    if (!isList(value)) return this.#range(column, 'eq', value);
    const ranges = value.filter(isObject);
    const values = value.filter((each) => !isObject(each));
    const parts = ranges.map((range) => this.#value(column, range));
    if (values.length > 0 || ranges.length === 0) parts.push(this.#range(column, 'in', values));
    return join(parts, 'or') ?? 'false';
  }

  #range(column: Column, operator: string, operand: ExactValue): string {
    this.#operations += 1;
    if (this.#operations > MAX_OPERATIONS) throw refuse('Maximum number of filter operations exceeded');
    if (operator === 'in' && isList(operand)) return membership(column, operand, this.#bindings);
    const comparator = comparators.get(operator);
    if (comparator !== undefined) return comparison(column, comparator, operand, this.#bindings);
    const parts = [
      `field=${pythonRepr(column.id)}`,
      `op=${pythonRepr(operator)}`,
      `value=${pythonRepr(operand)}`,
    ];
    throw refuse(`Unknown filter operation: FilterOp(${parts.join(', ')})`);
  }
}

function join(parts: readonly (string | undefined)[], operator: 'and' | 'or'): string | undefined {
  const conditions = parts.filter((part) => part !== undefined);
  return conditions.length === 0 ? undefined : `(${conditions.join(` ${operator} `)})`;
}

function refuse(message: string): Error {
  return validationError({ filters: [message] });
}

/** CKAN's messages show values as Python does. */
function pythonRepr(value: ExactValue): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`;
  if (isList(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, each]) => `${pythonRepr(key)}: ${pythonRepr(each)}`);
    return `{${members.join(', ')}}`;
  }
  return String(value);
}
