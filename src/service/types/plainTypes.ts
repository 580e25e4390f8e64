/** Types whose stored text is the value: texts, booleans, UUIDs. */
import { invalidSyntax } from './invalidValue.ts';
import type { ScalarType } from './scalarType.ts';

export const textType: ScalarType = {
  native: 'text',
  wire: 'text',
  parse: (text) => text,
  fromNumber: (number) => number.text,
  fromBoolean: String,
};

export const varchar: ScalarType = { ...textType, native: 'character varying' };

/** PostgreSQL ignores blanks at the end when it compares `char` values. */
export const bpchar: ScalarType = {
  ...textType,
  native: 'character',
  key: (stored) => stored.slice(0, lengthWithoutBlanks(stored)),
};

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
  parse: (text) => {
    const [, open, groups = '', close] = UUID.exec(text) ?? [];
    if (groups === '' || (open === undefined) !== (close === undefined)) throw invalidSyntax('uuid', text);
    const digits = groups.replaceAll('-', '').toLowerCase();
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
};
