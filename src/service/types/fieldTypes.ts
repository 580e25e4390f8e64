/** The types of fields: how their values are read, lie in a data file, are compared, and are given out. */
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

/** A name of PostgreSQL's, as `datastore_search` shows it: `text`, `numeric`, `int4`, `timestamp`, `_text`, `json`, … */
export type FieldType = string;

export interface TypeRules {
  /**
   * `value`: stored texts compare by their bytes as the values do. `key`: those of a second column do (`key`).
   * `none`: the values have neither order nor equality.
   */
  readonly order: 'value' | 'key' | 'none';
  /** Of a stored text. Undefined for a text that is no such value. */
  readonly key?: (stored: string) => string | undefined;
  /** `json`: the stored text is JSON (numbers, booleans, lists, objects), or NaN or an infinity. */
  readonly wire: 'text' | 'json';
  /** What a value of a record becomes, as CKAN and PostgreSQL take it. Throws InvalidValue and WrongType. */
  readonly read: (value: ExactValue, modifiers: Modifiers) => StoredValue;
  /**
   * What to compare the values' order with: a key or a stored text. Null for NULL. Throws InvalidValue, and WrongType
   * where PostgreSQL has no such comparison.
   */
  readonly operand: (value: ExactValue) => string | null;
}

const NULL: StoredValue = { value: null, key: null };

const rules: ReadonlyMap<FieldType, TypeRules> = new Map([
  ...[...scalarTypes].map(([name, type]): [string, TypeRules] => [name, scalarRules(name, type)]),
  ...[...scalarTypes].map(([name, type]): [string, TypeRules] => [`_${name}`, arrayRules(arrayOf(type))]),
  ['json', jsonRules()],
]);

const unknown = scalarRules('text', textType);

/** Of an unknown type: those of text. */
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
      // For CKAN an empty text is NULL, except in a text field.
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
  // What takes numbers and booleans alike takes the text of a list, too.
  const takesAny = type.fromNumber !== undefined && type.fromBoolean !== undefined;
  // A list of nothing, or of NULLs, says nothing of its items: PostgreSQL takes it for the text {} or {NULL}.
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

/** PostgreSQL's name for the type of what was sent. */
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

/** The escape, not a backslash and its letters. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** CKAN's `nested`: what was sent, as Python writes it. */
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
