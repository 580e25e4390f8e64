import { isList } from '../../base/exactObject.ts';
import type { ExactValue } from '../../base/cells.ts';
import { noTextNorList } from './parameterReader.ts';

/** CKAN's `get_list`: a list, or a text with commas; blanks and double quotes around a name go. Undefined for none. */
export function nameList(value: ExactValue | undefined): readonly ExactValue[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === '') return [];
  const items = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  return isList(items) ? items.map((item) => (typeof item === 'string' ? stripped(item) : item)) : [items];
}

/** CKAN's `list_of_strings_or_string`; a message for what is none. */
export function nameListFault(value: ExactValue | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === 'string') return undefined;
  if (!isList(value)) return 'Not a list';
  const wrong = value.find((item) => typeof item !== 'string' && !isList(item));
  return wrong === undefined ? undefined : noTextNorList(wrong);
}

function stripped(name: string): string {
  return name !== '' && name.startsWith(name.slice(-1)) ? name.trim().replace(/^"+|"+$/g, '') : name;
}
