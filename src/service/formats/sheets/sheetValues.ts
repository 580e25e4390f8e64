import { NUMBER_PATTERN } from '../../types/sortKeys.ts';

const number = new RegExp(`^${NUMBER_PATTERN}$`);

/** Excel calculates with 15 digits. */
const EXCEL_DIGITS = 15;

/** Keeps JSON numbers, but Excel's 17 digits of a double (`0.10000000000000001`) become 0.1. Undefined for others. */
export function sheetNumber(text: string): string | undefined {
  const trimmed = text.trim();
  const value = Number(trimmed);
  if (trimmed === '' || !Number.isFinite(value)) return number.test(trimmed) ? trimmed : undefined;
  if (!number.test(trimmed)) return /^[-+.\de]+$/i.test(trimmed) ? String(value) : undefined;
  const digits = digitsOf(trimmed);
  if (digits.length <= EXCEL_DIGITS || digits !== digitsOf(value.toPrecision(17))) return trimmed;
  const short = String(value);
  return digitsOf(short).length <= EXCEL_DIGITS ? short : trimmed;
}

function digitsOf(text: string): string {
  const [mantissa = ''] = text.toLowerCase().split('e');
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

const HOUR = 3_600_000;

/** Formats `HH:MM:SS`, with `.mmm` if there are milliseconds. */
export function sheetTime(milliseconds: number): string {
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  const text = `${two(milliseconds / HOUR)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}`;
  const rest = milliseconds % 1000;
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, '0')}`;
}
