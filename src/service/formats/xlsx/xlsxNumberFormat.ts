/** Whether a number format of a spreadsheet shows a number as a date (ECMA-376 part 1, 18.8.30 and 18.8.31). */

export type DateStyle = 'none' | 'date' | 'dateTime' | 'time' | 'elapsed';

/** Formats that files name by number alone; 27 to 36 and 50 to 58 are dates of East Asian languages. */
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
  const marks = bare.replace(/\[[^\]]*\]/g, '');
  if (marks.includes('general') || /[0#?@]/.test(marks.replace(/(s\.)0+/g, '$1'))) return 'none';
  const hasTime = /[hs]|am\/pm|a\/p/.test(marks);
  const hasDate = /[ydegb]|mmm/.test(marks.replace(/am\/pm|a\/p/g, '')) || (!hasTime && marks.includes('m'));
  if (hasDate) return hasTime ? 'dateTime' : 'date';
  return hasTime ? 'time' : 'none';
}

/** The section for positive numbers, in lower case, without what stands for itself: `"…"`, `\x`, `_x`, `*x`. */
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
