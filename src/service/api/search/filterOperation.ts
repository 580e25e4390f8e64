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
  const errors: string[] = [];
  let operations = 0;
  type Read = FilterOperation | undefined;

  const checkSize = (size: number): void => {
    if (size >= MAX_OPERATIONS) throw tooMany();
  };
  const make = (operation: FilterOperation): FilterOperation => {
    operations += 1;
    if (operations > MAX_OPERATIONS) throw tooMany();
    return operation;
  };
  const group = (op: '$and' | '$or', value: readonly FilterOperation[]): FilterOperation =>
    make({ op, field: null, value });
  const all = (parts: readonly FilterOperation[]): Read => (parts.length > 1 ? group('$and', parts) : parts[0]);
  const operation = (field: string, op: string, value: ExactValue): Read => {
    if (isField(field)) return make({ op, field, value });
    errors.push(`Unknown field: ${field}`);
    return undefined;
  };
  const ranges = (field: string, written: ExactObject): Read => {
    const own = Object.entries(written);
    // CKAN crashes for an empty object.
    if (own.length === 0) throw invalidValue('filters', field);
    const parts = own.flatMap(([operator, value]) => operation(field, operator, value) ?? []);
    return own.length > 1 && parts.length > 0 ? group('$and', parts) : parts[0];
  };
  /** A name that begins with `$` is written with a second one. */
  const ofField = (key: string, value: ExactValue): Read => {
    const field = key.startsWith('$$') ? key.slice(1) : key;
    if (isObject(value)) return ranges(field, value);
    if (!isList(value)) return operation(field, 'eq', value);
    const objects = value.filter(isObject);
    const values = value.filter((each) => !isObject(each));
    // An unknown field is refused later here, in other words.
    if (objects.length === 0) return make({ op: 'in', field, value: values });
    const parts = objects.flatMap((range) => ranges(field, range) ?? []);
    if (values.length > 0) parts.push(make({ op: 'in', field, value: values }));
    return parts.length === 0 ? undefined : group('$or', parts);
  };
  const nested = (operator: string, value: ExactValue, depth: number): Read => {
    if (operator !== '$or' && operator !== '$and')
      errors.push(`Unknown operators (must be one of $or, $and): ${operator}`);
    else if (!isListOfObjects(value))
      errors.push(`Filter operations must be defined as a list of dicts: ${pythonText(value)}`);
    else {
      const parts = members(value, operator, depth + 1);
      return parts.length === 0 ? undefined : group(operator, parts);
    }
    return undefined;
  };
  const entries = (filter: ExactObject, depth: number): readonly FilterOperation[] =>
    Object.entries(filter).flatMap(
      ([key, value]) => (/^\$(?!\$)/.test(key) ? nested(key, value, depth) : ofField(key, value)) ?? [],
    );
  const members = (list: readonly ExactObject[], operator: '$and' | '$or', depth: number) => {
    if (depth >= MAX_DEPTH) throw refuse('Maximum nesting depth for filter operations reached');
    const parts = list.flatMap((member) => {
      checkSize(Object.keys(member).length);
      return all(entries(member, depth)) ?? [];
    });
    return parts.flatMap((part) => (isGroup(part) && part.op === operator ? part.value : [part]));
  };
  const ofObject = (written: ExactObject): Read => {
    checkSize(Object.keys(written).length);
    const parts = entries(written, 0).flatMap((part) =>
      part.op === '$and' && isGroup(part) && '$and' in written ? part.value : [part],
    );
    return errors.length > 0 ? undefined : all(parts);
  };
  const ofList = (list: readonly ExactObject[]): Read => {
    checkSize(list.length);
    const parts = members(list, '$or', 1);
    return parts.length === 0 ? undefined : group('$or', parts);
  };

  if (filters === null) return undefined;
  if (!isObject(filters) && !isListOfObjects(filters))
    throw refuse('Filters must be defined as a dict or a list of dicts');
  const read = isObject(filters) ? ofObject(filters) : ofList(filters);
  if (errors.length > 0) throw refuse(...errors);
  const unknown = read === undefined ? undefined : fieldsOf(read).find((name) => !isField(name));
  const empty = read === undefined && isObject(filters) ? Object.keys(filters)[0] : undefined;
  const wrong = unknown ?? empty;
  if (wrong !== undefined) throw invalidValue('filters', wrong);
  return read;
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
