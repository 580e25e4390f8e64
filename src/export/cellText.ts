import { stringifyExact } from '../datastore/exactJson.ts';
import type { ExactValue } from '../shared/cells.ts';

/** A value as plain text: exact digits, arrays and objects as JSON, nothing for NULL. */
export function cellText(value: ExactValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : stringifyExact(value);
}
