import type { Row } from '../store/engine.ts';

/** Statements give texts and whole numbers only. */
export function textOfValue(value: Row[number]): string {
  return typeof value === 'string' ? value : String(value);
}
