/**
 * Values as a catalog gives them: any may be missing, odd or hostile. Read by hand: a schema of the same took three times
 * as long for the first page of datasets, which people wait for.
 */
import { type ExactValue, isList, isObject, member } from '../../base/cells.ts';
import { oneLine } from '../../base/oneLine.ts';

/** UTF-16 units. */
const LONGEST_NAME = 200;
const LONGEST_TITLE = 500;
const LONGEST_URL = 4000;
const LONGEST_TIME = 40;

/** `de`, `pt_BR`. */
const LANGUAGE = /^[a-z]/i;

type Value = ExactValue | undefined;

/** What a question repeats, so it's taken as it is or not at all. */
export function identifierIn(value: Value): string | undefined {
  const isUsable =
    typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME && !/\p{Cc}/u.test(value);
  return isUsable ? value : undefined;
}

/** In one line; empty where there is none. */
export function titleIn(value: Value): string {
  return textIn(value, (text) => oneLine(text, LONGEST_TITLE).trim());
}

/** A text, or on multilingual portals a text for each language; empty where it is neither. */
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

/** Portals have neither zones nor always times. */
export function timestampIn(value: Value): string | undefined {
  const isUsable =
    typeof value === 'string' && value.length <= LONGEST_TIME && /^\d{4}-\d\d-\d\d/.test(value);
  return isUsable ? value : undefined;
}

/** A link for people; nothing but the web. */
export function webAddressIn(value: Value): string | undefined {
  const isUsable = typeof value === 'string' && value.length <= LONGEST_URL && /^https?:\/\//i.test(value);
  return isUsable ? value : undefined;
}

export function countIn(value: Value): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A list without the items that don't fit; empty for what is no list. */
export function listIn<T>(value: Value, read: (item: ExactValue) => T | undefined): readonly T[] {
  return isList(value) ? value.flatMap((item) => read(item) ?? []) : [];
}
