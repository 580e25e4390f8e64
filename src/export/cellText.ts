import { valueText } from '../base/valueText.ts';
import type { ExactValue } from '../base/cells.ts';

/** A value as plain text (valueText.ts), nothing for NULL. */
export function cellText(value: ExactValue): string {
  return value === null ? '' : valueText(value);
}
