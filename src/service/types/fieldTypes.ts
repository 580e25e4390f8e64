/** How values of each field type are read, stored, compared and returned. */
import { type ExactValue, isList } from '../../base/cells.ts';
import { arrayOf, type ArrayType } from './arrays.ts';
import { arrayLiteral, type Nested } from './arrayLiteral.ts';
import { InvalidValue, WrongType } from './invalidValue.ts';
import { pythonJson } from '../ckan/pythonJson.ts';
import type { Modifiers, ScalarType, StoredValue } from './scalarType.ts';
import { textType } from './plainTypes.ts';
import { scalarTypes } from './typeName.ts';
import { numberType, typedValue, type TypedValue } from './typedValue.ts';

export type { StoredValue } from './scalarType.ts';

/** PostgreSQL's name of a type, as in `datastore_search`: `text`, `numeric`, `int4`, `timestamp`, `_text`, `json`, … */
export type FieldType = string;

export interface TypeRules {
  /**
   * `value`: the stored texts sort by bytes as the values do. `key`: their keys do. `none`: the values don't compare.
   */
  readonly order: 'value' | 'key' | 'none';
  /** Sort key of a stored text; undefined if it's invalid. */
  readonly key?: (stored: string) => string | undefined;
  /** `json`: the stored text is JSON, or NaN or an infinity, which JSON lacks. */
  readonly wire: 'text' | 'json';
  /** Converts a value of a record as CKAN and PostgreSQL do. Throws InvalidValue and WrongType. */
  readonly read: (value: ExactValue, modifiers: Modifiers) => StoredValue;
  /** The key or stored text to compare with; null for NULL. Throws InvalidValue, and WrongType as PostgreSQL would. */
  readonly operand: (value: ExactValue) => string | null;
}

const NULL: StoredValue = { value: null, key: null };

const rules: ReadonlyMap<FieldType, TypeRules> = new Map([
  ...[...scalarTypes].map(([name, type]): [string, TypeRules] => [name, scalarRules(name, type)]),
  ...[...scalarTypes].map(([name, type]): [string, TypeRules] => [`_${name}`, arrayRules(arrayOf(type))]),
  ['json', jsonRules()],
]);

const unknown = scalarRules('text', textType);

/** An unknown type has the rules of text. */
export function typeRules(type: FieldType): TypeRules {
  return rules.get(type) ?? unknown;
}

function scalarRules(name: string, type: ScalarType): TypeRules {
  const { order, wire, key } = type;
  const keyOf = (stored: string): string | null => key?.(stored) ?? null;
  return {
    order,
    wire,
    ...(key && { key }),
    read: (given, modifiers) => {
      // CKAN stores an empty text as NULL, except in text fields.
      if (given === null || (given === '' && name !== 'text')) return NULL;
      const value = typedValue(given);
      if (value.kind === 'text' && type.parseBoth) return type.parseBoth(value.text, modifiers);
      const stored = storedOf(type, value, modifiers);
      return { value: stored, key: keyOf(stored) };
    },
    operand: (given) => {
      if (given === null) return null;
      const value = typedValue(given);
      if (value.kind === 'number') {
        if (type.keyOfNumber === undefined) throw new WrongType(numberType(value.text));
        return type.keyOfNumber(value);
      }
      if (value.kind === 'text' && type.parseBoth) return type.parseBoth(value.text, []).key;
      if (value.kind === 'text' && type.keyOfText) return type.keyOfText(value.text);
      if (value.kind === 'list') throw new WrongType(expressionType(value));
      if (value.kind === 'boolean' && name !== 'bool') throw new WrongType('boolean');
      const stored = storedOf(type, value, []);
      return key === undefined ? stored : keyOf(stored);
    },
  };
}

function storedOf(type: ScalarType, value: TypedValue, modifiers: Modifiers): string {
  if (value.kind === 'text') return type.parse(value.text, modifiers);
  if (value.kind === 'number' && type.fromNumber) return type.fromNumber(value, modifiers);
  if (value.kind === 'boolean' && type.fromBoolean) return type.fromBoolean(value.value, modifiers);
  // Types that accept both numbers and booleans also accept the text of a list.
  const takesAny = type.fromNumber !== undefined && type.fromBoolean !== undefined;
  // The items of an empty list or of one with only NULLs have no type, so PostgreSQL reads it as the text {} or {NULL}.
  if (value.kind === 'list' && (takesAny || value.items.every((item) => item === null)))
    return type.parse(arrayLiteral(texts(value.items)), modifiers);
  throw new WrongType(expressionType(value));
}

function texts(items: readonly ExactValue[]): readonly Nested<string>[] {
  return items.map((item) => {
    if (item === null) return null;
    return isList(item) ? texts(item) : storedOf(textType, typedValue(item), []);
  });
}

/** PostgreSQL's name for the type of a sent value. */
function expressionType(value: TypedValue): string {
  if (value.kind === 'number') return numberType(value.text);
  if (value.kind !== 'list') return value.kind;
  const first = value.items.find((item) => item !== null);
  return first === undefined ? 'text[]' : `${expressionType(typedValue(first)).replace('[]', '')}[]`;
}

function arrayRules(type: ArrayType): TypeRules {
  const storedText = (value: TypedValue, modifiers: Modifiers): string => {
    if (value.kind === 'text') return type.fromText(value.text, modifiers);
    if (value.kind === 'list') return type.fromList(value.items, modifiers);
    throw new WrongType(expressionType(value));
  };
  return {
    order: 'key',
    wire: 'json',
    key: type.key,
    read: (given, modifiers) => {
      if (given === null || given === '') return NULL;
      const value = storedText(typedValue(given), modifiers);
      return { value, key: type.key(value) ?? null };
    },
    operand: (given) => (given === null ? null : (type.key(storedText(typedValue(given), [])) ?? null)),
  };
}

/** Matches the escape, but not a backslash followed by its letters. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** CKAN's type `nested`: the sent value as Python writes it. */
function jsonRules(): TypeRules {
  return {
    order: 'none',
    wire: 'json',
    read: (given) => {
      if (given === null) return NULL;
      const value = pythonJson(given);
      if (NUL.test(value)) throw new InvalidValue('unsupported Unicode escape sequence');
      return { value, key: null };
    },
    operand: () => {
      throw new InvalidValue('malformed record literal');
    },
  };
}
