/** Reads and writes names of types, such as `numeric(10,2)`. */
import { bool, bpchar, textType, varchar, uuid } from './plainTypes.ts';
import { date, time, timestamp, timestamptz } from './dates.ts';
import { float4, float8 } from './floats.ts';
import { int2, int4, int8, numeric } from './numeric.ts';
import { interval } from './interval.ts';
import { jsonb } from './jsonb.ts';
import type { ScalarType } from './scalarType.ts';

export interface DeclaredType {
  /** The name that `datastore_search` shows: `int4`, `_text`, `json`. */
  readonly type: string;
  readonly modifiers: readonly number[];
}

/** Types by PostgreSQL's short names. */
export const scalarTypes: ReadonlyMap<string, ScalarType> = new Map([
  ['text', textType],
  ['varchar', varchar],
  ['bpchar', bpchar],
  ['int2', int2],
  ['int4', int4],
  ['int8', int8],
  ['numeric', numeric],
  ['float4', float4],
  ['float8', float8],
  ['bool', bool],
  ['date', date],
  ['timestamp', timestamp],
  ['timestamptz', timestamptz],
  ['time', time],
  ['interval', interval],
  ['uuid', uuid],
  ['jsonb', jsonb],
]);

const longNames: ReadonlyMap<string, string> = new Map([
  ['character varying', 'varchar'],
  ['char varying', 'varchar'],
  ['character', 'bpchar'],
  ['char', 'bpchar'],
  ['smallint', 'int2'],
  ['int', 'int4'],
  ['integer', 'int4'],
  ['bigint', 'int8'],
  ['decimal', 'numeric'],
  ['dec', 'numeric'],
  ['real', 'float4'],
  ['float', 'float8'],
  ['double precision', 'float8'],
  ['boolean', 'bool'],
  ['timestamp without time zone', 'timestamp'],
  ['timestamp with time zone', 'timestamptz'],
  ['time without time zone', 'time'],
  ['nested', 'json'],
]);

const WITH_MODIFIERS = /^([^()]*[^() ]) ?\( ?(\d+)(?: ?, ?(\d+))? ?\)([^()]*)$/;

/** Type names are shorter than this (in UTF-16 units), but requests may contain longer texts. */
const LONGEST = 200;

/** Undefined for a type that the datastore doesn't support. */
export function declaredType(name: string): DeclaredType | undefined {
  if (name.length > LONGEST) return undefined;
  const [, plain = '', dimensions = ''] =
    /^(.*?)((?: ?\[ ?(?:\d+ ?)?\])*| array)$/.exec(name.trim().toLowerCase().replace(/\s+/g, ' ')) ?? [];
  if (plain.startsWith('_') && dimensions === '')
    return scalarTypes.has(plain.slice(1)) ? { type: plain, modifiers: [] } : undefined;
  const [, before = plain, first, second, after = ''] = WITH_MODIFIERS.exec(plain) ?? [];
  const core = (before + after).trim();
  const numbers = [first, second].flatMap((given) => (given === undefined ? [] : [Number(given)]));
  const modifiers = numbers.length === 0 && /^char(acter)?$/.test(core) ? [1] : numbers;
  const type = shortName(core, modifiers);
  if (type === undefined || !isSensible(type, modifiers)) return undefined;
  if (dimensions === '') return { type, modifiers: type.startsWith('float') ? [] : modifiers };
  return scalarTypes.has(type) ? { type: `_${type}`, modifiers } : undefined;
}

/** PostgreSQL reads `float(20)` as a single. */
function shortName(name: string, [digits]: readonly number[]): string | undefined {
  if (name === 'float' && digits !== undefined && digits < 25) return 'float4';
  const type = longNames.get(name) ?? name;
  return type === 'json' || scalarTypes.has(type) ? type : undefined;
}

function isSensible(type: string, modifiers: readonly number[]): boolean {
  if (modifiers.length === 0) return true;
  const [first = 0, second = 0] = modifiers;
  if (type === 'numeric') return first >= 1 && first <= 1000 && second <= first;
  if (modifiers.length > 1) return false;
  if (['varchar', 'bpchar'].includes(type)) return first >= 1 && first <= 10_485_760;
  if (type.startsWith('float')) return first >= 1 && first <= 53;
  return ['timestamp', 'timestamptz', 'time'].includes(type) && first <= 6;
}

/** PostgreSQL's full name, as in `datastore_info`. */
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
