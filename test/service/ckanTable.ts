/** Makes a table as CKAN's `datastore_create` does: types of its fields, and values as PostgreSQL writes them. */
import { ExactNumber, type ExactObject, type ExactValue, isList, isObject } from '../../src/base/cells.ts';
import { parseExact, stringifyExact } from '../../src/base/exactJson.ts';
import { parseArrayLiteral } from '../../src/service/types/arrayLiteral.ts';
import { typeRules } from '../../src/service/types/fieldTypes.ts';
import { declaredType } from './declaredType.ts';
import type { TypedTable } from './typedTable.ts';

type TypedField = TypedTable['fields'][number];
type Modifiers = readonly number[];

/** `payload` has `fields`, `records` and `resource_id`, unless an `id` is passed. */
export function ckanTable(payload: ExactObject, id = textOf(payload['resource_id'])): TypedTable {
  const records = listOf(payload['records']).filter(isObject);
  const fields = fieldsOf(listOf(payload['fields']).filter(isObject), records[0] ?? {});
  const rows = records.map((record) =>
    fields.map(({ id: name, type, modifiers }) =>
      storedText(Object.hasOwn(record, name) ? (record[name] ?? null) : null, type, modifiers),
    ),
  );
  return { id, fields, records: rows };
}

function textOf(value: ExactValue | undefined): string {
  return typeof value === 'string' ? value : stringifyExact(value ?? null);
}

function listOf(value: ExactValue | undefined): readonly ExactValue[] {
  return isList(value ?? null) ? (value as readonly ExactValue[]) : [];
}

function fieldsOf(declared: readonly ExactObject[], first: ExactObject): readonly TypedField[] {
  const names = new Set(declared.map(({ id }) => id));
  const others = Object.keys(first).filter((id) => !names.has(id));
  return [...declared, ...others.map((id): ExactObject => ({ id }))].map(({ id, type, info = null }) => {
    const name = textOf(id);
    const given = declaredType(typeof type === 'string' ? type : guessedType(first[name] ?? null));
    if (given === undefined) throw new Error(`${name}: no type ${textOf(type)}`);
    const { modifiers } = given;
    return {
      ...{ id: name, type: given.type },
      ...(modifiers.length > 0 && { modifiers }),
      ...(isObject(info) && { info }),
    };
  });
}

/** CKAN guesses types by the first record's values (postgres.py, `_guess_type`). */
function guessedType(value: ExactValue): string {
  if (isList(value) || isObject(value)) return 'json';
  if (typeof value === 'boolean') return 'int';
  if (typeof value === 'number' || value instanceof ExactNumber)
    return /^-?\d+$/.test(stringifyExact(value)) ? 'int' : 'float';
  if (value === null) return 'text';
  if (/^\s*[+-]?\d+\s*$/.test(value)) return 'int';
  if (/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return 'numeric';
  return /^(\d{4}-\d{1,2}-\d{1,2}([ T]\d{1,2}:\d{1,2}:\d{1,2}Z?)?|\d{1,2}([/-])\d{1,2}\3\d{4})$/.test(value)
    ? 'timestamp'
    : 'text';
}

function storedText(value: ExactValue, type: string, modifiers: Modifiers = []): string | null {
  if (value === null || (value === '' && type !== 'text' && type !== 'json')) return null;
  if (type === 'json') return pythonJson(value);
  if (type.startsWith('_')) {
    const items = isList(value) ? value : parseArrayLiteral(textOf(value));
    return listText(items ?? [], type.slice(1), modifiers);
  }
  const text = textOf(value);
  return SPELLINGS[type]?.(text, modifiers) ?? text;
}

function listText(items: readonly ExactValue[], type: string, modifiers: Modifiers): string {
  const isJson = typeRules(type).wire === 'json';
  const texts = items.map((item) => {
    if (item === null) return 'null';
    if (isList(item)) return listText(item, type, modifiers);
    const stored = type === 'timestamp' ? moment(textOf(item)) : storedText(item, type, modifiers);
    return stored !== null && isJson && !/^-?[NI]/.test(stored) ? stored : JSON.stringify(stored);
  });
  return `[${texts.join(',')}]`;
}

/** How PostgreSQL writes texts of types that it doesn't keep as sent. */
const SPELLINGS: Readonly<Record<string, (text: string, modifiers: Modifiers) => string>> = {
  int2: (text) => text.trim(),
  int4: (text) => text.trim(),
  int8: (text) => text.trim(),
  numeric: (text, [, scale]) => decimal(text, scale),
  float4: (text) => double(text, 6, single(Number(text))),
  float8: (text) => double(text, 15, Number(text).toExponential()),
  bpchar: (text, [length = 0]) => text.padEnd(length),
  uuid: (text) => text.toLowerCase(),
  time: (text) => {
    const [hour = '', minute = '', second = '00'] = text.split(':');
    return [hour.padStart(2, '0'), minute, second].join(':');
  },
  timestamp: (text, [digits]) => moment(text, { digits, isMillis: true }),
  timestamptz: (text) => moment(text, { zone: '+00:00' }),
  interval: span,
  jsonb: (text) => sortedJson(parseExact(text)),
};

function decimal(text: string, scale?: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (whole + fraction === '') return text;
  const places = Math.max(0, fraction.length - Number(exponent));
  const digits = (whole + fraction + '0'.repeat(Math.max(0, Number(exponent) - fraction.length))).padStart(
    places + 1,
    '0',
  );
  const point = digits.length - places;
  const behind = digits.slice(point).padEnd(scale ?? 0, '0');
  const result = digits.slice(0, point).replace(/^0+(?=\d)/, '') + (behind === '' ? '' : `.${behind}`);
  return sign === '-' && /[1-9]/.test(result) ? `-${result}` : result;
}

/** `shortest` has the fewest digits that read back the same, such as `1.5e+7`. */
function double(text: string, exponentFrom: number, shortest: string): string {
  const value = Number(shortest);
  if (!Number.isFinite(value)) return text;
  const [mantissa = '', exponent = ''] = shortest.split('e');
  const power = Number(exponent);
  if (power < -4 || power >= exponentFrom)
    return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  return Object.is(value, -0) || text === '-0' ? '-0' : String(value);
}

function single(value: number): string {
  const rounded = Math.fround(value);
  const digits = Array.from({ length: 9 }, (_, count) => rounded.toExponential(count));
  return digits.find((shown) => Math.fround(Number(shown)) === rounded) ?? rounded.toExponential();
}

interface MomentForm {
  readonly digits?: number | undefined;
  /** CKAN 2.12 shows all three digits of the milliseconds. */
  readonly isMillis?: boolean;
  readonly zone?: string;
}

const MOMENT = /^(\d+)[-/](\d+)[-/](\d+)(?:[T ](\d\d):(\d\d):(\d\d)(\.\d+)?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)?( BC)?$/;

function moment(text: string, { digits = 6, isMillis = false, zone = '' }: MomentForm = {}): string {
  const found = MOMENT.exec(text);
  if (found === null) return text;
  const [a = 0, b = 0, c = 0, hour = 0, minute = 0, second = 0, fraction = 0, hours = 0, minutes = 0] = found
    .slice(1, 10)
    .map((part) => Number(part) || 0);
  const [year, month, day] = text.includes('/') ? [c, a, b] : [a, b, c];
  const micros = Math.round(Math.round(fraction * 1e6) / 10 ** (6 - digits)) * 10 ** (6 - digits);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour - hours, minute - Math.sign(hours) * minutes, second + Math.floor(micros / 1e6));
  const behind = String(micros % 1e6).padStart(6, '0');
  const shown = isMillis ? `.${behind.slice(0, 3)}` : `.${behind}`.replace(/\.?0+$/, '');
  const clock = date.toISOString().slice(-13, -5);
  const parts = [String(date.getUTCFullYear()).padStart(4, '0'), two(date.getUTCMonth() + 1), two(date.getUTCDate())];
  return `${parts.join('-')}T${clock}${shown}${zone}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** Writes an interval such as `1 year 2 mons 3 days 04:05:06.7`. */
function span(text: string): string {
  const count = (unit: string): number => Number(new RegExp(`(-?\\d+) ${unit}`).exec(text)?.[1] ?? 0);
  const parts = (
    [
      ['year', count('year')],
      ['mon', count('month')],
      ['day', count('day')],
    ] as const
  ).flatMap(([unit, number]) => (number === 0 ? [] : [`${String(number)} ${unit}${number === 1 ? '' : 's'}`]));
  const [clock = `${two(count('hour'))}:00:00`] = /\d+:\d\d:\d\d\S*/.exec(text) ?? [];
  return [...parts, ...(clock === '00:00:00' && parts.length > 0 ? [] : [clock])].join(' ');
}

/** PostgreSQL sorts shorter keys first, then by bytes. */
function sortedJson(value: ExactValue): string {
  if (isList(value)) return `[${value.map(sortedJson).join(', ')}]`;
  if (!isObject(value)) return stringifyExact(value);
  const members = Object.entries(value).sort(
    ([one], [other]) =>
      Buffer.byteLength(one) - Buffer.byteLength(other) || Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${sortedJson(member)}`).join(', ')}}`;
}

/** Writes JSON as Python's `json.dumps` does, which CKAN's json fields contain. */
export function pythonJson(value: ExactValue): string {
  if (isList(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (!isObject(value))
    return stringifyExact(value).replace(
      /[\u007f-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const members = Object.entries(value).map(([key, member]) => `${pythonJson(key)}: ${pythonJson(member)}`);
  return `{${members.join(', ')}}`;
}
