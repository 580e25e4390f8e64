import { invalidSyntax } from './invalidValue.ts';
import type { ScalarType } from './scalarType.ts';

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
