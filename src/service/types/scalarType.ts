import type { TypedValue } from './typedValue.ts';

export type NumberValue = Extract<TypedValue, { kind: 'number' }>;

/** A PostgreSQL type that isn't an array. Texts are read and written as by PostgreSQL 15 in a session in UTC. */
export interface ScalarType {
  /** PostgreSQL's full name, as in `datastore_info` and error messages. */
  readonly native: string;
  readonly wire: 'text' | 'json';
  /** A text whose byte order is that of the values, if the stored texts don't sort so. Undefined for an invalid text. */
  readonly key?: (stored: string) => string | undefined;
  /** The stored text that equals a given text. Throws InvalidValue. */
  readonly parse: (text: string) => string;
  /** The stored text that equals a number or boolean in a list; absent if PostgreSQL refuses it. */
  readonly fromNumber?: (number: NumberValue) => string;
  readonly fromBoolean?: (value: boolean) => string;
  /** The sort key to compare with a text, if that isn't the key of what `parse` returns. Throws InvalidValue. */
  readonly keyOfText?: (text: string) => string;
  /** The sort key to compare with a number; absent if PostgreSQL can't compare the types. */
  readonly keyOfNumber?: (number: NumberValue) => string;
}
