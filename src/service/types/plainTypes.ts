/** Types whose stored text is the value: texts, booleans, UUIDs. */
import { InvalidValue, invalidSyntax } from './invalidValue.ts';
import type { Modifiers, ScalarType } from './scalarType.ts';

export const textType: ScalarType = {
  native: 'text',
  wire: 'text',
  order: 'value',
  parse: (given) => given,
  fromNumber: (number) => number.text,
  fromBoolean: String,
};

export const varchar: ScalarType = {
  ...textType,
  native: 'character varying',
  parse: (given, modifiers) => cut(given, modifiers, 'character varying'),
  fromNumber: (number, modifiers) => cut(number.text, modifiers, 'character varying'),
  fromBoolean: (value, modifiers) => cut(String(value), modifiers, 'character varying'),
};

/** PostgreSQL ignores blanks at the end when it compares `char` values. */
export const bpchar: ScalarType = {
  native: 'character',
  wire: 'text',
  order: 'key',
  key: (stored) => stored.slice(0, lengthWithoutBlanks(stored)),
  parse: padded,
  fromNumber: (number, modifiers) => padded(number.text, modifiers),
  fromBoolean: (value, modifiers) => padded(String(value), modifiers),
};

function padded(given: string, [length]: Modifiers): string {
  if (length === undefined) return given;
  const result = cut(given, [length], 'character');
  return result + ' '.repeat(length - Array.from(result).length);
}

/** PostgreSQL cuts off only blanks. */
function cut(given: string, [length]: Modifiers, native: string): string {
  if (length === undefined) return given;
  const characters = Array.from(given);
  if (characters.slice(length).some((character) => character !== ' '))
    throw new InvalidValue(`value too long for type ${native}(${String(length)})`);
  return characters.slice(0, length).join('');
}

/** This is a loop because `/ +$/` takes quadratic time on long runs of blanks (docs/security.md 17). */
function lengthWithoutBlanks(stored: string): number {
  let length = stored.length;
  while (length > 0 && stored.charCodeAt(length - 1) === 0x20) length -= 1;
  return length;
}

const TRUE = /^(t|tr|tru|true|y|ye|yes|on|1)$/i;
const FALSE = /^(f|fa|fal|fals|false|n|no|of|off|0)$/i;

export const bool: ScalarType = {
  native: 'boolean',
  wire: 'json',
  order: 'value',
  parse: (text) => {
    const word = text.trim();
    if (TRUE.test(word)) return 'true';
    if (FALSE.test(word)) return 'false';
    throw invalidSyntax('boolean', text);
  },
  fromBoolean: String,
};

/** PostgreSQL accepts a hyphen after each group of four digits. */
const UUID = /^(\{)?([0-9a-f]{4}(?:-?[0-9a-f]{4}){7})(\})?$/i;

export const uuid: ScalarType = {
  native: 'uuid',
  wire: 'text',
  order: 'value',
  parse: (text) => {
    const [, open, groups = '', close] = UUID.exec(text) ?? [];
    if (groups === '' || (open === undefined) !== (close === undefined)) throw invalidSyntax('uuid', text);
    const digits = groups.replaceAll('-', '').toLowerCase();
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
};
