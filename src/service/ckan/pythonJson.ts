import { ExactNumber, type ExactValue, isList } from '../../base/cells.ts';

/**
 * Writes JSON as Python's `json.dumps` does, with all but printable ASCII escaped, because CKAN's json fields have it.
 */
export function pythonJson(value: ExactValue): string {
  if (typeof value === 'string') return escaped(JSON.stringify(value));
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return `[${value.map(pythonJson).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${pythonJson(key)}: ${pythonJson(member)}`);
  return `{${members.join(', ')}}`;
}

function escaped(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Undoes the escapes of pythonJson, because people search for the characters themselves. */
export function searchableJson(json: string): string {
  return json.replace(/\\(?:u([0-9a-f]{4})|[^])/g, (all, code: string | undefined) => {
    const unit = parseInt(code ?? '0', 16);
    return unit >= 0x7f ? String.fromCharCode(unit) : all;
  });
}
