/** The records of a town, made by a seed, and questions on them in English with answers that are counted from these records. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Numbers are texts with their digits. */
export type TownRow = readonly string[];

export interface TownTable {
  readonly title: string;
  readonly organization: string;
  readonly name: string;
  readonly fields: readonly { readonly id: string; readonly type: string }[];
  readonly rows: readonly TownRow[];
}

/** A fraction of whole numbers, so that no digit is lost. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export type RightRow = readonly (string | Fraction)[];

export interface TownQuestion {
  readonly text: string;
  readonly table: TownTable;
  /** What is right for the first records, which are all unless an answer says that it covers only some. */
  readonly right: (rows: readonly TownRow[]) => readonly RightRow[];
}

let state = 20_261_129;
function upTo(most: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
}
const oneOf = (values: readonly string[]): string => values[upTo(values.length)] ?? '';
/** An earlier value comes more often, so that no two come alike often. */
const mostlyFirst = (values: readonly string[]): string =>
  values[Math.min(upTo(values.length), upTo(values.length))] ?? '';
const cents = (units: number): string => `${String(Math.floor(units / 100))}.${String(units % 100).padStart(2, '0')}`;
const dayAfter = (first: string, days: number): string =>
  new Date(Date.parse(`${first}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const times = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const DISTRICTS = ['Altstadt', 'Harbour', 'Hill', 'Mills', 'Meadow', 'Quarry', 'University', 'Westend'];
const STATIONS = [
  'Bridge',
  'Gate',
  'Market',
  'Tower',
  'Lake',
  'Tunnel',
  'Castle',
  'Square',
  'Dam',
  'Orchard',
  'Ferry',
  'Spa',
];
const BRANCHES = ['Central', 'North', 'South', 'Riverside', 'Campus', 'Mobile'];
const SPECIES = (
  'Lime Maple Oak Plane Birch Ash Elm Beech Hornbeam Chestnut Walnut Poplar Willow Alder Rowan Cherry Apple Pear Plum ' +
  'Pine Spruce Fir Larch Yew Cedar Cypress Juniper Magnolia Acacia Robinia Catalpa Tulip Sweetgum Hazel Hackberry Mulberry ' +
  'Zelkova Paulownia Sophora Ginkgo'
).split(' ');
const SCHOOLS = times(25, (at) => `School ${String.fromCharCode(65 + at)}`);
const TOPICS = ['noise', 'waste', 'lighting', 'potholes', 'graffiti', 'playgrounds', 'signals'];

function table(title: string, organization: string, name: string, fields: string, rows: readonly TownRow[]): TownTable {
  const typed = fields.split(' ').map((each) => {
    const [id = '', type = ''] = each.split(':');
    return { id, type };
  });
  return { title, organization, name, fields: typed, rows };
}

const fines = table(
  ...(['Parking fines', 'police-department', 'Fines by district'] as const),
  'district:text vehicle:text amount:numeric issued:date paid:text',
  times(2400, () => [
    ...[mostlyFirst(DISTRICTS), mostlyFirst(['car', 'van', 'motorcycle', 'lorry']), cents(2000 + upTo(23_000))],
    ...[dayAfter('2022-01-01', upTo(1096)), oneOf(['yes', 'no'])],
  ]),
);
const counters = table(
  ...(['Bicycle counters', 'traffic-office', 'Daily counts'] as const),
  'station:text day:date cyclists:int',
  times(3600, (at) => [STATIONS[at % 12] ?? '', dayAfter('2024-01-01', Math.floor(at / 12)), String(50 + upTo(4000))]),
);
const air = table(
  ...(['Air quality', 'environment-agency', 'Measurements'] as const),
  'site:text pollutant:text value:numeric measured:timestamp',
  times(3000, (at) => [
    ...[STATIONS[at % 5] ?? '', ['NO2', 'O3', 'PM10'][at % 3] ?? '', cents(100 + upTo(12_000))],
    `${dayAfter('2024-01-01', Math.floor(at / 24))}T${String(at % 24).padStart(2, '0')}:00:00`,
  ]),
);
const loans = table(
  ...(['Library loans', 'city-library', 'Loans by branch'] as const),
  'branch:text category:text month:date loans:int',
  times(864, (at) => [
    ...[BRANCHES[at % 6] ?? '', ['novel', 'comic', 'film', 'music'][Math.floor(at / 6) % 4] ?? ''],
    ...[`${String(2022 + Math.floor(at / 288))}-${String((Math.floor(at / 24) % 12) + 1).padStart(2, '0')}-01`],
    String(20 + upTo(900)),
  ]),
);
const trees = table(
  ...(['Tree register', 'parks-department', 'Trees'] as const),
  'species:text district:text height:numeric planted:int',
  times(5000, (at) => [
    ...[mostlyFirst(SPECIES), oneOf(DISTRICTS), cents(200 + upTo(2500) + (at < 5 ? 3000 + at * 100 : 0))],
    String(1880 + upTo(145)),
  ]),
);
const schools = table(
  ...(['School enrolment', 'school-board', 'Pupils by school'] as const),
  'school:text level:text year:int pupils:int',
  times(350, (at) => [
    ...[SCHOOLS[at % 25] ?? '', ['primary', 'secondary'][Math.floor(at / 25) % 2] ?? ''],
    ...[String(2018 + Math.floor(at / 50)), String(30 + upTo(600))],
  ]),
);
/** More text than a call reads. */
const complaints = table(
  ...(['Complaints', 'citizens-office', 'Complaints received'] as const),
  'topic:text district:text note:text received:date',
  times(60_000, (at) => [
    ...[
      mostlyFirst(TOPICS),
      oneOf(DISTRICTS),
      `Case ${String(at % 45_000)}: ${'a person wrote a long letter. '.repeat(22)}`,
    ],
    dayAfter('2023-01-01', upTo(700)),
  ]),
);

/** Tables about which nothing is asked. */
const others = ['Parking garages', 'Air traffic', 'School holidays', 'Library opening times', 'District borders'].map(
  (title) => table(title, 'statistics-office', `${title} 2024`, 'name:text remark:text', [['a', 'b']]),
);

export const TOWN: readonly TownTable[] = [...others, fines, counters, air, loans, trees, schools, complaints];

const whole = (over: bigint | number): Fraction => ({ over: BigInt(over), under: 1n });
const hundredths = (text = '0'): bigint => {
  const [units = '', places = ''] = text.split('.');
  return BigInt(units + places.padEnd(2, '0'));
};
const sumOf = (rows: readonly TownRow[], at: number): bigint =>
  rows.reduce((sum, row) => sum + hundredths(row[at]), 0n);
const grouped = (
  rows: readonly TownRow[],
  keyOf: (row: TownRow) => string,
  valueOf: (rows: readonly TownRow[]) => Fraction,
) => [...Map.groupBy(rows, keyOf)].map(([key, some]): RightRow => [key, valueOf(some)]);
const count = (rows: readonly TownRow[]): Fraction => whole(rows.length);
const sum =
  (at: number) =>
  (rows: readonly TownRow[]): Fraction => ({ over: sumOf(rows, at), under: 100n });
const greatest = (rows: readonly RightRow[]): readonly RightRow[] => {
  const size = (row: RightRow): number => Number((row[1] as Fraction).over);
  return [...rows].sort((one, other) => size(other) - size(one)).slice(0, 1);
};
const sorted = (rows: readonly TownRow[], at: number): readonly bigint[] =>
  rows.map((row) => hundredths(row[at])).sort((one, other) => (one < other ? -1 : 1));
const median = (rows: readonly TownRow[]): Fraction => {
  const values = sorted(rows, 2);
  const [low = 0n, high = 0n] = [values[(values.length - 1) >> 1], values[values.length >> 1]];
  return { over: low + high, under: 200n };
};

const question = (table_: TownTable, text: string, right: TownQuestion['right']): TownQuestion => ({
  text,
  table: table_,
  right,
});

export const QUESTIONS: readonly TownQuestion[] = [
  question(fines, 'How many parking fines are there?', (rows) => [[count(rows)]]),
  question(fines, 'How many parking fines are there in district Hill?', (rows) => [
    [count(rows.filter(([district]) => district === 'Hill'))],
  ]),
  question(fines, 'What is the total amount of parking fines by vehicle?', (rows) =>
    grouped(rows, ([, vehicle = '']) => vehicle, sum(2)),
  ),
  question(fines, 'What is the average amount of parking fines for motorcycle?', (rows) => {
    const some = rows.filter(([, vehicle]) => vehicle === 'motorcycle');
    return [[{ over: sumOf(some, 2), under: 100n * BigInt(some.length) }]];
  }),
  question(fines, 'Which district has the most parking fines?', (rows) =>
    greatest(grouped(rows, ([district = '']) => district, count)),
  ),
  question(counters, 'How many cyclists did bicycle counters count at each station?', (rows) =>
    grouped(rows, ([station = '']) => station, sum(2)),
  ),
  question(counters, 'What is the highest number of cyclists at the bicycle counters of station Bridge?', (rows) => [
    [
      {
        over:
          sorted(
            rows.filter(([station]) => station === 'Bridge'),
            2,
          ).at(-1) ?? 0n,
        under: 100n,
      },
    ],
  ]),
  question(counters, 'How many daily bicycle counts are there per month?', (rows) =>
    grouped(rows, ([, day = '']) => day.slice(0, 7), count),
  ),
  question(air, 'What is the median value of air quality by pollutant?', (rows) =>
    grouped(rows, ([, pollutant = '']) => pollutant, median),
  ),
  question(air, 'How many measurements of air quality have a value of at least 80?', (rows) => [
    [count(rows.filter(([, , value]) => hundredths(value) >= 8000n))],
  ]),
  question(trees, 'How many different species are in the tree register?', (rows) => [
    [whole(new Set(rows.map(([species]) => species)).size)],
  ]),
  question(
    trees,
    'List the species, district and height of the 5 trees in the register with the highest height.',
    (rows) =>
      [...rows]
        .sort((one, other) => Number(hundredths(other[2]) - hundredths(one[2])))
        .slice(0, 5)
        .map(([species = '', district = '', height]) => [species, district, { over: hundredths(height), under: 100n }]),
  ),
  question(complaints, 'What is the share of complaints by topic?', (rows) =>
    grouped(
      rows,
      ([topic = '']) => topic,
      (some) => ({ over: BigInt(some.length) * 100n, under: BigInt(rows.length) }),
    ),
  ),
  question(loans, 'How many loans did the library have by branch in 2023?', (rows) =>
    grouped(
      rows.filter(([, , month = '']) => month.startsWith('2023')),
      ([branch = '']) => branch,
      sum(3),
    ),
  ),
  question(schools, 'How many pupils are in the school enrolment by year?', (rows) =>
    grouped(rows, ([, , year = '']) => year, sum(3)),
  ),
  question(schools, 'Which school had the most pupils in 2022?', (rows) =>
    greatest(
      grouped(
        rows.filter(([, , year]) => year === '2022'),
        ([school = '']) => school,
        sum(3),
      ),
    ),
  ),
  question(trees, 'How many trees in the register were planted before 1950?', (rows) => [
    [count(rows.filter(([, , , planted]) => Number(planted) < 1950))],
  ]),
  question(complaints, 'How many complaints were received by topic and district?', (rows) =>
    [...Map.groupBy(rows, ([topic = '', district = '']) => `${topic}\n${district}`)].map(([keys, some]) => [
      ...keys.split('\n'),
      count(some),
    ]),
  ),
  question(complaints, 'How many different notes are in the complaints?', (rows) => [
    [whole(new Set(rows.map(([, , note]) => note)).size)],
  ]),
  question(trees, 'How many trees of the species Ginkgo are in the register?', (rows) => [
    [count(rows.filter(([species]) => species === 'Ginkgo'))],
  ]),
];

/** Whether an answer has these rows, in any order, with every digit. What isn't whole may be rounded behind two places. */
export function isRight(rows: readonly TownRow[], right: readonly RightRow[]): boolean {
  if (rows.length !== right.length) return false;
  const left = [...right];
  return rows.every((row) => {
    const place = left.findIndex(
      (each) => each.length === row.length && each.every((cell, at) => isSame(row[at] ?? '', cell)),
    );
    if (place !== -1) left.splice(place, 1);
    return place !== -1;
  });
}

function isSame(text: string, cell: string | Fraction): boolean {
  if (typeof cell === 'string') return text === cell;
  const [, units = '', places = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (units === '') return false;
  const scale = 10n ** BigInt(places.length);
  const off = BigInt(units + places) * cell.under - cell.over * scale;
  if (off === 0n) return true;
  return places.length >= 2 && (off < 0n ? -off : off) * 2n <= cell.under;
}

/** Each table as a CSV file, named by its title. */
export async function writeTown(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const { title, fields, rows } of TOWN) {
    const file = path.join(folder, `${title.toLowerCase().replaceAll(' ', '-')}.csv`);
    await writeFile(file, [fields.map(({ id }) => id), ...rows].map((row) => `${row.join(',')}\n`).join(''));
    files.push(file);
  }
  return files;
}
