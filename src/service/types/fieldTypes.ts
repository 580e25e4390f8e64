/** How values of each field type are stored, compared and returned. */
import type { ExactValue } from '../../base/cells.ts';
import { arrayOf, type ArrayType } from './arrays.ts';
import { InvalidValue, WrongType } from './invalidValue.ts';
import type { ScalarType } from './scalarType.ts';
import { textType } from './plainTypes.ts';
import { scalarTypes } from './typeName.ts';
import { numberType, readTypedValue, type TypedValue } from './typedValue.ts';

/** PostgreSQL's name of a type, as in `datastore_search`: `text`, `numeric`, `int4`, `timestamp`, `_text`, `json`, … */
export type FieldType = string;

export interface TypeRules {
  /** Makes texts that sort by bytes as the values do. Absent if the stored texts do so, or if values don't compare. */
  readonly key?: (stored: string) => string | undefined;
  /** `json`: the stored text is JSON, or NaN or an infinity, which JSON lacks. */
  readonly wire: 'text' | 'json';
  /** The key or stored text to compare with; null for NULL. Throws InvalidValue, and WrongType as PostgreSQL would. */
  readonly operand: (value: ExactValue) => string | null;
}

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
  const { wire, key } = type;
  return {
    wire,
    ...(key && { key }),
    operand: (given) => {
      if (given === null) return null;
      const value = readTypedValue(given);
      if (value.kind === 'number' && type.keyOfNumber) return type.keyOfNumber(value);
      if (value.kind === 'boolean' && name === 'bool') return String(value.value);
      if (value.kind !== 'text') throw new WrongType(expressionType(value));
      if (type.keyOfText) return type.keyOfText(value.text);
      const stored = type.parse(value.text);
      return key === undefined ? stored : (key(stored) ?? null);
    },
  };
}

function expressionType(value: TypedValue): string {
  if (value.kind === 'number') return numberType(value.text);
  if (value.kind !== 'list') return value.kind;
  const first = value.items.find((item) => item !== null);
  return first === undefined ? 'text[]' : `${expressionType(readTypedValue(first)).replace('[]', '')}[]`;
}

function arrayRules(type: ArrayType): TypeRules {
  const storedText = (value: TypedValue): string => {
    if (value.kind === 'text') return type.fromText(value.text);
    if (value.kind === 'list') return type.fromList(value.items);
    throw new WrongType(expressionType(value));
  };
  return {
    wire: 'json',
    key: type.key,
    operand: (given) => (given === null ? null : (type.key(storedText(readTypedValue(given))) ?? null)),
  };
}

/** The rules of CKAN's type `nested`, whose values can't be compared. */
function jsonRules(): TypeRules {
  return {
    wire: 'json',
    operand: () => {
      throw new InvalidValue('malformed record literal');
    },
  };
}
