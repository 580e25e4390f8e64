import { beginning, type CellValue, DISPLAY_LIMIT, ExactNumber, SourceTextValue, type WireCell } from './cells.ts';
import { stringifyExact } from './exactJson.ts';

/** A value for a webview. Texts longer than `limit` UTF-16 units are cut, but never inside a surrogate pair. */
export function toWire(value: CellValue, limit: number = DISPLAY_LIMIT): WireCell {
  if (value instanceof SourceTextValue)
    return value.written.length > limit ? cut(value.written, limit) : { s: value.written };
  if (typeof value === 'string') return value.length > limit ? cut(value, limit) : value;
  if (typeof value !== 'object' || value === null) return value;
  const isNumber = value instanceof ExactNumber;
  const text = isNumber ? value.text : stringifyExact(value);
  if (text.length > limit) return cut(text, limit);
  return isNumber ? { n: text } : { j: text };
}

function cut(text: string, limit: number): WireCell {
  return { t: beginning(text, limit), length: text.length };
}
