import type { TypedValue } from './typedValue.ts';

export type NumberValue = Extract<TypedValue, { kind: 'number' }>;

/** Of `numeric(10,2)`: 10 and 2. */
export type Modifiers = readonly number[];

/** A value as it lies in a data file. */
export interface StoredValue {
  readonly value: string | null;
  /** Of the second column, where the type has one. */
  readonly key: string | null;
}

/** A type of PostgreSQL's that is no array. Texts are read and shown as PostgreSQL 15 does; its session is in UTC. */
export interface ScalarType {
  /** PostgreSQL's own name, as `datastore_info` and its messages show it. */
  readonly native: string;
  /** `json`: the stored text is JSON, or NaN or an infinity, for which JSON has no word. */
  readonly wire: 'text' | 'json';
  readonly order: 'value' | 'key' | 'none';
  /** Of a stored text: a text whose order by bytes is that of the values. Undefined for one that is no such value. */
  readonly key?: (stored: string) => string | undefined;
  /** The stored text of a text. Throws InvalidValue. */
  readonly parse: (text: string, modifiers: Modifiers) => string;
  /** Both, where the stored text leaves out what the key has. Throws InvalidValue. */
  readonly parseBoth?: (text: string, modifiers: Modifiers) => StoredValue;
  /** As an element of an array, where that is written otherwise. */
  readonly parseElement?: (text: string, modifiers: Modifiers) => string;
  /** The stored text of a number or boolean that is put into a field; absent where PostgreSQL refuses it. */
  readonly fromNumber?: (number: NumberValue, modifiers: Modifiers) => string;
  readonly fromBoolean?: (value: boolean, modifiers: Modifiers) => string;
  /** The sort key to compare with a text, where values may be stored that `parse` refuses. Throws InvalidValue. */
  readonly keyOfText?: (text: string) => string;
  /** The sort key to compare with a number; absent where there is no such comparison. */
  readonly keyOfNumber?: (number: NumberValue) => string;
}
