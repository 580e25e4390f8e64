/** Which type of field gives values out again as they came. */
import { typeRules, type FieldType } from '../types/fieldTypes.ts';

export type ValueKind = 'text' | 'numeric' | 'bool' | 'json';

/** Of a value as JSON; undefined for null. A text with half a surrogate pair UTF-8 can't hold, its escape in JSON can. */
export function kindOf(json: string): ValueKind | undefined {
  switch (json[0]) {
    case '"':
      return textOf(json).isWellFormed() ? 'text' : 'json';
    case 'n':
      return undefined;
    case 't':
    case 'f':
      return 'bool';
    case '[':
    case '{':
      return 'json';
    default:
      return 'numeric';
  }
}

/** Of a JSON string. */
export function textOf(json: string): string {
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}

/** What the portal says, unless it sends another kind of value. Unknown types are held as text. */
export function heldType(type: FieldType, kinds: ReadonlySet<ValueKind>): FieldType {
  const [only = 'text', ...others] = kinds;
  const isOneKind = kinds.size > 0 && others.length === 0;
  const { wire, order } = typeRules(type);
  if (wire === 'json') return isOneKind && only === 'text' && order !== 'none' ? 'text' : type;
  if (kinds.size === 0 || (isOneKind && only === 'text')) return type;
  return isOneKind ? only : 'json';
}
