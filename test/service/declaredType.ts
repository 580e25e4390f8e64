/** Reads names of types as CKAN's `datastore_create` takes them, such as `numeric(10,2)`. */
import { scalarTypes } from '../../src/service/types/typeName.ts';

export interface DeclaredType {
  /** The name that `datastore_search` shows: `int4`, `_text`, `json`. */
  readonly type: string;
  readonly modifiers: readonly number[];
}

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

/** Undefined for a type that the datastore doesn't support. */
export function declaredType(name: string): DeclaredType | undefined {
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
