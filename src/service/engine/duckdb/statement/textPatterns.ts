/** Patterns of PostgreSQL's `to_char`, `to_date` and `to_timestamp`, in the engine's words. */
import type { ExactObject, ExactValue } from '../../../../base/cells.ts';
import { cast, flag, functionCall, textConstant, wholeConstant } from './sqlNodes.ts';
import { invalidSql } from './sqlTree.ts';

/** What a word of a pattern is for `strftime`, and without zeros in front (`FM`). */
const WORDS: ReadonlyMap<string, readonly [padded: string, short?: string]> = new Map([
  ['HH24', ['%H', '%-H']],
  ['HH12', ['%I', '%-I']],
  ['HH', ['%I', '%-I']],
  ['MI', ['%M', '%-M']],
  ['SS', ['%S', '%-S']],
  ['MS', ['%g']],
  ['US', ['%f']],
  ['AM', ['%p']],
  ['PM', ['%p']],
  ['YYYY', ['%Y']],
  ['YY', ['%y', '%-y']],
  ['IYYY', ['%G']],
  ['IW', ['%V']],
  ['MM', ['%m', '%-m']],
  ['DDD', ['%j', '%-j']],
  ['DD', ['%d', '%-d']],
  ['ID', ['%u']],
]);
/** Names of nine letters unless `FM` is in front. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['MONTH', '%B'],
  ['DAY', '%A'],
  ['MON', '%b'],
  ['DY', '%a'],
]);
const DATE_WORD =
  /"(?<quoted>[^"]*)"|(?<short>FM)?(?<word>HH24|HH12|HH|MI|SS|MS|US|AM|PM|IYYY|YYYY|YY|IW|ID|MONTH|MON|MM|DAY|DDD|DD|DY|Q)|(?<other>[^A-Z]|[A-Z])/gi;
const NUMBER = /^(FM)?([09,]*[09])(?:\.([09]+))?$/i;

/** The call in the engine's words. Throws ActionError for a pattern that it has no words for. */
export function toChar(value: ExactValue, pattern: string): ExactObject {
  const [, short, before = '', after = ''] = NUMBER.exec(pattern) ?? [];
  if (before !== '') {
    const zero = before.replaceAll(',', '').indexOf('0');
    const digits = before.replaceAll(',', '').length;
    const least = zero < 0 ? (after === '' ? 1 : 0) : digits - zero;
    return functionCall('postgres_number_text', [
      cast(value, [38, after.length]),
      wholeConstant(before.length + (after === '' ? 0 : after.length + 1) + 1),
      wholeConstant(digits),
      textConstant(pattern.replace(/^FM/i, '').replace(/\d/g, '#')),
      wholeConstant(least),
      wholeConstant(short === undefined ? after.length : after.lastIndexOf('0') + 1),
      flag(before.includes(',')),
      flag(short !== undefined),
    ]);
  }
  const pieces = [...pattern.matchAll(DATE_WORD)].map(({ groups = {} }) => {
    const { quoted, short: isShort, word, other } = groups;
    if (word === undefined) return textConstant(literal(quoted ?? other ?? '', pattern));
    if (/^Q$/i.test(word)) return cast(functionCall('date_part', [textConstant('quarter'), value]), 'VARCHAR');
    const name = NAMES.get(word.toUpperCase());
    if (name !== undefined) return nameText(value, word, name, isShort === undefined);
    const [padded, unpadded = padded] = WORDS.get(word.toUpperCase()) ?? [''];
    const written = functionCall('strftime', [value, textConstant(isShort === undefined ? padded : unpadded)]);
    return /^[ap]m$/.test(word) ? functionCall('lower', [written]) : written;
  });
  // NULL stays NULL, which `concat` would leave out.
  return pieces.reduce((one, other) => functionCall('||', [one, other]), textConstant(''));
}

/** The moment that a text stands for. */
export function toMoment(value: ExactValue, pattern: string): ExactObject {
  const pieces = [...pattern.matchAll(DATE_WORD)].map(({ groups = {} }) => {
    const { quoted, word, other } = groups;
    if (word === undefined) return literal(quoted ?? other ?? '', pattern).replaceAll('%', '%%');
    const key = word.toUpperCase();
    const written = NAMES.get(key) ?? WORDS.get(key)?.[0];
    if (written === undefined) throw unknownPattern(pattern);
    return written;
  });
  return functionCall('strptime', [value, textConstant(pieces.join(''))]);
}

function nameText(value: ExactValue, word: string, format: string, isPadded: boolean): ExactObject {
  const written = functionCall('strftime', [value, textConstant(format)]);
  const cased =
    word === word.toUpperCase()
      ? functionCall('upper', [written])
      : word === word.toLowerCase()
        ? functionCall('lower', [written])
        : written;
  const isLong = word.length > 3 || /^day$/i.test(word);
  return isLong && isPadded ? functionCall('postgres_rpad', [cased, wholeConstant(9)]) : cased;
}

/** PostgreSQL knows more words than we do: a letter that is none of ours may be one. */
function literal(given: string, pattern: string): string {
  if (/^[a-z]$/i.test(given) && !/^[TZ]$/.test(given)) throw unknownPattern(pattern);
  return given;
}

function unknownPattern(pattern: string): Error {
  return invalidSql(`Invalid SQL: the pattern "${pattern}" is not known here`);
}
