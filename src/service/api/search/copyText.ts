import { delimitedValue, quotedValue, type Delimiter } from '../../../base/quotes.ts';
import type { OutputField, Value, Values } from '../../question/datastore.ts';
import { fieldsChanged } from '../../question/answerErrors.ts';

/** Writes a record as PostgreSQL's `COPY … TO STDOUT csv` does, with the line's end, as CKAN's csv and tsv have it. */
export function copyLine(columns: readonly OutputField[], values: Values, delimiter: Delimiter): string {
  const isAlone = columns.length === 1;
  const parts = columns.map((column, index) => copyValue(column, values[index] ?? null, delimiter, isAlone));
  return `${parts.join(delimiter)}\n`;
}

/** Writes names as Python's csv module does. */
export function headerLine(names: readonly string[], delimiter: Delimiter): string {
  const parts = names.map((name) => delimitedValue(name, delimiter));
  return `${names.length === 1 && names[0] === '' ? '""' : parts.join(delimiter)}\r\n`;
}

function copyValue(column: OutputField, value: Value, delimiter: Delimiter, isAlone: boolean): string {
  if (value === null) return hasWordForNull(column) ? 'null' : '';
  const text = copyText(column, textOfValue(column, value));
  // A line with only `\.` would end the data.
  return text === '' || (isAlone && text === '\\.') ? quotedValue(text) : delimitedValue(text, delimiter);
}

function copyText({ type }: OutputField, stored: string): string {
  if (type === 'bool') return stored.slice(0, 1);
  return type === 'timestamptz' ? stored.replace('T', ' ').replace(/([+-]\d\d):00$/, '$1') : stored;
}

/** CKAN's functions for nested values and lists don't know NULL. */
function hasWordForNull({ type }: OutputField): boolean {
  return type === 'json' || type.startsWith('_');
}

/** Local copies store values without digits as the JSON texts that the portal sent. */
const NUMBER = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|NaN|-?Infinity|"(?:NaN|-?Infinity)")$/;

/** Throws ActionError for a text that isn't JSON of the field's type: a changed column mustn't reshape an answer. */
export function textOfValue(column: OutputField, value: Value): string {
  if (typeof value !== 'string') return String(value);
  if (column.isJson && !isJsonOf(column, value)) throw fieldsChanged();
  return value;
}

function isJsonOf(column: OutputField, text: string): boolean {
  if (column.type === 'bool') return text === 'true' || text === 'false';
  if (column.type !== 'jsonb' && !hasWordForNull(column)) return NUMBER.test(text);
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
