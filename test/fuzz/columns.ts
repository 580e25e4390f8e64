/** Columns of one type, with the texts that a file has and the values for which they stand. */
import type { ColumnReading } from '../../src/service/resource/columnReading.ts';
import type { Draw } from './draw.ts';
import { FOREIGN_TEXTS, type LanguageWords } from './languageWords.ts';

/** What people choose for a column, without its name. */
type ColumnChoice = Omit<ColumnReading, 'field'>;

export interface Cell {
  /** Null if there is nothing in the file. */
  readonly text: string | null;
  /** What it stands for, as the datastore returns it. */
  readonly value: string | null;
}

export interface Column {
  readonly name: string;
  /** `open`: the texts must be right, whatever they stand for. */
  readonly kind: 'text' | 'number' | 'date' | 'timestamp' | 'boolean' | 'open';
  readonly cells: readonly Cell[];
  /** What people choose for the column if it's in doubt. */
  readonly choice?: ColumnChoice;
  readonly nullWords?: readonly string[];
}

export interface Manner {
  readonly words: LanguageWords;
  readonly decimal: '.' | ',';
  /** U+00A0 and U+202F are spaces, too. */
  readonly thousands: string;
  readonly dates: 'iso' | 'dmy.' | 'dmy/' | 'mdy/' | 'dmy-';
  /** Whether texts may have characters of any script. */
  readonly isUnicode: boolean;
  /** Whether a value may go over several lines or have quotes at its beginning. */
  readonly isQuoted: boolean;
  readonly delimiter: string;
}

type Kind = Column['kind'];
type Maker = (
  draw: Draw,
  manner: Manner,
) => {
  readonly kind: Kind;
  readonly cell: (row: number) => Cell;
  readonly choice?: ColumnChoice;
  /** Share of cells without a value. */
  readonly blanks?: number;
};

const same = (text: string): Cell => ({ text, value: text });
const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

function grouped(digits: string, mark: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, mark);
}

function plainThousands(mark: string): (typeof THOUSANDS_MARKS)[number] {
  const usual = mark === '’' ? "'" : mark.replace(/\s/, ' ');
  return THOUSANDS_MARKS.find((each) => each === usual) ?? '';
}

const THOUSANDS_MARKS = ['', '.', ',', ' ', "'"] as const;

/** A decimal number in the manner of a country, and its value. */
function decimal(draw: Draw, { decimal: mark, thousands }: Manner, digits: number, most: number): Cell {
  const whole = String(draw.below(most));
  const fraction = pad(draw.below(10 ** digits), digits);
  const sign = draw.chance(0.12) ? '-' : '';
  return { text: `${sign}${grouped(whole, thousands)}${mark}${fraction}`, value: `${sign}${whole}.${fraction}` };
}

function numberChoice({ decimal: mark, thousands }: Manner): ColumnChoice {
  return { kind: 'number', decimal: mark, thousands: plainThousands(thousands) };
}

/** Day and month of every third date can't be exchanged, so that the order is no secret. */
function drawDate(draw: Draw, row: number): readonly [year: number, month: number, day: number] {
  return [draw.between(1950, 2030), draw.between(1, 12), row % 3 === 0 ? draw.between(13, 28) : draw.between(1, 28)];
}

function dateText([year, month, day]: readonly number[], form: Manner['dates']): string {
  const [y, m, d] = [String(year), pad(month ?? 0), pad(day ?? 0)];
  switch (form) {
    case 'iso':
      return `${y}-${m}-${d}`;
    case 'dmy.':
      return `${d}.${m}.${y}`;
    case 'dmy/':
      return `${d}/${m}/${y}`;
    case 'mdy/':
      return `${m}/${d}/${y}`;
    case 'dmy-':
      return `${d}-${m}-${y}`;
  }
}

const ORDERS = { iso: 'ymd', 'dmy.': 'dmy', 'dmy/': 'dmy', 'mdy/': 'mdy', 'dmy-': 'dmy' } as const;
const SEPARATORS = { iso: '-', 'dmy.': '.', 'dmy/': '/', 'mdy/': '/', 'dmy-': '-' } as const;
const dateChoice = (kind: 'date' | 'timestamp', { dates }: Manner): ColumnChoice => ({
  kind,
  order: ORDERS[dates],
  separator: SEPARATORS[dates],
});
const isoOf = (date: readonly number[]): string => dateText(date, 'iso');

function clock(draw: Draw): { readonly text: string; readonly twelve: string } {
  const [hour, minute, second] = [draw.below(24), draw.below(60), draw.below(60)];
  const half = `${String(hour % 12 === 0 ? 12 : hour % 12)}:${pad(minute)}:${pad(second)} ${hour < 12 ? 'AM' : 'PM'}`;
  return { text: `${pad(hour)}:${pad(minute)}:${pad(second)}`, twelve: half };
}

function freeText(draw: Draw, { words, isUnicode, isQuoted, delimiter }: Manner): string {
  const text = draw.pick(words.texts);
  const other = draw.pick(words.texts);
  const foreign = isUnicode ? draw.pick(FOREIGN_TEXTS) : text;
  return draw.weighted<() => string>([
    [() => text, 60],
    [() => `${text} – ${other}`, isUnicode ? 6 : 0],
    [() => `${text}, ${other}`, 8],
    [() => `${text}; ${other}`, 3],
    [() => `${text}${delimiter}${other}`, isQuoted ? 4 : 0],
    [() => `${text} (${other}) #${String(draw.below(99))}`, 4],
    [() => `5" ${text}`, 2],
    [() => `${text} "${other}" ${text}`, 3],
    [() => `"${text}" ${other}`, isQuoted ? 2 : 0],
    [() => `${text} 'x' it's`, 2],
    [() => `${text}\n${other}`, isQuoted ? 4 : 0],
    [() => `${text}\n\n- ${other}\n- ${text}`, isQuoted ? 1 : 0],
    [() => foreign, 4],
    [() => ` ${text} `, 1],
    [() => `C:\\Data\\${text}`, 1],
    [() => `https://example.org/?a=${String(draw.below(99))}&b=${String(draw.below(9))}|x~y`, 2],
    [() => 'x'.repeat(draw.between(100, 3000)), 0.2],
  ])();
}

const MAKERS: readonly (readonly [Maker, number])[] = [
  // The order of records, a code of digits, and years.
  [() => ({ kind: 'number', cell: (row) => same(String(row + 1)), blanks: 0 }), 8],
  [(draw) => ({ kind: 'number', cell: () => same(String(draw.between(-20, 100_000))) }), 10],
  [(draw) => ({ kind: 'number', cell: () => same(String(draw.between(1990, 2030))) }), 3],
  [(draw) => ({ kind: 'text', cell: (row) => same(row === 0 ? '00307' : pad(draw.below(100_000), 5)) }), 5],
  [(draw) => ({ kind: 'text', cell: () => same(`${String.fromCharCode(65 + draw.below(26))}-${pad(draw.below(999), 3)}`) }), 4],
  [(draw) => ({ kind: 'text', cell: () => same(draw.pick(['NA', 'DE', 'FR', 'ZA', 'BW', 'AO', 'PL', 'JP'])) }), 2],
  [(draw) => ({ kind: 'text', cell: () => same(`+49 ${String(draw.between(100, 999))} ${String(draw.between(10_000, 99_999))}`) }), 2],
  [(draw, manner) => ({ kind: 'text', cell: () => same(freeText(draw, manner)) }), 26],
  [
    (draw, { words }) => {
      const few = draw.some(words.texts, 4);
      return { kind: 'text', cell: () => same(draw.pick(few)) };
    },
    12,
  ],
  // Numbers in the country's manner.
  [
    (draw, manner) => {
      const digits = draw.pick([1, 2, 2, 2, 4, 5]);
      return { kind: 'number', cell: () => decimal(draw, { ...manner, thousands: '' }, digits, 1000), choice: numberChoice(manner) };
    },
    14,
  ],
  [(draw, manner) => ({ kind: 'number', cell: () => decimal(draw, manner, 2, 3_000_000), choice: numberChoice(manner) }), 6],
  [
    (draw, manner) => ({
      kind: 'number',
      cell: (row) => {
        // A number above a million has two marks, so that they can't be decimal ones.
        const digits = String(row === 0 ? 1_000_000 + draw.below(9_000_000) : draw.below(9_000_000));
        return { text: grouped(digits, manner.thousands), value: digits };
      },
      choice: numberChoice(manner),
    }),
    4,
  ],
  [
    (draw, manner) => ({
      kind: 'number',
      cell: () => {
        const tenths = draw.below(1000);
        const text = `${String(Math.floor(tenths / 10))}${manner.decimal}${String(tenths % 10)} %`;
        return { text, value: `0.${pad(tenths, 3)}` };
      },
      choice: { ...numberChoice(manner), sign: '%' },
    }),
    3,
  ],
  [
    (draw, manner) => {
      const [before, after] = manner.decimal === '.' ? ['$', ''] : ['', ' €'];
      return {
        kind: 'number',
        cell: () => {
          const { text, value } = decimal(draw, manner, 2, 100_000);
          return { text: `${before}${(text ?? '').replace('-', '')}${after}`, value: (value ?? '').replace('-', '') };
        },
        choice: { ...numberChoice(manner), sign: `${before}${after}`.trim() },
      };
    },
    3,
  ],
  [
    (draw) => ({
      kind: 'number',
      cell: () => {
        const digits = pad(draw.below(10 ** 5), 5);
        return same(`${draw.chance(0.3) ? '-' : ''}${String(draw.between(1, 89))}.${digits}`);
      },
    }),
    4,
  ],
  [
    (draw, manner) => ({
      kind: 'date',
      cell: (row) => {
        const date = drawDate(draw, row);
        return { text: dateText(date, manner.dates), value: isoOf(date) };
      },
      choice: dateChoice('date', manner),
    }),
    12,
  ],
  [
    (draw, manner) => {
      const between = manner.dates === 'iso' ? draw.pick(['T', ' ']) : ' ';
      return {
        kind: 'timestamp',
        cell: (row) => {
          const [date, time] = [drawDate(draw, row), clock(draw)];
          const text = manner.dates === 'mdy/' ? time.twelve : time.text;
          return { text: `${dateText(date, manner.dates)}${between}${text}`, value: `${isoOf(date)}T${time.text}` };
        },
        choice: dateChoice('timestamp', manner),
      };
    },
    5,
  ],
  [
    (draw, { words, dates }) => ({
      kind: words.hasReadMonths ? 'date' : 'open',
      cell: (row) => {
        const date = drawDate(draw, row);
        const [year, month, day] = date;
        const name = words.months[month - 1] ?? pad(month);
        const order = dates === 'mdy/' ? `${name} ${String(day)}, ${String(year)}` : `${String(day)}${dates === 'dmy.' ? '.' : ''} ${name} ${String(year)}`;
        return { text: order, value: isoOf(date) };
      },
    }),
    1,
  ],
  [(draw) => ({ kind: 'open', cell: () => same(draw.chance(0.5) ? clock(draw).text.slice(0, 5) : clock(draw).text.slice(0, 5)) }), 2],
  [
    (draw, manner) => ({
      kind: 'date',
      cell: (row) => {
        const date = drawDate(draw, row);
        const dates = manner.dates === 'iso' || manner.dates === 'dmy-' ? 'dmy.' : manner.dates;
        return { text: dateText(date, dates).replace(/\d\d(\d\d)$/, '$1'), value: isoOf(date) };
      },
    }),
    1,
  ],
  [
    (draw, manner) => ({
      kind: 'number',
      cell: () => {
        const { text, value } = decimal(draw, manner, 2, 100_000);
        return { text: `${text ?? ''} EUR`, value };
      },
    }),
    1,
  ],
  [
    (draw, manner) => ({
      kind: 'number',
      cell: () => {
        const { text, value } = decimal(draw, manner, 2, 100_000);
        return { text: (text ?? '').replace(/^-(.*)/, '$1-'), value };
      },
    }),
    1,
  ],
  [(draw) => ({ kind: 'open', cell: (row) => same(`${isoOf(drawDate(draw, row))}T${clock(draw).text}${draw.pick(['Z', '+01:00'])}`) }), 1],
  [
    (draw, { words: { truth } }) => {
      const letters = draw.pick<(text: string) => string>([(text) => text, (text) => (text[0] ?? '').toUpperCase() + text.slice(1)]);
      return {
        kind: 'boolean',
        cell: (row) => {
          const isTrue = row < 2 ? row === 0 : draw.chance(0.5);
          return { text: letters(truth[isTrue ? 0 : 1]), value: String(isTrue) };
        },
        choice: { kind: 'boolean', trueWords: [truth[0]], falseWords: [truth[1]] },
      };
    },
    4,
  ],
]; // prettier-ignore

const NULL_WORDS = ['NA', 'n/a', '-', '..', 'null', 'NULL'];

export function drawColumn(draw: Draw, name: string, rows: number, manner: Manner): Column {
  const { kind, cell, choice, blanks = draw.pick([0, 0, 0.05, 0.3]) } = draw.weighted(MAKERS)(draw, manner);
  const isTyped = kind !== 'text' && kind !== 'open';
  // A short column of few values could be anything with one of these words.
  const word = isTyped && blanks > 0 && rows >= 8 && draw.chance(0.15) ? draw.pick(NULL_WORDS) : undefined;
  const cells = Array.from({ length: rows }, (_, row): Cell => {
    const made = cell(row);
    if (row < 3 || !draw.chance(blanks)) return made;
    return { text: word ?? null, value: null };
  });
  return { name, kind, cells, ...(choice && { choice }), ...(word !== undefined && { nullWords: [word] }) };
}

/** Whole numbers, which any dialect can hold. */
export function countColumn(name: string, rows: number, draw: Draw): Column {
  return { name, kind: 'number', cells: Array.from({ length: rows }, () => same(String(draw.between(1, 900)))) };
}
