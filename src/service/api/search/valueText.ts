import type { Row } from '../../engine/duckdb/engine.ts';

/** Statements give texts and whole numbers only. */
export function textOfValue(value: Row[number]): string {
  return typeof value === 'string' ? value : String(value);
}
