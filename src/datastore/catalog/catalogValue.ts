/** Values from a catalog, which may be missing, odd or hostile. Reading them by a schema took three times as long. */
import { type ExactValue, isList, isObject, member } from '../../base/cells.ts';
import { oneLine } from '../../base/oneLine.ts';

/** Limits in UTF-16 code units. */
const LONGEST_NAME = 200;
const LONGEST_TITLE = 500;
const LONGEST_URL = 4000;
const LONGEST_TIME = 40;

/** Keys of translations, such as `de` and `pt_BR`. */
const LANGUAGE = /^[a-z]/i;

type Value = ExactValue | undefined;

/** A name or id that requests repeat. It is used unchanged or not at all. */
export function identifierIn(value: Value): string | undefined {
  const isUsable = typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME && !/\p{Cc}/u.test(value);
  return isUsable ? value : undefined;
}

/** A title in one line, or "" if there is none. */
export function titleIn(value: Value): string {
  return textIn(value, (text) => oneLine(text, LONGEST_TITLE).trim());
}

/** A text, which multilingual portals have for each language (English first). "" for other values. */
export function textIn(value: Value, clean: (text: string) => string): string {
  if (typeof value === 'string') return clean(value);
  if (!isObject(value)) return '';
  for (const language of ['en', ...Object.keys(value).filter((key) => LANGUAGE.test(key))]) {
    const text = member(value, language);
    const shown = typeof text === 'string' ? clean(text) : '';
    if (shown !== '') return shown;
  }
  return '';
}

/** Portals' timestamps have no time zone, and not always a time. */
export function timestampIn(value: Value): string | undefined {
  const isUsable = typeof value === 'string' && value.length <= LONGEST_TIME && /^\d{4}-\d\d-\d\d/.test(value);
  return isUsable ? value : undefined;
}

export function webAddressIn(value: Value): string | undefined {
  const isUsable = typeof value === 'string' && value.length <= LONGEST_URL && /^https?:\/\//i.test(value);
  return isUsable ? value : undefined;
}

export function countIn(value: Value): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function listIn<T>(value: Value, read: (item: ExactValue) => T | undefined): readonly T[] {
  return isList(value) ? value.flatMap((item) => read(item) ?? []) : [];
}
