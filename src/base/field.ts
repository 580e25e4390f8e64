import { type ExactValue, member } from './cells.ts';

/** A member of `result.fields[]` in the action API. */
export interface Field {
  readonly id: string;
  /** PostgreSQL's type name: `text`, `int4`, `numeric`, `timestamp`, `_text`, … (`int` for `_id`). */
  readonly type: string;
  /** The data dictionary's entry (CKAN 2.7+), as sent. */
  readonly info?: ExactValue;
  /** Whether records carry the file's texts beside the values (SourceTextValue). */
  readonly hasTexts?: true;
  /** Values are sums or means of doubles, which were rounded (a column of a summary). */
  readonly isRounded?: true;
}

/** The data dictionary's description of a field. It's free JSON written by the portal's users. */
export interface FieldInfo {
  readonly label?: string;
  /** Free text, in which line breaks are kept. */
  readonly notes?: string;
  readonly unit?: string;
}

const MAX_LABEL = 200;
const MAX_NOTES = 4000;

/** The non-empty texts of a data dictionary entry, each cut to its longest length. */
export function fieldInfo(info: ExactValue | undefined): FieldInfo {
  const label = textOf(info, 'label', MAX_LABEL);
  const notes = textOf(info, 'notes', MAX_NOTES);
  const unit = textOf(info, 'unit', MAX_LABEL);
  return { ...(label !== '' && { label }), ...(notes !== '' && { notes }), ...(unit !== '' && { unit }) };
}

function textOf(info: ExactValue | undefined, key: string, most: number): string {
  const text = member(info, key);
  if (typeof text !== 'string') return '';
  const lines = text.slice(0, most).replaceAll('\r\n', '\n').trim();
  // Removes half a surrogate pair left by the cut.
  return lines.replace(/\p{Surrogate}/gu, '');
}

/** The index of each field by its id. If two fields have the same id, the first one counts. */
export function placesOf(fields: readonly Pick<Field, 'id'>[]): ReadonlyMap<string, number> {
  return new Map(fields.map(({ id }, place) => [id, place] as const).reverse());
}

/** Names that come again get a number, as in `count (2)`. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const unique = new Set<string>();
  for (const name of names) {
    let one = name;
    for (let number = 2; unique.has(one); number += 1) one = `${name} (${String(number)})`;
    unique.add(one);
  }
  return [...unique];
}

/** A type as people write it: servers name arrays `_text`, SQL `text[]`. */
export function typeName(type: string): string {
  return type.startsWith('_') ? `${type.slice(1)}[]` : type;
}

export type FieldKind = 'number' | 'text' | 'boolean' | 'date' | 'json';

const NUMBERS = [
  '(small|big|huge|tiny|u)?int(eger)?\\d*',
  '(small|big)?serial\\d*',
  'float\\d*|real|double.*',
  'numeric.*|decimal.*|number|money|oid',
];
const isNumber = new RegExp(`^(${NUMBERS.join('|')})$`);

/** How values of a field are shown, from the type's PostgreSQL name. Arrays begin with `_`. */
export function fieldKind(type: string): FieldKind {
  const name = type.toLowerCase();
  if (/^(json|_)|\[\]$/.test(name)) return 'json';
  if (name.startsWith('bool')) return 'boolean';
  if (/^(date|time)/.test(name)) return 'date';
  return isNumber.test(name) ? 'number' : 'text';
}
