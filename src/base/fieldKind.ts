export type FieldKind = 'number' | 'text' | 'boolean' | 'date' | 'json';

const NUMBERS = [
  '(small|big|huge|tiny|u)?int(eger)?\\d*',
  '(small|big)?serial\\d*',
  'float\\d*|real|double.*',
  'numeric.*|decimal.*|number|money|oid',
];
const isNumber = new RegExp(`^(${NUMBERS.join('|')})$`);

/** How values of a field are drawn, by the name that the server gives its type (PostgreSQL's names; arrays begin with `_`). */
export function fieldKind(type: string): FieldKind {
  const name = type.toLowerCase();
  if (/^(json|_)|\[\]$/.test(name)) return 'json';
  if (name.startsWith('bool')) return 'boolean';
  if (/^(date|time)/.test(name)) return 'date';
  return isNumber.test(name) ? 'number' : 'text';
}
