/** The types of fields: how their values lie in a data file, are compared, and are given out. */
import { decimalKey } from './decimalKey.ts';

/** A name of PostgreSQL's, as `datastore_info` shows it: `text`, `numeric`, `int4`, `timestamp`, `_text`, … */
export type FieldType = string;

export interface TypeRules {
  /**
   * `value`: stored texts compare by their bytes as the values do. `key`: those of a second column do (`key`).
   * `none`: the values have neither order nor equality.
   */
  readonly order: 'value' | 'key' | 'none';
  /** Undefined for a text that is no such value. */
  readonly key?: (stored: string) => string | undefined;
  /** `json`: the stored text is JSON and goes out as it is (numbers, booleans, lists, objects). */
  readonly wire: 'text' | 'json';
}

const text: TypeRules = { order: 'value', wire: 'text' };
const number: TypeRules = { order: 'key', key: decimalKey, wire: 'json' };

const rules: ReadonlyMap<FieldType, TypeRules> = new Map([
  ['text', text],
  ['date', text],
  ['timestamp', text],
  ['numeric', number],
  ['bool', { order: 'value', wire: 'json' }],
  ['json', { order: 'none', wire: 'json' }],
]);

/** Of an unknown type: those of text. */
export function typeRules(type: FieldType): TypeRules {
  return rules.get(type) ?? text;
}
