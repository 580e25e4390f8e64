/** Charts by which the drawing and its pictures are looked at: each is hard in a way of its own. */
import type { WireCell } from '../../src/base/cells.ts';
import { dayOf, daysOf, periodText } from '../../src/base/calendarDay.ts';
import { type FieldKind, fieldKind } from '../../src/base/field.ts';
import type { ChartChoice } from '../../src/datastore/query/chartChoice.ts';
import { CHART_STRINGS, type ChartStrings } from '../../src/messages/chartStrings.ts';
import { GRID_STRINGS } from '../../src/messages/gridStrings.ts';
import { type Measure, type Summary, summaryColumns, type SummaryGroup } from '../../src/datastore/query/summary.ts';
import type { ChartColors, ChartFrame, ChartSource } from '../../src/webview/chart/chartContract.ts';

const CHART_WORDS = Object.fromEntries(
  Object.entries({ ...GRID_STRINGS, ...CHART_STRINGS }).map(([name, word]) => [
    name,
    typeof word === 'string' ? word : word.message,
  ]),
) as unknown as ChartStrings;

export interface ReferenceChart {
  readonly name: string;
  readonly source: ChartSource;
  readonly choice: ChartChoice;
  /** In px, 800 by default. */
  readonly width?: number;
  readonly isHighContrast?: boolean;
}

type Rows = readonly (readonly WireCell[])[];

const COUNT: Measure = { calculate: 'count' };
const SUM: Measure = { calculate: 'sum', field: 'damage' };
const MEAN: Measure = { calculate: 'mean', field: 'damage' };

/** The source of a summary. Groups by value are texts, unless `kinds` says otherwise. */
export function chartSummary(
  groups: readonly SummaryGroup[],
  measures: readonly Measure[],
  rows: Rows,
  more: Partial<ChartSource> & { readonly kinds?: readonly FieldKind[]; readonly unit?: string } = {},
): ChartSource {
  const { kinds = [], unit, ...rest } = more;
  const summary: Summary = { groups: [...groups], measures: [...measures] };
  const fields = summaryColumns(summary).map((id, place) => {
    const isGroup = place < groups.length;
    const { unit: part, width } = groups[place] ?? {};
    const type = width !== undefined ? 'numeric' : part === undefined ? 'text' : part === 'day' ? 'date' : 'text';
    const kind = kinds[place] ?? (isGroup ? fieldKind(type) : 'number');
    return { id, type: isGroup ? type : 'numeric', kind, ...(!isGroup && id.includes(':') && unit && { unit }) };
  });
  return { fields, rows, rowCount: rows.length, summary, hasOthers: false, title: 'incidents', ...rest };
}

function recordsOf(rows: Rows, more: Partial<ChartSource> = {}): ChartSource {
  const fields = ['depth', 'temperature'].map((id) => ({ id, type: 'numeric', kind: 'number' as const }));
  return { fields, rows, rowCount: rows.length, hasOthers: false, title: 'soundings', ...more };
}

/** Numbers that look like any, and are the same each time. */
function amount(place: number, most = 5000): number {
  return (place * 7919 + 104_729) % most;
}

function monthsFrom(year: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) =>
    periodText({ year: year + Math.floor(place / 12), month: (place % 12) + 1, day: 1 }, 'month'),
  );
}

function daysFrom(year: number, count: number, step: number): readonly string[] {
  const first = daysOf({ year, month: 1, day: 1 });
  return Array.from({ length: count }, (_, place) => periodText(dayOf(first + Math.round(place * step)), 'day'));
}

function crossed(ones: readonly string[], others: readonly string[], valueOf: (place: number) => WireCell): Rows {
  return ones.flatMap((one, place) =>
    others.map((other, index) => [one, other, valueOf(place * others.length + index)]),
  );
}

function municipalities(count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) => `Municipality ${place}`);
}

const CANTONS = ['Zürich', 'Bern', 'Vaud', 'Aargau', 'Genève', 'Ticino'];
const YEARS = ['2021', '2022', '2023', '2024'];
const CANTON = { field: 'canton' };
const YEAR = { field: 'reported', unit: 'year' } as const;
const MONTH = { field: 'reported', unit: 'month' } as const;

const cantonRows: Rows = CANTONS.map((canton, place) => [canton, amount(place)]);
const byYear: Rows = CANTONS.flatMap((canton, place) =>
  YEARS.map((year, index) => [canton, year, amount(place * 4 + index), { n: `${amount(index * 31 + place, 900)}.50` }]),
);
const months = monthsFrom(2021, 40);
const monthRows: Rows = months.map((month, place) => [month, amount(place, 900)]);

export const REFERENCE_CHARTS: readonly ReferenceChart[] = [
  { name: 'bars', source: chartSummary([CANTON], [COUNT], cantonRows), choice: {} },
  { name: 'stacked', source: chartSummary([CANTON, YEAR], [COUNT, SUM], byYear), choice: {} },
  {
    name: 'grouped',
    source: chartSummary([CANTON, YEAR], [COUNT, SUM], byYear, { unit: 'CHF' }),
    choice: { kind: 'grouped' },
  },
  { name: 'means', source: chartSummary([CANTON, YEAR], [MEAN], crossed(CANTONS, YEARS, amount)), choice: {} },
  { name: 'line', source: chartSummary([MONTH], [COUNT], monthRows), choice: {} },
  {
    name: 'line with gaps',
    source: chartSummary(
      [MONTH],
      [COUNT],
      monthRows.filter((_, place) => place % 7 < 5 && place !== 8 && place !== 10),
    ),
    choice: { kind: 'line' },
  },
  {
    name: 'bars with missing months',
    source: chartSummary(
      [MONTH],
      [COUNT],
      monthRows.filter((_, place) => place % 7 < 5),
    ),
    choice: { kind: 'bars' },
  },
  {
    name: 'lines of series',
    source: chartSummary(
      [MONTH, CANTON],
      [SUM],
      crossed(months, CANTONS.slice(0, 4), (place) => amount(place, 300) - (place % 4) * 40),
    ),
    choice: {},
  },
  {
    name: 'histogram',
    source: chartSummary(
      [{ field: 'damage', width: '0.5' }],
      [COUNT],
      Array.from({ length: 31 }, (_, place) => [{ n: String(place / 2 - 5) }, amount(place, 70)]),
    ),
    choice: {},
  },
  {
    name: 'negative',
    source: chartSummary(
      [CANTON],
      [SUM],
      CANTONS.map((canton, place) => [canton, { n: `${amount(place, 4000) - 2500}.25` }]),
      { unit: 'CHF' },
    ),
    choice: {},
  },
  {
    name: 'stacked negatives',
    source: chartSummary(
      [CANTON, YEAR],
      [SUM],
      crossed(CANTONS, YEARS, (place) => amount(place, 400) - 180),
    ),
    choice: {},
  },
  {
    name: 'zeros',
    source: chartSummary(
      [CANTON, YEAR],
      [COUNT],
      crossed(CANTONS, YEARS, () => 0),
    ),
    choice: {},
  },
  { name: 'one record', source: chartSummary([CANTON], [COUNT], [['Bern', 1]]), choice: {} },
  { name: 'none', source: chartSummary([CANTON], [COUNT], []), choice: {} },
  {
    name: 'all NULL',
    source: chartSummary(
      [CANTON],
      [MEAN],
      CANTONS.map((canton) => [canton, null]),
    ),
    choice: {},
  },
  {
    name: 'NULL and others',
    source: chartSummary(
      [CANTON],
      [COUNT],
      [...cantonRows, [null, 700], ['NULL', 90], ['(others)', 60], ['', 300], ['(others)', 2100]],
      { hasOthers: true },
    ),
    choice: {},
  },
  {
    name: 'months, NULL and others',
    source: chartSummary([MONTH], [COUNT], [...monthRows.slice(0, 10), [null, 300], ['(others)', 500]], {
      hasOthers: true,
    }),
    choice: {},
  },
  {
    name: 'a quadrillion',
    source: chartSummary(
      [CANTON],
      [SUM],
      CANTONS.map((canton, place) => [canton, { n: `${place + 1}000000000000000.00` }]),
    ),
    choice: {},
  },
  {
    name: 'beyond doubles',
    source: chartSummary(
      [CANTON],
      [SUM],
      [
        ['NaN', 'NaN'],
        ['Infinity', '-Infinity'],
        ['1e300', { n: '1e+300' }],
        ['1e400', { n: '3e400' }],
        ['1,000 digits', { n: `2${'0'.repeat(399)}.${'3'.repeat(600)}` }],
      ],
    ),
    choice: {},
  },
  {
    name: '1,000 groups',
    source: chartSummary(
      [{ field: 'municipality' }],
      [COUNT],
      municipalities(1000).map((name, place) => [name, amount(place)]),
    ),
    choice: {},
  },
  {
    name: '30 colors',
    source: chartSummary(
      [YEAR, { field: 'municipality' }],
      [COUNT],
      crossed(YEARS, municipalities(30), (place) => amount(place, 90)),
    ),
    choice: {},
  },
  {
    name: '300 years of days',
    source: chartSummary(
      [{ field: 'observed', unit: 'day' }],
      [COUNT],
      daysFrom(1725, 20_000, 5.4787).map((day, place) => [day, amount(place, 40)]),
    ),
    choice: {},
  },
  {
    name: '300 years of means',
    source: chartSummary(
      [{ field: 'observed', unit: 'month' }],
      [MEAN],
      monthsFrom(1725, 3600).map((month, place) => [
        month,
        { n: `${Math.round(900 + 50 * Math.sin(place / 200) + amount(place, 60)) / 100}` },
      ]),
    ),
    choice: {},
  },
  {
    name: 'before Christ',
    source: chartSummary(
      [{ field: 'founded', unit: 'year' }],
      [COUNT],
      [
        ['-753', 1],
        ['-44', 3],
        ['476', 2],
        ['1291', 4],
      ],
    ),
    choice: {},
  },
  {
    name: 'weekdays',
    source: chartSummary(
      [{ field: 'reported', unit: 'weekday' }],
      [COUNT],
      [
        [1, 30],
        [2, 50],
        [4, 10],
        [7, 80],
      ],
      { kinds: ['number'] },
    ),
    choice: {},
  },
  {
    name: 'hours at 400 px',
    source: chartSummary(
      [{ field: 'reported', unit: 'hour' }],
      [COUNT],
      Array.from({ length: 24 }, (_, hour) => [hour, amount(hour, 90)]),
      { kinds: ['number'] },
    ),
    choice: {},
    width: 400,
  },
  {
    name: 'long and right-to-left names',
    source: chartSummary(
      [{ field: 'department' }],
      [COUNT],
      [
        'Eidgenössisches Departement für Umwelt, Verkehr, Energie und Kommunikation',
        'وزارة التربية والتعليم والبحث العلمي في الجمهورية',
        'משרד החינוך, התרבות והספורט של מדינת ישראל',
        '<script>alert(1)</script>',
        'a\u202Eb\nc\u0000',
        '🚒🚒🚒',
      ].map((name, place) => [name, amount(place)]),
    ),
    choice: {},
  },
  {
    name: '400 px',
    source: chartSummary([CANTON, YEAR], [COUNT, SUM], byYear, {
      title: 'incidents of all cantons since 2021, closed and open',
    }),
    choice: {},
    width: 400,
  },
  {
    name: 'high contrast',
    source: chartSummary([CANTON, YEAR], [COUNT, SUM], byYear),
    choice: {},
    isHighContrast: true,
  },
  {
    name: 'lines in high contrast',
    source: chartSummary(
      [MONTH, CANTON],
      [COUNT],
      crossed(months.slice(0, 14), CANTONS.slice(0, 4), (place) => amount(place, 300)),
    ),
    choice: {},
    isHighContrast: true,
  },
  {
    name: 'three groups',
    source: chartSummary(
      [CANTON, YEAR, { field: 'status' }],
      [COUNT],
      [
        ['Bern', '2021', 'open', 3],
        ['Bern', '2021', 'closed', 40],
        ['Bern', '2022', 'closed', 31],
        ['Vaud', '2022', 'open', 12],
      ],
    ),
    choice: {},
  },
  {
    name: 'years as numbers',
    source: chartSummary(
      [{ field: 'year' }],
      [COUNT],
      [2010, 2011, 2012, 2014, 2019, 2020].map((year, place) => [year, amount(place)]),
      { kinds: ['number'] },
    ),
    choice: {},
  },
  {
    name: 'points',
    source: recordsOf(
      Array.from({ length: 400 }, (_, place) => [
        { n: `${amount(place, 900)}.5` },
        place % 17 === 0 ? null : amount(place * 3, 300) - 40,
      ]),
      { rowCount: 1_000_000 },
    ),
    choice: {},
  },
];

export const CHART_COLORS: ChartColors = {
  text: '#333333',
  faint: '#666666',
  gridLine: '#e5e5e5',
  background: '#ffffff',
  series: ['#3080c4', '#c48018', '#30925f', '#964fae', '#c0504d', '#4aa3a3', '#7f6f3f', '#5b5ba8'],
  rest: '#9a9a9a',
  isHighContrast: false,
};

/** A frame that measures texts roughly, without a page. */
export function chartFrame(
  { width = 800, isHighContrast = false }: Partial<Pick<ReferenceChart, 'width' | 'isHighContrast'>>,
  more: Partial<ChartFrame> = {},
): ChartFrame {
  return {
    ...{ width, height: 450, fontSize: 13, strings: CHART_WORDS, language: 'en' },
    colors: { ...CHART_COLORS, isHighContrast },
    widthOf: (text, fontSize) => text.replace(/[\u2066-\u2069]/g, '').length * fontSize * 0.6,
    ...more,
  };
}
