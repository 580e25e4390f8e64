/** The types that the datastore supports, and their names in full, such as `numeric(10,2)`. */
import { bool, bpchar, textType, varchar, uuid } from './plainTypes.ts';
import { date, time, timestamp, timestamptz } from './dates.ts';
import { float4, float8 } from './floats.ts';
import { int2, int4, int8, numeric } from './numeric.ts';
import { interval } from './interval.ts';
import { jsonb } from './jsonb.ts';
import type { ScalarType } from './scalarType.ts';

export const scalarTypes: ReadonlyMap<string, ScalarType> = new Map(
  Object.entries({
    ...{ text: textType, varchar, bpchar, int2, int4, int8, numeric, float4, float8, bool },
    ...{ date, timestamp, timestamptz, time, interval, uuid, jsonb },
  }),
);

export function nativeName(type: string, modifiers: readonly number[] = []): string {
  if (type === 'json') return 'nested';
  if (type.startsWith('_')) return `${nativeName(type.slice(1), modifiers)}[]`;
  const native = scalarTypes.get(type)?.native ?? type;
  if (type === 'bpchar' && modifiers.length === 0) return 'bpchar';
  if (modifiers.length === 0) return native;
  const shown = type === 'numeric' && modifiers.length === 1 ? [...modifiers, 0] : modifiers;
  const [head = '', ...rest] = native.split(/ (?=with)/);
  return [`${head}(${shown.join(',')})`, ...rest].join(' ');
}
