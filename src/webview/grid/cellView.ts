import { DISPLAY_LIMIT } from '../../base/cells.ts';
import type { FieldKind } from '../../base/field.ts';
import type { CellFormat } from './cellFormat.ts';
import { fill } from '../ui/fill.ts';
import { visibleText } from '../ui/visibleText.ts';

export type CellLook = 'text' | 'number' | 'boolean' | 'true' | 'false' | 'null' | 'json';

/** What stands in a cell; `look` decides the style and whether it may be cut with an ellipsis. */
export interface CellView {
  readonly text: string;
  readonly look: CellLook;
  /** What stands in the record, where `text` writes it in another way. */
  readonly raw?: string;
}

export interface CellWords {
  /** Drawn for null, so that it is unlike an empty text. */
  readonly null: string;
  /** Stands for a number too long to draw, e.g. "{0} digits". */
  readonly digits: string;
}

/** A number longer than this is named instead of drawn: cut digits would be another number. */
export const MAX_DIGITS = 48;

const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$|^([+-]?Infinity|NaN)$/i;

/** `value` is a WireCell, or whatever else a source gives. */
export function cellView(value: unknown, kind: FieldKind, format: CellFormat): CellView {
  if (value === null || value === undefined) return { text: format.null, look: 'null' };
  if (typeof value === 'string') return textView(value, kind, format);
  if (typeof value === 'number' || typeof value === 'bigint') return numberView(String(value), format);
  if (typeof value === 'boolean') {
    const text = value ? 'true' : 'false';
    return { text, look: format.hasMarks === true ? text : 'boolean' };
  }
  if (hasText(value, 'n')) return numberView(value.n, format);
  if (hasText(value, 't')) return { text: displayed(value.t), look: kind === 'json' ? 'json' : 'text' };
  if (hasText(value, 'j')) return { text: displayed(value.j), look: 'json' };
  return { text: displayed(JSON.stringify(value)), look: 'json' };
}

function textView(text: string, kind: FieldKind, format: CellFormat): CellView {
  if (kind === 'number' && text.length <= 1000 && NUMERIC.test(text)) return numberView(text, format);
  if (kind === 'date' && format.date) return written(text, format.date(text), 'text') ?? rawText(text);
  return rawText(text);
}

function rawText(text: string): CellView {
  return { text: displayed(text), look: 'text' };
}

function numberView(text: string, format: CellFormat): CellView {
  if (text.length <= MAX_DIGITS)
    return (format.number && written(text, format.number(text), 'number')) ?? { text, look: 'number' };
  return { text: fill(format.digits, text.replace(/\D/g, '').length), look: 'null' };
}

function written(raw: string, text: string, look: CellLook): CellView | undefined {
  return text === raw ? undefined : { text, look, raw };
}

/** Layout of a long text takes long, and a cell shows its beginning only. Never ends within a surrogate pair. */
function displayed(text: string): string {
  if (text.length <= DISPLAY_LIMIT) return visibleText(text);
  const last = text.charCodeAt(DISPLAY_LIMIT - 1);
  const isHighSurrogate = last >= 0xd800 && last < 0xdc00;
  return `${visibleText(text.slice(0, isHighSurrogate ? DISPLAY_LIMIT - 1 : DISPLAY_LIMIT))}…`;
}

function hasText<K extends string>(value: unknown, key: K): value is Record<K, string> {
  return (
    typeof value === 'object' && value !== null && typeof (value as Record<K, unknown>)[key] === 'string'
  );
}
