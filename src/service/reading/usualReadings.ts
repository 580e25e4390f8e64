/** The ways in which numbers and dates are usually written, as far as the first values allow. */
import type { ColumnReading } from '../resource/columnReading.ts';
import { DATE_ORDERS, DATE_SEPARATORS, NEGATIVE_FORMS, USUAL_PIVOT } from '../resource/columnReading.ts';

/** Signs that contain another one come first. */
const SIGNS = '% R$ US$ CA$ A$ NZ$ HK$ € $ £ ¥ ₹ ₽ CHF EUR USD GBP Fr. kr zł Kč Ft'.split(' ');

/** Most guesses are decided after the first few values, and nearly all others after some more. */
export const FIRST_FEW = 20;
/** A larger share of the values must fit a guess. */
export const LEAST_SHARE = 0.5;

/** Usual marks come first, because later values may have them. */
export const NUMBER_MARKS = [
  ['.', [',', "'", ' ', '']],
  [',', ['.', ' ', "'", '']],
] as const;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function currencyIn(text: string, isUsual: (sign: string) => boolean): string {
  const [mark = ''] = /\p{Sc}|(?<!\p{L})[A-Z]{3}(?!\p{L})/u.exec(text) ?? [];
  return (mark.length < 3 || CURRENCIES.has(mark)) && isUsual(mark) ? mark : '';
}

const ENDS_NEGATIVE = { behind: /\d\D{0,5}[\u2212-]\D{0,5}$/, brackets: /\d\D{0,5}\)/ } as const;

export function numberReadings(field: string, texts: readonly string[]): readonly ColumnReading[] {
  const few = texts.slice(0, FIRST_FEW).filter((text) => /\d/.test(text));
  if (few.length === 0) return [];
  const isUsual = (sign: string): boolean =>
    few.filter((text) => text.includes(sign)).length > LEAST_SHARE * few.length;
  const sign = SIGNS.find(isUsual) ?? currencyIn(few[0] ?? '', isUsual);
  const readings = NUMBER_MARKS.flatMap(([decimal, marks]) =>
    marks.map((thousands): ColumnReading => ({ field, kind: 'number', decimal, thousands, sign })),
  );
  const forms = NEGATIVE_FORMS.filter((form) => texts.some((text) => ENDS_NEGATIVE[form].test(text)));
  return [...readings, ...forms.flatMap((negative) => readings.map((reading) => ({ ...reading, negative })))];
}

/** Numbers of versions and sections look like dates with years of two digits, unless all have the same length. */
const SHORT_DATE = /^ *(?:\d\d([-.])\d\d\1|\d\d?\/\d\d?\/)\d\d(?!\d)/;

export function dateReadings(field: string, texts: readonly string[]): readonly ColumnReading[] {
  const few = texts.slice(0, FIRST_FEW);
  const isShort = few.some((text) => SHORT_DATE.test(text));
  const hasNames = few.some((text) => /\p{L}{3}/u.test(text));
  const pivot = USUAL_PIVOT;
  const hasZone = few.some((text) => /(?:Z|UTC|GMT|:\d\d ?[+\u2212-]\d\d(?::?\d\d)?) *$/i.test(text)) || undefined;
  return (['date', 'timestamp'] as const).flatMap((kind): readonly ColumnReading[] => [
    ...DATE_SEPARATORS.flatMap((separator) => DATE_ORDERS.map((order) => ({ field, kind, order, separator }))),
    ...(hasZone && kind === 'timestamp'
      ? DATE_SEPARATORS.map((separator) => ({ field, kind, order: 'ymd' as const, separator, hasZone }))
      : []),
    ...(isShort
      ? DATE_SEPARATORS.flatMap((separator) =>
          shortOrders(separator).map((order) => ({ field, kind, order, separator, pivot })),
        )
      : []),
    ...(hasNames
      ? (['dmy', 'mdy', 'ymd'] as const).flatMap((order) => [
          { field, kind, order, hasMonthNames: true as const },
          ...(order === 'ymd' ? [] : [{ field, kind, order, hasMonthNames: true as const, pivot }]),
        ])
      : []),
  ]);
}

/** Orders in which years of two digits are written with a separator. */
export function shortOrders(separator: ColumnReading['separator']): readonly (typeof DATE_ORDERS)[number][] {
  return separator === '.' ? ['dmy'] : separator === '/' ? ['dmy', 'mdy'] : ['dmy', 'mdy', 'ymd'];
}
