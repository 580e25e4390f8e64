import type { WireCell } from '../../../../src/base/cells.ts';
import { fieldKind } from '../../../../src/base/field.ts';
import type { GridField } from '../../../../src/messages/gridProtocol.ts';

/** Made-up records, computed from their row numbers, so that there can be any number of them. */
export interface Sample {
  readonly fields: readonly GridField[];
  readonly row: (index: number) => readonly WireCell[];
}

export type SampleName = 'lessons' | 'groups' | 'months' | 'hostile' | 'wide' | 'none' | 'jsonText' | 'rotated';

const fields = (...types: readonly (readonly [id: string, type: string])[]): readonly GridField[] =>
  types.map(([id, type]) => ({ id, type, kind: fieldKind(type) }));

const TITLES = ['Fractions as shares', 'Colour and light', 'Proof by pictures', 'The drawn line'] as const;
const NOTES = ['Needs a projector, 2 lessons', '', 'Follow-up of “The drawn line”; see https://example.org/w/46'];

/** Lessons with exact numbers, nulls, and empty and long texts. */
const lessons: Sample = {
  fields: fields(
    ['_id', 'int'],
    ['subject', 'text'],
    ['stage', 'int4'],
    ['code', 'text'],
    ['title', 'text'],
    ['catalogue_no', 'int8'],
    ['hours', 'numeric'],
    ['starts', 'timestamp'],
    ['open', 'bool'],
    ['tags', 'json'],
    ['note', 'text'],
  ),
  row: (index) => [
    index + 1,
    index % 2 ? 'math' : 'art',
    2,
    String(40 + ((index * 37) % 300)).padStart(5, '0'),
    TITLES[index % 4] ?? '',
    index % 13 === 7 ? null : { n: `900719925474${String((index * 7919) % 100_000).padStart(5, '0')}` },
    index % 19 === 4 ? null : { n: `${String(index % 10)}.50` },
    '2026-08-01T09:30:00',
    index % 3 === 0,
    { j: `["a${String(index % 5)}",{"level":1.50}]` },
    NOTES[index % 3] ?? '',
  ],
};

/** The groups of a summary. */
const groups: Sample = {
  fields: fields(['subject', 'text'], ['starts:year', 'int4'], ['count', 'int8'], ['sum:hours', 'float8']),
  row: (index) =>
    index === 6 ? ['(others)', '(others)', 91, 70.5] : [TITLES[index % 4] ?? '', 2021 + index, 20 - index, 1.5],
};

/** The groups of another summary. */
const months: Sample = {
  fields: fields(['starts:month', 'text'], ['count', 'int8']),
  row: (index) => {
    const month = String((index % 12) + 1).padStart(2, '0');
    return [`${String(2021 + Math.floor(index / 12))}-${month}`, 20 + ((index * 7) % 13)];
  },
};

/** The lessons in another order, beginning with the second. */
const rotated: Sample = { fields: lessons.fields, row: (index) => lessons.row(index + 1) };

const hostileNames = [
  '__proto__',
  '',
  'constructor',
  '<img src=x onerror="fail()">',
  'n'.repeat(200),
  'שדה',
  'Name',
  'name',
];
const hostileValues: readonly WireCell[] = [
  '<img src=x onerror="document.title=1">',
  '__proto__',
  'abc\u202Egnp.exe',
  'a\u200Bb\u0000c\nd\te',
  'مرحبا بالعالم',
  'שלום abc 123',
  { t: 'x'.repeat(500), length: 10_485_760 },
  { n: '1'.repeat(400) },
  'NULL',
  null,
  '',
  'NaN',
  '👩‍👩‍👧 👍🏽',
  { j: '{"__proto__":{"n":1e400}}' },
];
/** Names and values that a hostile server may send. */
const hostile: Sample = {
  fields: hostileNames.map((id, index) => ({
    id,
    type: index === 2 ? 'numeric' : 'text',
    kind: index === 2 ? 'number' : 'text',
  })),
  row: (index) => hostileNames.map((_, column) => hostileValues[(index + column) % hostileValues.length] ?? null),
};

const wide: Sample = {
  fields: Array.from({ length: 1000 }, (_, index) => ({ id: `field ${String(index)}`, type: 'int4', kind: 'number' })),
  row: (index) => Array.from({ length: 1000 }, (_, column) => index * 1000 + column),
};

const none: Sample = { fields: [], row: () => [] };

/** JSON in text fields, which some portals have. */
const jsonText: Sample = {
  fields: fields(['title', 'text'], ['stated', 'text'], ['broken', 'text']),
  row: () => ['Fractions', '{"at": [1, {}], "level": 1.50}', '[unlike JSON]'],
};

export const samples: Readonly<Record<SampleName, Sample>> = {
  lessons,
  groups,
  months,
  hostile,
  wide,
  none,
  jsonText,
  rotated,
};
