/** Looking into parsed answers without ever meeting a prototype. */
import { ExactNumber, type ExactValue } from './cells.ts';

export type ExactObject = Readonly<Record<string, ExactValue>>;

export function isObject(value: ExactValue | undefined): value is ExactObject {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof ExactNumber);
}

export function isList(value: ExactValue | undefined): value is readonly ExactValue[] {
  return Array.isArray(value);
}

/** An own member; undefined when it is missing, or when `value` is no object. */
export function member(value: ExactValue | undefined, key: string): ExactValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
