import type { WireCell } from '../../base/cells.ts';

/** A value as a clipboard gets it: exact digits, compact JSON, nothing for null. Undefined where only a beginning is known. */
export function plainText(value: WireCell | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if ('n' in value) return value.n;
  return 'j' in value ? value.j : undefined;
}
