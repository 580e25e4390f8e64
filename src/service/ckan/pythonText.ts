/** Writes values as Python does: CKAN compares text fields with `str()`, and its messages show `repr()`. */
import { ExactNumber, type ExactValue, isList, isObject } from '../../base/cells.ts';

export function pythonText(value: ExactValue): string {
  return typeof value === 'string' ? value : pythonRepr(value);
}

export function pythonRepr(value: ExactValue): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value instanceof ExactNumber) return pythonNumber(value.text);
  if (typeof value === 'string') return quoted(value);
  if (isList(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, each]) => `${pythonRepr(key)}: ${pythonRepr(each)}`);
    return `{${members.join(', ')}}`;
  }
  return pythonNumber(String(value));
}

/** CKAN's `unicode_safe` for a parameter that must be a text: other values become JSON. */
export function unicodeSafe(value: ExactValue): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : sortedJson(value);
}

function sortedJson(value: ExactValue): string {
  if (value instanceof ExactNumber) return pythonNumber(value.text);
  if (isList(value)) return `[${value.map(sortedJson).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${sortedJson(each)}`);
  return `{${members.sort().join(', ')}}`;
}

/** A JSON number as Python shows it: an integer keeps all its digits, any other number is a double. */
export function pythonNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text === '-0' ? '0' : text;
  return pythonFloat(Number(text));
}

/** Writes a double as Python does: `25.0`, `1e+300`, `nan`. */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [mantissa = '', power = ''] = value.toExponential().split('e');
    return `${mantissa}e${power.replace(/^([+-])(\d)$/, '$10$2')}`;
  }
  return Number.isInteger(value) ? `${String(value)}.0` : String(value);
}

/** Python uses double quotes if that saves escaping. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}
