import { DISPLAY_LIMIT } from '../../shared/cells.ts';
import type { FieldKind } from '../../shared/fieldKind.ts';
import { fill } from '../ui/fill.ts';
import { visibleText } from './visibleText.ts';

export type CellLook = 'text' | 'number' | 'boolean' | 'null' | 'json';

/** What stands in a cell; `look` decides the style and whether it may be cut with an ellipsis. */
export interface CellView {
  readonly text: string;
  readonly look: CellLook;
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
export function cellView(value: unknown, kind: FieldKind, words: CellWords): CellView {
  if (value === null || value === undefined) return { text: words.null, look: 'null' };
  if (typeof value === 'string') return textView(value, kind, words);
  if (typeof value === 'number' || typeof value === 'bigint') return numberView(String(value), words);
  if (typeof value === 'boolean') return { text: String(value), look: 'boolean' };
  if (hasText(value, 'n')) return numberView(value.n, words);
  if (hasText(value, 't')) return { text: displayed(value.t), look: kind === 'json' ? 'json' : 'text' };
  if (hasText(value, 'j')) return { text: displayed(value.j), look: 'json' };
  return { text: displayed(JSON.stringify(value)), look: 'json' };
}

function textView(text: string, kind: FieldKind, words: CellWords): CellView {
  if (kind === 'number' && text.length <= 1000 && NUMERIC.test(text)) return numberView(text, words);
  return { text: displayed(text), look: 'text' };
}

function numberView(text: string, words: CellWords): CellView {
  if (text.length <= MAX_DIGITS) return { text, look: 'number' };
  return { text: fill(words.digits, text.replace(/\D/g, '').length), look: 'null' };
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
