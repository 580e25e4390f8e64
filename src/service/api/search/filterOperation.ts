import { type ExactObject, type ExactValue, isList, isObject } from '../../../base/cells.ts';
import { invalidValue, validationError } from '../../ckan/actionError.ts';
import { pythonRepr, pythonText } from '../../ckan/pythonText.ts';

/** `filters` as CKAN 2.12 reads them (ckanext/datastore/filters.py) and shows them in `filterops`. */
export type FilterOperation =
  | { readonly op: '$and' | '$or'; readonly field: null; readonly value: readonly FilterOperation[] }
  | { readonly op: string; readonly field: string; readonly value: ExactValue };

const MAX_DEPTH = 10;
const MAX_OPERATIONS = 100;

/** Undefined if nothing is filtered. Throws ActionError in CKAN's words. */
export function filterOperation(filters: ExactValue, isField: (name: string) => boolean): FilterOperation | undefined {
  if (filters === null) return undefined;
  if (!isObject(filters) && !isListOfObjects(filters))
    throw refuse('Filters must be defined as a dict or a list of dicts');
  const reader = new FilterReader(isField);
  const operation = isObject(filters) ? reader.object(filters) : reader.any(filters);
  if (reader.errors.length > 0) throw refuse(...reader.errors);
  const unknown = operation === undefined ? undefined : fieldsOf(operation).find((name) => !isField(name));
  const empty = operation === undefined && isObject(filters) ? Object.keys(filters)[0] : undefined;
  const wrong = unknown ?? empty;
  if (wrong !== undefined) throw invalidValue('filters', wrong);
  return operation;
}

export function isGroup(operation: FilterOperation): operation is Extract<FilterOperation, { field: null }> {
  return operation.field === null;
}

function fieldsOf(operation: FilterOperation): readonly string[] {
  return isGroup(operation) ? operation.value.flatMap(fieldsOf) : [operation.field];
}

class FilterReader {
  readonly errors: string[] = [];
  readonly #isField: (name: string) => boolean;
  #operations = 0;

  constructor(isField: (name: string) => boolean) {
    this.#isField = isField;
  }

  object(filters: ExactObject): FilterOperation | undefined {
    this.#checkSize(Object.keys(filters).length);
    const parts = this.#entries(filters, 0).flatMap((part) =>
      part.op === '$and' && isGroup(part) && '$and' in filters ? part.value : [part],
    );
    return this.errors.length > 0 ? undefined : this.#all(parts);
  }

  any(filters: readonly ExactObject[]): FilterOperation | undefined {
    this.#checkSize(filters.length);
    const parts = this.#members(filters, '$or', 1);
    return parts.length === 0 ? undefined : this.#group('$or', parts);
  }

  #members(members: readonly ExactObject[], operator: '$and' | '$or', depth: number): readonly FilterOperation[] {
    if (depth >= MAX_DEPTH) throw refuse('Maximum nesting depth for filter operations reached');
    const parts = members.flatMap((member) => {
      this.#checkSize(Object.keys(member).length);
      const part = this.#all(this.#entries(member, depth));
      return part === undefined ? [] : [part];
    });
    return parts.flatMap((part) => (isGroup(part) && part.op === operator ? part.value : [part]));
  }

  #entries(filter: ExactObject, depth: number): readonly FilterOperation[] {
    return Object.entries(filter).flatMap(([key, value]) => {
      const part = /^\$(?!\$)/.test(key) ? this.#nested(key, value, depth) : this.#field(key, value);
      return part === undefined ? [] : [part];
    });
  }

  #nested(operator: string, value: ExactValue, depth: number): FilterOperation | undefined {
    if (operator !== '$or' && operator !== '$and')
      this.errors.push(`Unknown operators (must be one of $or, $and): ${operator}`);
    else if (!isListOfObjects(value))
      this.errors.push(`Filter operations must be defined as a list of dicts: ${pythonText(value)}`);
    else {
      const parts = this.#members(value, operator, depth + 1);
      return parts.length === 0 ? undefined : this.#group(operator, parts);
    }
    return undefined;
  }

  /** A name that begins with `$` is written with a second one. */
  #field(key: string, value: ExactValue): FilterOperation | undefined {
    const field = key.startsWith('$$') ? key.slice(1) : key;
    if (isObject(value)) return this.#ranges(field, value);
    if (!isList(value)) return this.#operation(field, 'eq', value);
    const ranges = value.filter(isObject);
    const values = value.filter((each) => !isObject(each));
    // An unknown field is refused later here, in other words.
    if (ranges.length === 0) return this.#make({ op: 'in', field, value: values });
    const parts = ranges.flatMap((range) => this.#ranges(field, range) ?? []);
    if (values.length > 0) parts.push(this.#make({ op: 'in', field, value: values }));
    return parts.length === 0 ? undefined : this.#group('$or', parts);
  }

  #ranges(field: string, ranges: ExactObject): FilterOperation | undefined {
    const entries = Object.entries(ranges);
    // CKAN crashes for an empty object.
    if (entries.length === 0) throw invalidValue('filters', field);
    const parts = entries.flatMap(([operator, value]) => this.#operation(field, operator, value) ?? []);
    if (entries.length > 1 && parts.length > 0) return this.#group('$and', parts);
    return parts[0];
  }

  #operation(field: string, op: string, value: ExactValue): FilterOperation | undefined {
    if (this.#isField(field)) return this.#make({ op, field, value });
    this.errors.push(`Unknown field: ${field}`);
    return undefined;
  }

  #all(parts: readonly FilterOperation[]): FilterOperation | undefined {
    return parts.length > 1 ? this.#group('$and', parts) : parts[0];
  }

  #group(op: '$and' | '$or', value: readonly FilterOperation[]): FilterOperation {
    return this.#make({ op, field: null, value });
  }

  #make(operation: FilterOperation): FilterOperation {
    this.#operations += 1;
    if (this.#operations > MAX_OPERATIONS) throw tooMany();
    return operation;
  }

  #checkSize(size: number): void {
    if (size >= MAX_OPERATIONS) throw tooMany();
  }
}

function isListOfObjects(value: ExactValue): value is readonly ExactObject[] {
  return isList(value) && value.every(isObject);
}

/** Writes Python's form, `FilterOp(field='course', op='like', value='s%')`. */
export function describeOperation({ op, field, value }: Exclude<FilterOperation, { field: null }>): string {
  return `FilterOp(field=${pythonRepr(field)}, op=${pythonRepr(op)}, value=${pythonRepr(value)})`;
}

function tooMany(): Error {
  return refuse('Maximum number of filter operations exceeded');
}

function refuse(...messages: readonly string[]): Error {
  return validationError({ filters: messages });
}
