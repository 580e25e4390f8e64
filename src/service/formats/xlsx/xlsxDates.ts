/** Recognizes date formats (ECMA-376 part 1, 18.8.30 and 18.8.31), and writes days since an epoch as text. */
import { sheetTime } from '../sheets/sheetValues.ts';

export interface DateText {
  readonly kind: 'date' | 'timestamp' | 'text';
  readonly text: string;
}

const DAY = 86_400_000;

/** The last day is 31 December 9999. */
const LAST = Date.UTC(9999, 11, 31);

/** Rounds to milliseconds. Undefined if it shows no date. The 1900 system has 29 February (day 60) and 0 January. */
export function xlsxDateText(days: number, style: DateStyle, is1904: boolean): DateText | undefined {
  const total = Math.round(days * DAY);
  if (style === 'none' || !(total >= 0)) return undefined;
  if (style === 'elapsed') return { kind: 'text', text: sheetTime(total) };
  const day = Math.floor(total / DAY);
  const rest = total - day * DAY;
  if (style === 'time' && day === 0) return { kind: 'text', text: sheetTime(rest) };
  const date = dayText(day, is1904);
  if (date === undefined) return undefined;
  const isReal = is1904 || (day !== 0 && day !== 60);
  const isDate = style === 'date' && rest === 0;
  return { kind: !isReal ? 'text' : isDate ? 'date' : 'timestamp', text: isDate ? date : `${date}T${sheetTime(rest)}` };
}

function dayText(day: number, is1904: boolean): string | undefined {
  if (!is1904 && day === 0) return '1900-01-00';
  if (!is1904 && day === 60) return '1900-02-29';
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const time = epoch + day * DAY;
  return time > LAST ? undefined : new Date(time).toISOString().slice(0, 10);
}

export type DateStyle = 'none' | 'date' | 'dateTime' | 'time' | 'elapsed';

/** Formats that files name only by number; 27 to 36 and 50 to 58 are dates of East Asian languages. */
export function builtInStyle(id: number): DateStyle {
  if (id >= 14 && id <= 17) return 'date';
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return 'time';
  if (id === 22) return 'dateTime';
  if (id === 46) return 'elapsed';
  return (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'none';
}

export function styleOfFormat(code: string): DateStyle {
  const bare = bareSection(code);
  if (/\[(h+|m+|s+)\]/.test(bare)) return 'elapsed';
  const marks = bare.replace(/\[[^[\]]*\]/g, '');
  if (marks.includes('general') || /[0#?@]/.test(marks.replace(/(s\.)0+/g, '$1'))) return 'none';
  const hasTime = /[hs]|am\/pm|a\/p/.test(marks);
  const hasDate = /[ydegb]|mmm/.test(marks.replace(/am\/pm|a\/p/g, '')) || (!hasTime && marks.includes('m'));
  if (hasDate) return hasTime ? 'dateTime' : 'date';
  return hasTime ? 'time' : 'none';
}

/** The section for positive numbers in lower case, without literal characters: `"…"`, `\x`, `_x`, `*x`. */
function bareSection(code: string): string {
  let bare = '';
  for (let at = 0; at < code.length; at += 1) {
    const char = code.charAt(at);
    if (char === ';') break;
    if (char === '"') at = endOfQuoted(code, at);
    else if (char === '\\' || char === '_' || char === '*') at += 1;
    else bare += char.toLowerCase();
  }
  return bare;
}

function endOfQuoted(code: string, start: number): number {
  const end = code.indexOf('"', start + 1);
  return end < 0 ? code.length : end;
}
