import { fill } from '../../base/words.ts';
import { beginning, DISPLAY_LIMIT } from '../../base/cells.ts';
import type { FieldKind } from '../../base/field.ts';
import type { GridLook } from '../../messages/gridLook.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { visibleText } from '../ui/visibleText.ts';

export type CellLook = 'text' | 'number' | 'boolean' | 'true' | 'false' | 'null' | 'json';

/** The content of a cell. `look` sets its style, and whether an ellipsis may cut it. */
export interface CellView {
  readonly text: string;
  readonly look: CellLook;
  /** The record's own text, if `text` is a formatted version of it. */
  readonly raw?: string;
  /** The earlier value of a cell that has changed, drawn before the text. */
  readonly before?: string;
}

/** Words for null, which must differ from an empty text, and for a number too long to draw. */
type CellWords = Pick<GridStrings, 'null' | 'digits'>;

/** The formatting of cells. A formatter returns a text unchanged unless it can express exactly the same value. */
export interface CellFormat extends CellWords {
  readonly number?: (digits: string) => string;
  readonly date?: (text: string) => string;
  readonly hasMarks?: boolean;
}

/** The format for a look of the grid. `language` is a BCP 47 tag. */
export function cellFormat(look: GridLook, language: string, { null: none, digits }: CellWords): CellFormat {
  return {
    ...{ null: none, digits },
    ...(look.numbers === 'grouped' && { number: numberGrouping(language) }),
    ...(look.dates === 'localised' && { date: dateWording(language) }),
    hasMarks: look.booleans === 'marks',
  };
}

/** Longest number that is drawn. A longer one is only named, because cutting its digits would show another number. */
export const DRAWN_DIGITS = 48;

const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$|^([+-]?Infinity|NaN)$/i;

/** The content for a value, which is a WireCell or what another source returns. */
export function cellView(value: unknown, kind: FieldKind, format: CellFormat): CellView {
  if (value === null || value === undefined) return { text: format.null, look: 'null' };
  if (typeof value === 'string') return textView(value, kind, format);
  if (typeof value === 'number' || typeof value === 'bigint') return numberView(String(value), format);
  if (typeof value === 'boolean') {
    const text = value ? 'true' : 'false';
    return { text, look: format.hasMarks === true ? text : 'boolean' };
  }
  if (hasText(value, 'n')) return numberView(value.n, format);
  if (hasText(value, 's')) return { text: displayed(value.s), look: kind === 'number' ? 'number' : 'text' };
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
  if (text.length <= DRAWN_DIGITS)
    return (format.number && written(text, format.number(text), 'number')) ?? { text, look: 'number' };
  return { text: fill(format.digits, text.replace(/\D/g, '').length), look: 'null' };
}

function written(raw: string, text: string, look: CellLook): CellView | undefined {
  return text === raw ? undefined : { text, look, raw };
}

/** A cell shows only the beginning of a long text, whose layout would take long. */
function displayed(text: string): string {
  return text.length <= DISPLAY_LIMIT ? visibleText(text) : `${visibleText(beginning(text, DISPLAY_LIMIT))}…`;
}

function hasText<K extends string>(value: unknown, key: K): value is Record<K, string> {
  return typeof value === 'object' && value !== null && typeof (value as Record<K, unknown>)[key] === 'string';
}

/**
 * A plain number without exponent. Leading zeros are excluded, because they belong to codes, and thousands of digits,
 * because grouping them takes quadratic time.
 */
const PLAIN_NUMBER = /^(-?)(0|[1-9]\d{0,999})(?:\.(\d+))?$/;

/**
 * Groups digits as a BigInt, so that none is lost to a double. Separators and group sizes follow the
 * language: 12,34,567 in India, no separator below 10 000 in Spain. Digits and minus sign don't change.
 */
export function numberGrouping(language: string): (text: string) => string {
  const format = new Intl.NumberFormat(language, { numberingSystem: 'latn' });
  const decimal = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return (text) => {
    const [, sign = '', whole, fraction] = PLAIN_NUMBER.exec(text) ?? [];
    if (whole === undefined) return text;
    const grouped = format.format(BigInt(whole));
    return `${sign}${grouped}${fraction === undefined ? '' : `${decimal}${fraction}`}`;
  };
}

const DATE = String.raw`([1-9]\d{3})-(\d{2})-(\d{2})`;
const TIME = String.raw`(\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?`;
const ISO = new RegExp(String.raw`^${DATE}(?:[T ]${TIME}(Z|[+-]\d{2}(?::?\d{2})?)?)?$`);
/** Number of formatted dates that are cached, because the same dates are drawn again and again during scrolling. */
const KEPT = 2000;

/** Formats a complete ISO 8601 date or timestamp. Time of day, zone and fractions of a second stay as written. */
export function dateWording(language: string): (text: string) => string {
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const minutes = { ...day, hour: 'numeric', minute: '2-digit' } as const;
  const formats = [day, minutes, { ...minutes, second: '2-digit' } as const].map(
    (shape) =>
      // The formatter uses UTC so that it returns the time unchanged.
      new Intl.DateTimeFormat(language, { ...shape, timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' }),
  );
  const kept = new Map<string, string>();
  return (text) => {
    let wording = kept.get(text);
    if (wording !== undefined) return wording;
    wording = worded(text, formats);
    if (kept.size >= KEPT) kept.clear();
    kept.set(text, wording);
    return wording;
  };
}

function worded(text: string, formats: readonly Intl.DateTimeFormat[]): string {
  const match = ISO.exec(text);
  if (!match) return text;
  const [, year, month, date, hour, minute, second, fraction = '', zone] = match;
  const time = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(date),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  );
  const canonical = `${year}-${month}-${date}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}.000Z`;
  // Date turns 30 February, 24:00 and leap seconds into other times, so these stay as they are.
  if (new Date(time).toISOString() !== canonical) return text;
  const format = formats[hour === undefined ? 0 : second === undefined ? 1 : 2];
  const parts = format?.formatToParts(time) ?? [];
  const words = parts.map(({ type, value }) => (type === 'second' ? value + fraction : value)).join('');
  return zone === undefined ? words : `${words} ${zone === 'Z' ? 'UTC' : `UTC${zone}`}`;
}
