/** The type of a field of which only the first record's value is known, as CKAN guesses it (postgres.py `_guess_type`). */
import { isList, isObject } from '../../../base/exactObject.ts';
import { ExactNumber, type ExactValue } from '../../../base/cells.ts';
import { daysInMonth } from '../../types/calendar.ts';

const INTEGER = /^\s*[+-]?\d+(_\d+)*\s*$/;
const NUMBER = /^\s*[+-]?(nan|inf(inity)?|(\d+(_\d+)*\.?(\d+(_\d+)*)?|\.\d+(_\d+)*)(e[+-]?\d+(_\d+)*)?)\s*$/i;
const dates: readonly RegExp[] = [
  /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})([ T](?<H>\d{1,2}):(?<M>\d{1,2}):(?<S>\d{1,2})Z?)?$/,
  /^(?<d>\d{1,2})([/-])(?<m>\d{1,2})\2(?<y>\d{4})$/,
  /^(?<m>\d{1,2})([/-])(?<d>\d{1,2})\2(?<y>\d{4})$/,
];

export function guessedType(value: ExactValue | undefined): string {
  if (isList(value) || isObject(value)) return 'json';
  // For Python a boolean is an integer; PostgreSQL then refuses it, and says what to declare.
  if (typeof value === 'boolean') return 'int';
  if (typeof value === 'number' || value instanceof ExactNumber)
    return /^-?\d+$/.test(typeof value === 'number' ? String(value) : value.text) ? 'int' : 'float';
  if (typeof value !== 'string' || value.length > 100) return 'text';
  if (INTEGER.test(value)) return 'integer';
  if (NUMBER.test(value)) return 'numeric';
  return dates.some((pattern) => isDate(pattern.exec(value)?.groups)) ? 'timestamp' : 'text';
}

function isDate(groups: Readonly<Record<string, string | undefined>> | undefined): boolean {
  if (groups === undefined) return false;
  const { y, m, d, H = '0', M = '0', S = '0' } = groups;
  const [year, month, day] = [Number(y), Number(m), Number(d)];
  const isDay = year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return isDay && Number(H) < 24 && Number(M) < 60 && Number(S) < 60;
}
