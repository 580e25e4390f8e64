import type { TypedValue } from './typedValue.ts';

export type NumberValue = Extract<TypedValue, { kind: 'number' }>;

/** The numbers after a type's name: 10 and 2 in `numeric(10,2)`. */
export type Modifiers = readonly number[];

/** A value as stored in a data file. */
export interface StoredValue {
  readonly value: string | null;
  /** Content of the second column, if the type has one. */
  readonly key: string | null;
}

/** A PostgreSQL type that isn't an array. Texts are read and written as by PostgreSQL 15 in a session in UTC. */
export interface ScalarType {
  /** PostgreSQL's full name, as in `datastore_info` and error messages. */
  readonly native: string;
  /** `json`: the stored text is JSON, or NaN or an infinity, which JSON lacks. */
  readonly wire: 'text' | 'json';
  readonly order: 'value' | 'key' | 'none';
  /** A text whose byte order is that of the values; undefined if the stored text is invalid. */
  readonly key?: (stored: string) => string | undefined;
  /** The text to store for a given text. Throws InvalidValue. */
  readonly parse: (text: string, modifiers: Modifiers) => string;
  /** Makes both at once, if the stored text lacks what the key needs. Throws InvalidValue. */
  readonly parseBoth?: (text: string, modifiers: Modifiers) => StoredValue;
  /** The text to store in an array, if that differs. */
  readonly parseElement?: (text: string, modifiers: Modifiers) => string;
  /** The text to store for a number or boolean; absent if PostgreSQL refuses it. */
  readonly fromNumber?: (number: NumberValue, modifiers: Modifiers) => string;
  readonly fromBoolean?: (value: boolean, modifiers: Modifiers) => string;
  /** The sort key to compare with a text, if stored values may be ones that `parse` refuses. Throws InvalidValue. */
  readonly keyOfText?: (text: string) => string;
  /** The sort key to compare with a number; absent if PostgreSQL can't compare the types. */
  readonly keyOfNumber?: (number: NumberValue) => string;
}
