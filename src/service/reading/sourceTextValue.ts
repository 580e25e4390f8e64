import type { ColumnReading } from '../resource/columnReading.ts';
import { monthOfName } from '../resource/monthNames.ts';
import { isDay } from '../types/calendar.ts';
import {
  escaped,
  MINUS_PATTERN,
  NAME_PATTERN,
  SPACE,
  thousandsPattern,
  valuePattern,
} from '../resource/valuePattern.ts';

/** Returns the text to store for a value such as 17.308,38, or undefined. sourceTextSql.ts does the same in SQL. */
export type ValueReader = (text: string) => string | undefined;

export function valueReader(reading: ColumnReading): ValueReader {
  const pattern = valuePattern(reading);
  if (pattern === undefined) return reading.kind === 'boolean' ? wordReader(reading) : (text) => text;
  const whole = new RegExp(`^${pattern}$`);
  if (reading.kind === 'number') {
    const [fits, numberOf] = [fitReader(reading), numberReader(reading)];
    return (text) => (fits(text) ? numberOf(text) : undefined);
  }
  return (text) => {
    const match = whole.exec(text);
    return match === null ? undefined : momentText(reading, match);
  };
}

export function fitReader(reading: ColumnReading): (text: string) => boolean {
  const pattern = reading.kind === 'number' ? valuePattern(reading) : undefined;
  if (pattern !== undefined) {
    const whole = new RegExp(`^${pattern}$`);
    return (text) => whole.test(text) && !(reading.isGuess === true && isName(text));
  }
  const valueOf = valueReader(reading);
  return (text) => valueOf(text) !== undefined;
}

const NAME = new RegExp(`^(?:${NAME_PATTERN})$`);

export function isName(text: string): boolean {
  return NAME.test(text);
}

function wordReader({ trueWords = [], falseWords = [] }: ColumnReading): ValueReader {
  const words = new Map([
    ...falseWords.map((word) => [word, 'false'] as const),
    ...trueWords.map((word) => [word, 'true'] as const),
  ]);
  return (text) => words.get(text.replace(/^ +|(?<! ) +$/g, '').toLowerCase());
}

function numberReader({ decimal = '.', thousands = '', sign = '', negative }: ColumnReading): (text: string) => string {
  const dropped = [SPACE, ...(sign === '' ? [] : [escaped(sign)])];
  if (thousands !== '') dropped.push(thousandsPattern(thousands));
  const drop = new RegExp(dropped.join('|'), 'g');
  return (written) => {
    const text = negative === undefined ? written : minusInFront(written);
    const plain = text.replace(drop, '').replace(decimal, '.').replace('\u2212', '-').replace(/^\+/, '');
    const number = plain.replace(/^(-?)0+(?=\d)/, '$1');
    return sign === '%' ? hundredth(number) : number;
  };
}

function minusInFront(text: string): string {
  const unsigned = text.replace(new RegExp(MINUS_PATTERN, 'g'), '');
  return unsigned === text ? text : `-${unsigned}`;
}

/** Divides by 100 and removes zeros at the end: `70` is 0.7. */
function hundredth(number: string): string {
  const isNegative = number.startsWith('-');
  const [whole = '', fraction = ''] = (isNegative ? number.slice(1) : number).split('.');
  const padded = whole.padStart(3, '0');
  const digits = (padded.slice(-2) + fraction).replace(/(?<!0)0+$/, '');
  const shifted = padded.slice(0, -2) + (digits === '' ? '' : `.${digits}`);
  return isNegative && shifted !== '0' ? `-${shifted}` : shifted;
}

function momentText(reading: ColumnReading, match: RegExpExecArray): string | undefined {
  const { order = 'ymd', kind, pivot, hasMonthNames } = reading;
  const part = (place: string): string => match[order.indexOf(place) + 1] ?? '';
  const year = pivot === undefined ? part('y') : `${Number(part('y')) < pivot ? '20' : '19'}${part('y')}`;
  const month = (hasMonthNames === true ? String(monthOfName(part('m')) ?? '') : part('m')).padStart(2, '0');
  const day = part('d').padStart(2, '0');
  const date = `${year}-${month}-${day}`;
  if (!isDay({ year: Number(year), month: Number(month), day: Number(day) })) return undefined;
  if (kind === 'date') return date;
  const [shown = '', minute = '', second = '00', fraction = '', half, zone] = match.slice(4);
  const hour = half === undefined ? shown : hourOf(Number(shown), half.toLowerCase() === 'p');
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const digits = fraction.replace(/(?<!0)0+$/, '');
  const rest = `${second}${digits === '' ? '' : `.${digits}`}`;
  if (zone === undefined) return `${date}T${hour.padStart(2, '0')}:${minute}:${rest}`;
  const inUtc = Date.parse(`${date}T${hour.padStart(2, '0')}:${minute}Z`) - 60_000 * offsetOf(zone);
  const time = new Date(inUtc).toISOString();
  return /^(?!0000)\d{4}-/.test(time) ? `${time.slice(0, 17)}${rest}+00:00` : undefined;
}

/** The minutes by which a zone is ahead of UTC. */
function offsetOf(zone: string): number {
  const [hours = '0', minutes = '0'] = zone.match(/\d\d/g) ?? [];
  const offset = 60 * Number(hours) + Number(minutes);
  return /^[-\u2212]/.test(zone) ? -offset : offset;
}

/** The hour of the day from that of a 12-hour clock. Undefined if there is no such hour. */
function hourOf(shown: number, isAfterNoon: boolean): string | undefined {
  if (shown < 1 || shown > 12) return undefined;
  return String((shown % 12) + (isAfterNoon ? 12 : 0));
}
