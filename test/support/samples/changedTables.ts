/** Tables with what is expected of them, and ten kinds of changes that publishers make without saying so. */
import { parseExact, valueText } from '../../../src/base/exactJson.ts';
import type { ExactValue } from '../../../src/base/cells.ts';

export interface SampleTable {
  readonly name: string;
  readonly fields: readonly { readonly id: string; readonly type: string }[];
  readonly rows: readonly (readonly ExactValue[])[];
  readonly modified: string;
}

export interface PlantedChange {
  readonly kind: string;
  /** What a check must name: a field, or a part of the sentence about all records. */
  readonly names: string;
  readonly table: SampleTable;
}

/** A generator of numbers from 0 to 1 (mulberry32), so that each run has the same tables. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Column = (at: number, random: () => number) => ExactValue;

const number = (text: string): ExactValue => parseExact(text);
const pick =
  (...values: readonly string[]): Column =>
  (_, random) =>
    values[Math.floor(random() ** 1.5 * values.length)] ?? null;
const day = (from: number, each: number, at: number): string =>
  new Date(Date.UTC(2020, 0, 1) + (from + at * each) * 86_400_000).toISOString().slice(0, 10);

/** Columns as portals have them: the roles decide what can be planted in which. */
const COLUMNS = {
  key: [
    ['id', 'int4', (at) => at + 1],
    ['case_no', 'text', (at) => `C-${String(100_000 + at * 7)}`],
    ['recordId', 'int8', (at) => number(`90071992547409${String(10_000 + at)}`)],
    ['uuid', 'text', (at, random) => `${Math.floor(random() * 2 ** 32).toString(16)}-${String(at)}`],
  ],
  category: [
    ['state', 'text', pick('open', 'closed', 'new')],
    ['canton', 'text', pick('ZH', 'BE', 'VD', 'AG', 'GE', 'TI')],
    ['kind', 'text', pick('Straße', 'Brücke', 'Tunnel')],
    ['quality', 'text', pick('A', 'B')],
  ],
  amount: [
    ['amount', 'numeric', (_, random) => number((random() ** 3 * 5000).toFixed(2))],
    ['population', 'int4', (_, random) => Math.floor(10 ** (2 + random() * 3))],
    ['share', 'float8', (_, random) => Number(random().toFixed(4))],
    ['price', 'numeric', (_, random) => number(`${String(1 + Math.floor(random() * 90))}.95`)],
  ],
  date: [
    ['day', 'date', (at) => day(0, 1, at)],
    ['opened', 'timestamp', (at, random) => `${day(900, -0.5, at)}T${String(10 + Math.floor(random() * 13))}:30:00`],
    ['date', 'timestamptz', (_, random) => `${day(Math.floor(random() * 2000), 0, 0)}T08:00:00+00:00`],
  ],
  other: [
    ['name', 'text', (at, random) => `${String(Math.floor(random() * 200))} Main Street ${String(at % 90)}`],
    ['note', 'text', (_, random) => (random() < 0.3 ? '' : `note ${String(Math.floor(random() * 1000))}`)],
    ['region', 'text', (at) => `region ${String(Math.floor(at / 40))}`],
    ['height', 'float8', (_, random) => Number((random() * 400 - 150).toFixed(1))],
    ['left_on', 'date', (at, random) => (random() < 0.2 ? null : day(200, 1, at))],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [id: string, type: string, column: Column])[]>>;

const ROLES = ['key', 'category', 'amount', 'date', 'other', 'other'] as const;

/** A table of some hundred records, whose fields and values are drawn from the seed. */
export function drawTable(seed: number): SampleTable {
  const random = randomFrom(seed);
  const chosen = new Map(
    ROLES.map((role) => {
      const [id, type, column] = COLUMNS[role][Math.floor(random() * COLUMNS[role].length)]!;
      return [id, { id, type, column: column }] as const;
    }),
  );
  const columns = [...chosen.values()];
  const length = 200 + Math.floor(random() * 300);
  const rows = Array.from({ length }, (_, at) => columns.map(({ column }) => column(at, random)));
  const fields = columns.map(({ id, type }) => ({ id, type }));
  return { name: `table ${String(seed)}`, fields, rows, modified: '2026-11-28T04:00:00' };
}

export function roleOf(table: SampleTable, role: keyof typeof COLUMNS): string {
  const names = new Set<string>(COLUMNS[role].map(([id]) => id));
  return table.fields.find(({ id }) => names.has(id))?.id ?? '';
}

/** What a maintainer writes by hand about a table. */
export function handWritten(table: SampleTable): string {
  const [key, category, amount, date] = (['key', 'category', 'amount', 'date'] as const).map((role) =>
    roleOf(table, role),
  );
  const place = table.fields.findIndex(({ id }) => id === category);
  const values = [...new Set(table.rows.map((row) => row[place]))];
  return JSON.stringify({
    records: { min: Math.ceil(table.rows.length * 0.8), max: Math.floor(table.rows.length * 1.2) },
    fields: Object.fromEntries(table.fields.map(({ id, type }) => [id, type])),
    unique: [key],
    notNull: [key, category],
    oneOf: { [category!]: values },
    range: { [amount!]: { min: 0, max: 200_000 }, [date!]: { min: '2010-01-01', max: '2040-12-31' } },
    updatedWithin: 'P31D',
  });
}

/** One change of each of ten kinds. */
export function plantedChanges(table: SampleTable): readonly PlantedChange[] {
  const [key = '', category = '', amount = '', date = ''] = (['key', 'category', 'amount', 'date'] as const).map(
    (role) => roleOf(table, role),
  );
  const at = Math.floor(table.rows.length * 0.6);
  const withField = (id: string, change: Partial<{ id: string; type: string }>): SampleTable => ({
    ...table,
    fields: table.fields.map((field) => (field.id === id ? { ...field, ...change } : field)),
  });
  const withValue = (id: string, value: (old: ExactValue) => ExactValue, every = false): SampleTable => {
    const place = table.fields.findIndex((field) => field.id === id);
    const changed = (row: readonly ExactValue[]) => row.map((old, column) => (column === place ? value(old) : old));
    return { ...table, rows: table.rows.map((row, index) => (every || index === at ? changed(row) : row)) };
  };
  const without = (id: string): SampleTable => {
    const place = table.fields.findIndex((field) => field.id === id);
    return {
      ...table,
      fields: table.fields.toSpliced(place, 1),
      rows: table.rows.map((row) => row.toSpliced(place, 1)),
    };
  };
  const keyPlace = table.fields.findIndex(({ id }) => id === key);
  const repeated = table.rows[at - 3]?.[keyPlace] ?? null;
  return [
    { kind: 'fields', names: category, table: without(category) },
    { kind: 'fields', names: amount, table: withField(amount, { id: `${amount}_total` }) },
    { kind: 'fields', names: amount, table: withField(amount, { type: 'text' }) },
    { kind: 'unique', names: key, table: withValue(key, () => repeated) },
    { kind: 'notNull', names: category, table: withValue(category, () => null) },
    { kind: 'oneOf', names: category, table: withValue(category, (old) => `${valueText(old)} `) },
    { kind: 'range', names: amount, table: withValue(amount, () => parseExact('-1')) },
    { kind: 'range', names: date, table: withValue(date, (old) => `0${valueText(old).slice(1)}`) },
    { kind: 'records', names: 'matching records', table: { ...table, rows: table.rows.slice(0, 20) } },
    { kind: 'updatedWithin', names: 'last changed', table: { ...table, modified: '2026-09-01T00:00:00' } },
  ];
}
