/** Days since an epoch, as spreadsheets count them, as texts. */
import type { DateStyle } from './xlsxNumberFormat.ts';

export interface DateText {
  readonly kind: 'date' | 'timestamp' | 'text';
  readonly text: string;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** 31 December 9999. */
const LAST = Date.UTC(9999, 11, 31);

/**
 * To the millisecond, which is what spreadsheets show. Undefined for what they do not show as a date. In the 1900 system
 * day 60 is 29 February 1900, which never was, and day 0 is 0 January: both are given as spreadsheets show them.
 */
export function dateText(days: number, style: DateStyle, is1904: boolean): DateText | undefined {
  const total = Math.round(days * DAY);
  if (style === 'none' || !(total >= 0)) return undefined;
  if (style === 'elapsed') return { kind: 'text', text: timeText(total) };
  const day = Math.floor(total / DAY);
  const rest = total - day * DAY;
  if (style === 'time' && day === 0) return { kind: 'text', text: timeText(rest) };
  const date = dayText(day, is1904);
  if (date === undefined) return undefined;
  const isReal = is1904 || (day !== 0 && day !== 60);
  const isDate = style === 'date' && rest === 0;
  return {
    kind: !isReal ? 'text' : isDate ? 'date' : 'timestamp',
    text: isDate ? date : `${date}T${timeText(rest)}`,
  };
}

function dayText(day: number, is1904: boolean): string | undefined {
  if (!is1904 && day === 0) return '1900-01-00';
  if (!is1904 && day === 60) return '1900-02-29';
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const time = epoch + day * DAY;
  return time > LAST ? undefined : new Date(time).toISOString().slice(0, 10);
}

/** `HH:MM:SS`, and `.mmm` where there are any. */
function timeText(milliseconds: number): string {
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  const text = `${two(milliseconds / HOUR)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}`;
  const rest = milliseconds % 1000;
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, '0')}`;
}
