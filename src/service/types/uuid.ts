import { invalidSyntax } from './invalidValue.ts';
import type { ScalarType } from './scalarType.ts';

/** A hyphen may stand behind each group of four digits. */
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
