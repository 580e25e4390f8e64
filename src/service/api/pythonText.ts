/** Values as Python's `str()` and `repr()` write them: CKAN compares text fields with the one, and its messages show the other. */
import { isList, isObject } from '../../datastore/exactObject.ts';
import { ExactNumber, type ExactValue } from '../../shared/cells.ts';

export function pythonText(value: ExactValue): string {
  return typeof value === 'string' ? value : pythonRepr(value);
}

export function pythonRepr(value: ExactValue): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'string') return quoted(value);
  if (isList(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, each]) => `${pythonRepr(key)}: ${pythonRepr(each)}`);
    return `{${members.join(', ')}}`;
  }
  return String(value);
}

/** In double quotes where that saves escaping. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}
