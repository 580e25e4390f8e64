/** JSON as Python's `json.dumps` writes it: that is what lies in CKAN's json fields, and what its CSV shows. */
import { ExactNumber, type ExactValue, isList } from '../../base/cells.ts';

/** Everything that is not printable ASCII is escaped. */
export function pythonJson(value: ExactValue): string {
  if (typeof value === 'string') return escaped(JSON.stringify(value));
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return `[${value.map(pythonJson).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${pythonJson(key)}: ${pythonJson(member)}`);
  return `{${members.join(', ')}}`;
}

function escaped(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same without those escapes: what people look for. */
export function searchableJson(json: string): string {
  return json.replace(/\\(?:u([0-9a-f]{4})|[^])/g, (all, code: string | undefined) => {
    const unit = parseInt(code ?? '0', 16);
    return unit >= 0x7f ? String.fromCharCode(unit) : all;
  });
}
