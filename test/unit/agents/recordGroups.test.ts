import assert from 'node:assert/strict';
import { ExactNumber, type ExactValue } from '../../../src/base/cells.ts';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import { RecordGroups } from '../../../src/agents/recordGroups.ts';
import { NotCountable } from '../../../src/datastore/statistics/valueTally.ts';
import type { SortKey } from '../../../src/datastore/query/query.ts';
import type { Summary } from '../../../src/datastore/query/summary.ts';

const FIELDS = [
  { id: 'city', type: 'text' },
  { id: 'amount', type: 'numeric' },
  { id: 'at', type: 'timestamptz' },
  { id: 'ok', type: 'bool' },
];

const ROWS: readonly (readonly ExactValue[])[] = [
  ['ZH', new ExactNumber('9007199254740993.10'), '2024-12-30T23:30:00+00:00', true],
  ['ZH', new ExactNumber('0.2'), '2024-12-31T00:30:00+01:00', false],
  ['BE', -5, '2021-01-01T12:00:00+00:00', true],
  ['BE', 'NaN', '2020-02-29T07:00:00+00:00', null],
  [null, null, null, null],
  ['', 150, '1969-12-31T00:00:00+00:00', true],
];

function grouped(summary: Summary, sort?: readonly SortKey[]): readonly string[] {
  const groups = new RecordGroups(summary, FIELDS);
  groups.take(FIELDS, ROWS.slice(0, 2));
  // Pages may have their fields in another order.
  groups.take(
    FIELDS.toReversed(),
    ROWS.slice(2).map((row) => row.toReversed()),
  );
  return groups.result(sort).rows.map((row) => stringifyExact(row));
}

const count = { calculate: 'count' } as const;

describe('Groups of records that were read', () => {
  const cases: readonly (readonly [
    what: string,
    summary: Summary,
    rows: readonly string[],
    sort?: readonly SortKey[],
  ])[] = [
    ['all records in one row', { groups: [], measures: [count, { calculate: 'share' }] }, ['[6,100.00]']],
    [
      'the largest groups first, ties by their values, and NULL last',
      { groups: [{ field: 'city' }], measures: [count, { calculate: 'share' }] },
      ['["BE",2,33.33]', '["ZH",2,33.33]', '["",1,16.67]', '[null,1,16.67]'],
    ],
    [
      'exact numbers without NaN',
      {
        groups: [{ field: 'city' }],
        measures: (['sum', 'mean', 'median', 'min', 'max', 'distinct'] as const).map((calculate) => ({
          calculate,
          field: 'amount',
        })),
      },
      [
        '["ZH",9007199254740993.3,4503599627370497,4503599627370496.65,0.2,9007199254740993.1,2]',
        '["",150,150,150,150,150,1]',
        '["BE",-5,-5,-5,-5,-5,2]',
        '[null,null,null,null,null,null,0]',
      ],
    ],
    [
      'ends of texts and truths',
      {
        groups: [],
        measures: [
          { calculate: 'min', field: 'city' },
          { calculate: 'max', field: 'city' },
          { calculate: 'min', field: 'ok' },
          { calculate: 'max', field: 'ok' },
        ],
      },
      ['["","ZH",false,true]'],
    ],
    [
      'bins of numbers below and above 0',
      { groups: [{ field: 'amount', width: '100' }], measures: [count] },
      ['[-100,1]', '[0,1]', '[100,1]', '[9007199254740900,1]', '["NaN",1]', '[null,1]'],
      [{ field: 'amount:100', descending: false }],
    ],
    ...(
      [
        ['year', ['[1969,1]', '[2020,1]', '[2021,1]', '[2024,2]', '[null,1]']],
        ['quarter', ['["1969-Q4",1]', '["2020-Q1",1]', '["2021-Q1",1]', '["2024-Q4",2]', '[null,1]']],
        ['month', ['["1969-12",1]', '["2020-02",1]', '["2021-01",1]', '["2024-12",2]', '[null,1]']],
        ['week', ['["1970-W01",1]', '["2020-W09",1]', '["2020-W53",1]', '["2025-W01",2]', '[null,1]']],
        ['day', ['["1969-12-31",1]', '["2020-02-29",1]', '["2021-01-01",1]', '["2024-12-30",2]', '[null,1]']],
        ['weekday', ['[1,2]', '[3,1]', '[5,1]', '[6,1]', '[null,1]']],
        ['hour', ['[0,1]', '[7,1]', '[12,1]', '[23,2]', '[null,1]']],
      ] as const
    ).map(
      ([unit, rows]) =>
        [
          `instants by ${unit} in UTC`,
          { groups: [{ field: 'at', unit }], measures: [count] },
          rows,
          [{ field: `at:${unit}`, descending: false }],
        ] as const,
    ),
    [
      'all other groups in one row, whose values are calculated together',
      {
        groups: [{ field: 'city' }],
        measures: [count, { calculate: 'median', field: 'amount' }, { calculate: 'distinct', field: 'ok' }],
        top: 1,
      },
      ['["BE",2,-5,1]', '["(others)",4,150,2]'],
    ],
    [
      'an order of a measure, in which NULL is the highest value',
      { groups: [{ field: 'city' }], measures: [{ calculate: 'max', field: 'amount' }] },
      ['[null,null]', '["ZH",9007199254740993.1]', '["",150]', '["BE",-5]'],
      [{ field: 'max:amount', descending: true }],
    ],
  ];
  for (const [what, summary, rows, sort] of cases)
    it(`are ${what}`, () => assert.deepEqual(grouped(summary, sort), rows));

  it('end with an error where they would need too much memory', () => {
    const fields = [{ id: 'amount', type: 'int4' }];
    const groups = new RecordGroups({ groups: [{ field: 'amount' }], measures: [count] }, fields);
    assert.throws(() => {
      for (let at = 0; at < 300; at += 1)
        groups.take(
          fields,
          Array.from({ length: 1000 }, (_, row) => [at * 1000 + row]),
        );
    }, NotCountable);
  });

  it('are one row even without records', () => {
    const groups = new RecordGroups({ groups: [], measures: [count, { calculate: 'sum', field: 'amount' }] }, FIELDS);
    assert.deepEqual(groups.result(), { rows: [[0, null]], others: 0 });
  });
});
