import { InvalidValue } from './invalidValue.ts';
import type { Modifiers, ScalarType } from './scalarType.ts';

export const text: ScalarType = {
  native: 'text',
  wire: 'text',
  order: 'value',
  parse: (given) => given,
  fromNumber: (number) => number.text,
  fromBoolean: String,
};

export const varchar: ScalarType = {
  ...text,
  native: 'character varying',
  parse: (given, modifiers) => cut(given, modifiers, 'character varying'),
  fromNumber: (number, modifiers) => cut(number.text, modifiers, 'character varying'),
  fromBoolean: (value, modifiers) => cut(String(value), modifiers, 'character varying'),
};

/** Blanks at the end mean nothing. */
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

/** Only blanks may be cut off. */
function cut(given: string, [length]: Modifiers, native: string): string {
  if (length === undefined) return given;
  const characters = Array.from(given);
  if (characters.slice(length).some((character) => character !== ' '))
    throw new InvalidValue(`value too long for type ${native}(${String(length)})`);
  return characters.slice(0, length).join('');
}

/** A loop, because `/ +$/` takes quadratic time on long runs of blanks (docs/security.md 17). */
function lengthWithoutBlanks(stored: string): number {
  let length = stored.length;
  while (length > 0 && stored.charCodeAt(length - 1) === 0x20) length -= 1;
  return length;
}
