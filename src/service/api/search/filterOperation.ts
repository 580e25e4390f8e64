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
  const read = new FilterReader(isField).read(filters);
  const unknown = read === undefined ? undefined : fieldsOf(read).find((name) => !isField(name));
  const empty = read === undefined && isObject(filters) ? Object.keys(filters)[0] : undefined;
  const wrong = unknown ?? empty;
  if (wrong !== undefined) throw invalidValue('filters', wrong);
  return read;
}

/** Reads one request's filters. Like CKAN, it counts the operations and reports all unknown names together. */
class FilterReader {
  readonly #isField: (name: string) => boolean;
  readonly #errors: string[] = [];
  #operations = 0;

  constructor(isField: (name: string) => boolean) {
    this.#isField = isField;
  }

  read(filters: ExactObject | readonly ExactObject[]): FilterOperation | undefined {
    const read = isObject(filters) ? this.#object(filters) : this.#list(filters);
    if (this.#errors.length > 0) throw refuse(...this.#errors);
    return read;
  }

  #object(written: ExactObject): FilterOperation | undefined {
    checkSize(Object.keys(written).length);
    const parts = this.#entries(written, 0).flatMap((part) =>
      part.op === '$and' && isGroup(part) && '$and' in written ? part.value : [part],
    );
    return this.#errors.length > 0 ? undefined : this.#all(parts);
  }

  #list(list: readonly ExactObject[]): FilterOperation | undefined {
    checkSize(list.length);
    const parts = this.#members(list, '$or', 1);
    return parts.length === 0 ? undefined : this.#group('$or', parts);
  }

  #members(list: readonly ExactObject[], operator: '$and' | '$or', depth: number): readonly FilterOperation[] {
    if (depth >= MAX_DEPTH) throw refuse('Maximum nesting depth for filter operations reached');
    const parts = list.flatMap((member) => {
      checkSize(Object.keys(member).length);
      return this.#all(this.#entries(member, depth)) ?? [];
    });
    return parts.flatMap((part) => (isGroup(part) && part.op === operator ? part.value : [part]));
  }

  #entries(filter: ExactObject, depth: number): readonly FilterOperation[] {
    return Object.entries(filter).flatMap(
      ([key, value]) => (/^\$(?!\$)/.test(key) ? this.#nested(key, value, depth) : this.#field(key, value)) ?? [],
    );
  }

  #nested(operator: string, value: ExactValue, depth: number): FilterOperation | undefined {
    if (operator !== '$or' && operator !== '$and')
      this.#errors.push(`Unknown operators (must be one of $or, $and): ${operator}`);
    else if (!isListOfObjects(value))
      this.#errors.push(`Filter operations must be defined as a list of dicts: ${pythonText(value)}`);
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
    if (!isList(value)) return this.#condition(field, 'eq', value);
    const objects = value.filter(isObject);
    const values = value.filter((each) => !isObject(each));
    // An unknown field is refused later here, in other words.
    if (objects.length === 0) return this.#counted({ op: 'in', field, value: values });
    const parts = objects.flatMap((range) => this.#ranges(field, range) ?? []);
    if (values.length > 0) parts.push(this.#counted({ op: 'in', field, value: values }));
    return parts.length === 0 ? undefined : this.#group('$or', parts);
  }

  #ranges(field: string, written: ExactObject): FilterOperation | undefined {
    const own = Object.entries(written);
    // CKAN crashes for an empty object.
    if (own.length === 0) throw invalidValue('filters', field);
    const parts = own.flatMap(([operator, value]) => this.#condition(field, operator, value) ?? []);
    return own.length > 1 && parts.length > 0 ? this.#group('$and', parts) : parts[0];
  }

  #condition(field: string, op: string, value: ExactValue): FilterOperation | undefined {
    if (this.#isField(field)) return this.#counted({ op, field, value });
    this.#errors.push(`Unknown field: ${field}`);
    return undefined;
  }

  #all(parts: readonly FilterOperation[]): FilterOperation | undefined {
    return parts.length > 1 ? this.#group('$and', parts) : parts[0];
  }

  #group(op: '$and' | '$or', value: readonly FilterOperation[]): FilterOperation {
    return this.#counted({ op, field: null, value });
  }

  #counted(operation: FilterOperation): FilterOperation {
    this.#operations += 1;
    if (this.#operations > MAX_OPERATIONS) throw tooMany();
    return operation;
  }
}

function checkSize(size: number): void {
  if (size >= MAX_OPERATIONS) throw tooMany();
}

export function isGroup(operation: FilterOperation): operation is Extract<FilterOperation, { field: null }> {
  return operation.field === null;
}

function fieldsOf(operation: FilterOperation): readonly string[] {
  return isGroup(operation) ? operation.value.flatMap(fieldsOf) : [operation.field];
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
