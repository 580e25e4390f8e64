import type { ExactValue } from './cells.ts';
import { stringifyExact } from './exactJson.ts';

/** A value as plain text: exact digits, arrays and objects as JSON. */
export function valueText(value: ExactValue): string {
  return typeof value === 'string' ? value : stringifyExact(value);
}
