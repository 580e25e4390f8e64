/** Array types. Values are JSON lists in responses and data files, and are compared element by element. */
import { parseExact, stringifyExact } from '../../base/exactJson.ts';
import { type ExactValue, isList } from '../../base/cells.ts';
import { parseArrayLiteral, type Nested } from './arrayLiteral.ts';
import { InvalidValue, invalidSyntax, WrongType } from './invalidValue.ts';
import { elementKey, notANumber } from './sortKeys.ts';
import type { ScalarType } from './scalarType.ts';
import { numberType, readTypedValue, type TypedValue } from './typedValue.ts';

export interface ArrayType {
  readonly key: (stored: string) => string | undefined;
  readonly fromText: (text: string) => string;
  readonly fromList: (items: readonly ExactValue[]) => string;
}

export function arrayOf(element: ScalarType): ArrayType {
  return {
    key: (stored) => keyOf(stored, element),
    fromText: (text) => {
      const items = parseArrayLiteral(text);
      if (items === undefined) throw new InvalidValue(`malformed array literal: "${text}"`);
      return shown(checked(items), element, element.parse);
    },
    fromList: (items) => {
      const typed = typedList(items);
      if (typed.type === 'text' && element.fromBoolean === undefined) throw new WrongType('text[]');
      return shown(typed.items, element, (value) => elementOf(value, typed.type, element));
    },
  };
}

/** Types the items as PostgreSQL's `ARRAY[…]` does: one type for all, undefined if all are NULL. */
function typedList(items: readonly ExactValue[]): {
  readonly items: readonly Nested<TypedValue>[];
  readonly type: string | undefined;
} {
  const nested = checked(nest(items));
  const values = flat(nested).filter((value) => value !== null);
  const type = commonType(values);
  for (const value of values) {
    if (value.kind !== 'text' || type === 'text') continue;
    if (type === 'boolean') throw invalidSyntax('boolean', value.text);
    if (!/^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(value.text)) throw invalidSyntax(type ?? 'text', value.text);
  }
  return { items: nested, type };
}

/** Texts take the type of the numbers or booleans beside them. */
function commonType(values: readonly TypedValue[]): string | undefined {
  const types = new Set(
    values.flatMap((value) =>
      value.kind === 'number' ? [numberType(value.text)] : value.kind === 'boolean' ? ['boolean'] : [],
    ),
  );
  if (types.has('boolean') && types.size > 1)
    throw new InvalidValue('ARRAY types boolean and integer cannot be matched');
  for (const type of ['boolean', 'numeric', 'bigint', 'integer']) if (types.has(type)) return type;
  return values.length === 0 ? undefined : 'text';
}

function nest(items: readonly ExactValue[]): readonly Nested<TypedValue>[] {
  return items.map((item) => {
    if (item === null) return null;
    return isList(item) ? nest(item) : readTypedValue(item);
  });
}

/** PostgreSQL requires all lists of a level to have the same length. */
function checked<T>(items: readonly Nested<T>[]): readonly Nested<T>[] {
  const lists = items.filter((item): item is readonly Nested<T>[] => Array.isArray(item));
  const [first] = lists;
  const isRegular =
    first === undefined || (lists.length === items.length && lists.every(({ length }) => length === first.length));
  if (!isRegular)
    throw new InvalidValue('multidimensional arrays must have array expressions with matching dimensions');
  lists.forEach(checked);
  return items;
}

function elementOf(value: TypedValue, type: string | undefined, element: ScalarType): string {
  if (value.kind === 'number' && element.fromNumber) return element.fromNumber(value);
  if (value.kind === 'boolean' && element.fromBoolean) return element.fromBoolean(value.value);
  if (value.kind === 'text') return element.parse(value.text);
  throw new WrongType(`${type ?? 'text'}[]`);
}

function shown<T>(items: readonly Nested<T>[], element: ScalarType, read: (item: T) => string): string {
  const parts = items.map((item) => {
    if (item === null) return 'null';
    if (Array.isArray(item)) return shown(item as readonly Nested<T>[], element, read);
    const stored = read(item as T);
    const isJson = element.wire === 'json' && notANumber(stored) === undefined;
    return isJson ? stored : JSON.stringify(stored);
  });
  return `[${parts.join(',')}]`;
}

/** NULL sorts after every value; of equal values, fewer dimensions come first. */
function keyOf(stored: string, element: ScalarType): string | undefined {
  try {
    const items = parseExact(stored);
    if (!isList(items)) return undefined;
    const key = (item: ExactValue): string => {
      if (item === null) return '2';
      if (isList(item)) return item.map(key).join('');
      const text = typeof item === 'string' && element.wire !== 'json' ? item : elementText(item);
      return `1${elementKey(element.key?.(text) ?? text)}`;
    };
    return `${items.map(key).join('')}0${String(dimensions(items))}`;
  } catch {
    return undefined;
  }
}

function dimensions(value: ExactValue | undefined): number {
  return isList(value) ? 1 + dimensions(value[0]) : 0;
}

/** The text that a field of the element's type would store. */
function elementText(item: Exclude<ExactValue, null | readonly ExactValue[]>): string {
  if (typeof item === 'string') return notANumber(item) === undefined ? JSON.stringify(item) : item;
  return stringifyExact(item);
}

function flat<T>(items: readonly Nested<T>[]): readonly (T | null)[] {
  return items.flatMap((item) => (Array.isArray(item) ? flat(item as readonly Nested<T>[]) : [item as T | null]));
}
