import { valueText } from '../datastore/valueText.ts';
import type { ExactValue } from '../shared/cells.ts';

/** A value as plain text (valueText.ts), nothing for NULL. */
export function cellText(value: ExactValue): string {
  return value === null ? '' : valueText(value);
}
