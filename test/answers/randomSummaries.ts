/** Random tables and summaries of them, the same in every run. */

/** A value as text, as records of the service have it; NULL is null. */
export type AnswerRecord = readonly (string | null)[];

export type AnswerKind = 'text' | 'decimal' | 'float' | 'date' | 'timestamp' | 'instant' | 'flag';

export interface AnswerField {
  readonly id: string;
  readonly kind: AnswerKind;
  /** The type in PostgreSQL; DuckDB and Trino have other names for some. */
  readonly type: string;
}

export interface AnswerTable {
  readonly name: string;
  readonly fields: readonly AnswerField[];
  readonly records: readonly AnswerRecord[];
}

export interface AnswerSummary {
  readonly groups: readonly { readonly field: string; readonly unit?: string; readonly width?: string }[];
  readonly measures: readonly { readonly calculate: string; readonly field?: string }[];
  readonly top?: number;
  readonly zone?: string;
}

export interface AnswerQuestion {
  readonly summary: AnswerSummary;
  /** Places of columns in the order of which groups are sorted; undefined for the summary's own order. */
  readonly sort?: readonly { readonly column: number; readonly descends: boolean }[];
  readonly limit: number;
  readonly offset: number;
  /** Records with this value of the field alone. */
  readonly filter?: { readonly field: string; readonly value: string };
}

const TEXTS = [
  'a',
  'A',
  'á',
  'ä',
  'Ä',
  'b',
  'B',
  'Zürich',
  'zurich',
  'ZÜRICH',
  '～',
  '𝄞',
  'ß',
  'ss',
  "it's",
  '"',
  '-',
  '10',
  '9',
];
const ZONES = ['Europe/Zurich', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'weekday'];
const WIDTHS = ['1', '10', '0.25', '7', '100', '0.003', '12345678901234567890'];
/** Days beside which years, weeks and offsets of zones change. */
const TURNS = [
  '2020-12-28',
  '2021-01-04',
  '2024-12-30',
  '2024-03-31',
  '2023-10-29',
  '1999-12-31',
  '2000-02-29',
  '1969-12-31',
];
const DAY = 86_400_000;

/** The generator is mulberry32. It gives whole numbers below a limit. */
export function seededBelow(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
}

type Below = ReturnType<typeof seededBelow>;

function pick<T>(list: readonly T[], below: Below): T {
  const item = list[below(list.length)];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

export function randomTable(number: number): AnswerTable {
  const below = seededBelow(number * 7919 + 1);
  const scale = below(5);
  const longScale = below(12);
  const fields: readonly AnswerField[] = [
    { id: 'place', kind: 'text', type: 'text' },
    // Trino's names have no capitals.
    { id: 'ärger "x"', kind: 'text', type: 'text' },
    { id: 'price', kind: 'decimal', type: `numeric(12,${String(scale)})` },
    { id: 'big', kind: 'decimal', type: 'int8' },
    { id: 'long', kind: 'decimal', type: `numeric(38,${String(longScale)})` },
    { id: 'weight', kind: 'float', type: 'float8' },
    { id: 'day', kind: 'date', type: 'date' },
    { id: 'moment', kind: 'timestamp', type: 'timestamp' },
    { id: 'instant', kind: 'instant', type: 'timestamptz' },
    { id: 'flag', kind: 'flag', type: 'bool' },
  ];
  const variety = 1 + below(12);
  const texts = Array.from({ length: variety }, () => pick(TEXTS, below));
  const size = pick([0, 1, 2, 7, 40, 150], below);
  // Records of some tables have NULL alone in a field.
  const empty = below(4) === 0 ? below(fields.length) : -1;
  const value = ({ id, kind }: AnswerField, place: number): string | null => {
    if (place === empty || below(7) === 0) return null;
    switch (kind) {
      case 'text':
        return pick(texts, below);
      case 'decimal':
        if (id === 'price') return decimal(below(20_001) - 10_000 * below(2), scale);
        if (id === 'big')
          return String(
            pick([1n, -1n], below) *
              (below(3) === 0 ? 9_223_372_036_854_775_807n - BigInt(below(3)) : BigInt(below(50))),
          );
        return decimal(
          BigInt(pick(['', '-'], below) + '9'.repeat(pick([1, 20, 38], below))) / BigInt(1 + below(4)),
          longScale,
        );
      case 'float':
        return below(9) === 0
          ? pick(['NaN', 'Infinity', '-Infinity'], below)
          : decimalShort(below(4001) - 2000, below(4));
      case 'date':
        return momentOf(below, DAY).slice(0, 10);
      case 'timestamp':
        return momentOf(below, 1000).slice(0, 19);
      case 'instant':
        return `${momentOf(below, 900_000).slice(0, 19)}+00:00`;
      case 'flag':
        return String(below(2) === 0);
    }
  };
  const records = Array.from({ length: size }, () => fields.map(value));
  return { name: `answers_${String(number)}`, fields, records };
}

function decimal(digits: bigint | number, scale: number): string {
  const text = String(digits)
    .replace('-', '')
    .padStart(scale + 1, '0');
  const sign = digits < 0 ? '-' : '';
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** A double is written without zeros at its end. */
function decimalShort(digits: number, scale: number): string {
  return String(Number(decimal(digits, scale)) + 0);
}

function momentOf(below: Below, unit: number): string {
  const start = Date.parse(`${below(3) === 0 ? pick(TURNS, below) : `${String(1975 + below(60))}-01-01`}T00:00:00Z`);
  return new Date(
    start + (Math.floor((below(8) * DAY) / unit) + below(Math.max(1, Math.floor(DAY / unit)))) * unit,
  ).toISOString();
}

export function randomQuestion(table: AnswerTable, number: number): AnswerQuestion {
  const below = seededBelow(number * 104_729 + 11);
  const groups = Array.from({ length: below(4) }, () => randomGroup(pick(table.fields, below), below));
  const measures = Array.from({ length: 1 + below(5) }, () => randomMeasure(table, below));
  // Sums and means of doubles are an engine's own, so they put groups into no order of ours.
  const isRounded = ({ calculate, field }: { calculate: string; field?: string }): boolean =>
    field === 'weight' && ['sum', 'mean', 'median'].includes(calculate);
  const sortable = [
    ...groups.map((_, at) => at),
    ...measures.flatMap((measure, at) => (isRounded(measure) ? [] : groups.length + at)),
  ];
  const needsSort = measures[0] !== undefined && isRounded(measures[0]);
  const keys = Array.from({ length: 1 + below(2) }, () => ({
    column: pick(sortable.length === 0 ? [0] : sortable, below),
    descends: below(2) === 0,
  }));
  const isSorted = sortable.length > 0 && (below(2) === 0 || needsSort);
  const isPaged = below(3) === 0;
  const field = pick(
    table.fields.filter(({ kind }) => kind === 'text' || kind === 'flag'),
    below,
  );
  const value = table.records[0]?.[table.fields.indexOf(field)];
  return {
    summary: {
      groups,
      measures,
      ...(below(3) === 0 && { top: 1 + below(6) }),
      ...(below(2) === 0 && { zone: pick(ZONES, below) }),
    },
    ...(isSorted && { sort: keys }),
    ...(isPaged ? { limit: 1 + below(9), offset: below(12) } : { limit: 1000, offset: 0 }),
    ...(below(4) === 0 && typeof value === 'string' && { filter: { field: field.id, value } }),
  };
}

function randomGroup({ id: field, kind }: AnswerField, below: Below): AnswerSummary['groups'][number] {
  if (kind === 'date' || kind === 'timestamp' || kind === 'instant') {
    const units = kind === 'date' ? UNITS : [...UNITS, 'hour'];
    return below(6) === 0 ? { field } : { field, unit: pick(units, below) };
  }
  const hasBins = (kind === 'decimal' || kind === 'float') && below(2) === 0;
  // Numbers of 38 digits have too many narrower bins.
  const widths = field === 'long' ? WIDTHS.filter((width) => !width.includes('.')) : WIDTHS;
  return hasBins ? { field, width: pick(widths, below) } : { field };
}

function randomMeasure({ fields }: AnswerTable, below: Below): AnswerSummary['measures'][number] {
  const calculate = pick(
    ['count', 'share', 'distinct', 'sum', 'mean', 'median', 'min', 'max', 'sum', 'mean', 'median'],
    below,
  );
  if (calculate === 'count' || calculate === 'share') return { calculate };
  const numbers = fields.filter(({ kind }) => kind === 'decimal' || kind === 'float');
  const isAny = calculate === 'distinct' || calculate === 'min' || calculate === 'max';
  return { calculate, field: pick(isAny ? fields : numbers, below).id };
}
