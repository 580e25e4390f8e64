import assert from 'node:assert/strict';
import fc from 'fast-check';
import { conditionsOfRows, rowsOf } from '../../../../src/datastore/query/conditionRows.ts';
import { conditionsOf, filtersJson } from '../../../../src/datastore/query/conditions.ts';
import type { FilterRowDraft, FilterValueDraft } from '../../../../src/datastore/query/draft.ts';
import type { FilterOperator } from '../../../../src/datastore/query/operators.ts';

const types = new Map([
  ['stage', 'text'],
  ['year', 'int4'],
  ['price', 'numeric'],
  ['open', 'bool'],
]);

function row(field: string, ...texts: string[]): FilterRowDraft {
  return { field, values: texts.map((text) => ({ type: 'auto', text })), list: false };
}

function typed(field: string, type: FilterValueDraft['type'], text: string): FilterRowDraft {
  return { field, values: [{ type, text }], list: false };
}

/** A row whose values follow the type of the field. */
function compared(field: string, operator: FilterOperator, ...texts: string[]): FilterRowDraft {
  return { ...row(field, ...texts), operator };
}

function writtenJson(rows: readonly FilterRowDraft[]): string {
  const conditions = conditionsOfRows(rows, types);
  assert.ok(!('problem' in conditions));
  return filtersJson(conditions);
}

describe('filters builder', () => {
  const written: [what: string, rows: FilterRowDraft[], json: string][] = [
    ['one value of a text field', [row('stage', 'a')], '{"stage":"a"}'],
    ['several values: any of them', [row('stage', 'a', 'b')], '{"stage":["a","b"]}'],
    ['several fields: all of them', [row('stage', 'a'), row('open', 'true')], '{"stage":"a","open":true}'],
    ['digits of a text field as text', [row('stage', '5')], '{"stage":"5"}'],
    [
      'digits of a number field as they were typed',
      [row('price', '1.50', ' 9007199254740993 ')],
      '{"price":[1.50,9007199254740993]}',
    ],
    ['a field of unknown type as text', [row('other', '5')], '{"other":"5"}'],
    ['a type chosen by hand', [typed('year', 'text', '5'), typed('stage', 'number', '5')], '{"year":"5","stage":5}'],
    ['null', [typed('stage', 'null', '')], '{"stage":null}'],
    ['empty text, which is a value', [row('stage', '')], '{"stage":""}'],
    [
      'a list of one, and of none',
      [
        { ...row('stage', 'a'), list: true },
        { field: 'year', values: [], list: true },
      ],
      '{"stage":["a"],"year":[]}',
    ],
    ['no rows that nothing was entered in', [row('', ''), row('', ' '), row('stage')], '{}'],
    ['what is not equal', [compared('year', 'not', '5', '6')], '{"year":{"not":[5,6]}}'],
    ['a text that is contained', [compared('stage', 'contains', ' art')], '{"stage":{"contains":" art"}}'],
    [
      'a text that is not contained, beside one that begins the value',
      [compared('stage', 'notContains', 'b'), compared('stage', 'startsWith', 'a')],
      '{"stage":{"startsWith":"a","notContains":"b"}}',
    ],
    [
      'exclusions of a field, of which each can stand beside the others',
      [compared('stage', 'not', 'x'), compared('stage', 'notContains', 'b'), compared('stage', 'contains', 'a')],
      '{"stage":{"contains":"a","not":"x","notContains":"b"}}',
    ],
    [
      'bounds that the range does not have itself',
      [compared('year', 'greaterThan', '5'), compared('day', 'lessThan', '2026-02-01')],
      '{"year":{"gt":5},"day":{"lt":"2026-02-01"}}',
    ],
    ['both ends of a range', [compared('year', 'between', '5', ' 7 ')], '{"year":{"gte":5,"lte":7}}'],
    [
      'a range of one number, spelled in two ways',
      [compared('year', 'between', '5.0', '5')],
      '{"year":{"gte":5.0,"lte":5}}',
    ],
    [
      'a day and a time of it, which servers compare in their own way',
      [compared('starts', 'between', '2026-05-01T10:00', '2026-05-01')],
      '{"starts":{"gte":"2026-05-01T10:00","lte":"2026-05-01"}}',
    ],
    [
      'times with offsets, whose texts are in no order',
      [compared('starts', 'between', '2026-05-02T00:00+14:00', '2026-05-01T23:00-10:00')],
      '{"starts":{"gte":"2026-05-02T00:00+14:00","lte":"2026-05-01T23:00-10:00"}}',
    ],
    ['one end of a range', [compared('year', 'between', '', '7')], '{"year":{"lte":7}}'],
    [
      'the least and the greatest',
      [compared('year', 'atLeast', '5'), compared('day', 'atMost', '2026-02-01')],
      '{"year":{"gte":5},"day":{"lte":"2026-02-01"}}',
    ],
    [
      'what is empty, and what is not',
      [compared('stage', 'empty'), compared('year', 'notEmpty')],
      '{"stage":{"empty":true},"year":{"empty":false}}',
    ],
    [
      'what is left out, behind the range of its field',
      [compared('year', 'not', '6'), row('stage', 'a'), compared('year', 'atLeast', '5')],
      '{"year":{"gte":5,"not":6},"stage":"a"}',
    ],
    [
      'no ranges without an end, and no empty text that would be contained',
      [compared('year', 'between', '', ' '), compared('stage', 'contains', ''), compared('', 'empty')],
      '{}',
    ],
    ['names that need quoting', [row('a"b', 'x'), row('__proto__', 'y')], '{"a\\"b":"x","__proto__":"y"}'],
  ];
  for (const [what, rows, json] of written) {
    it(`writes ${what}`, () => {
      assert.equal(writtenJson(rows), json);
    });
  }

  type Refused = [what: string, rows: FilterRowDraft[], problem: object];
  const refused: Refused[] = [
    [
      'a value without a field',
      [row('stage', 'a'), row('', 'x')],
      { row: 1, part: 'field', problem: 'noField', text: 'x' },
    ],
    [
      'a field in two rows',
      [row('stage', 'a'), row('stage', 'b')],
      { row: 1, part: 'field', problem: 'fieldTwice', text: 'stage' },
    ],
    [
      'two ranges of a field',
      [compared('year', 'atLeast', '1'), compared('year', 'atMost', '2')],
      { row: 1, part: 'field', problem: 'fieldTwice', text: 'year' },
    ],
    [
      'a word for the end of a range',
      [compared('year', 'between', '5', 'ten ')],
      { row: 0, part: 'value', problem: 'notNumber', text: 'ten' },
    ],
    ...(
      [
        ['numbers', 'year', '10', '5'],
        ['long numbers', 'year', '9007199254740993.5', '9007199254740993.25'],
        ['negative numbers', 'year', '-1', '-1e1'],
        ['dates', 'starts', '2026-05-02', '2026-05-01'],
        ['times', 'starts', '2026-05-01T10:00', '2026-05-01 09:59:59'],
      ] as const
    ).map(([what, field, from, to]): Refused => [
      `a range of ${what} whose ends are reversed`,
      [compared(field, 'between', from, to)],
      { row: 0, part: 'value', problem: 'reversed', text: from },
    ]),
    ['a word for a number', [row('year', '5', 'ten')], { row: 0, part: 'value', problem: 'notNumber', text: 'ten' }],
    ['an empty number', [row('year', '')], { row: 0, part: 'value', problem: 'notNumber', text: '' }],
    ['a boolean by another name', [row('open', 'yes')], { row: 0, part: 'value', problem: 'notBoolean', text: 'yes' }],
  ];
  for (const [what, rows, problem] of refused) {
    it(`refuses ${what}`, () => {
      assert.deepEqual(conditionsOfRows(rows, types), problem);
    });
  }
  for (const text of ['+5', '.5', '5.', '007', '1,5', '0x10', 'NaN', '1e', '１']) {
    it(`refuses ${text} as a number`, () => {
      assert.deepEqual(conditionsOfRows([row('year', text)], types), {
        row: 0,
        part: 'value',
        problem: 'notNumber',
        text,
      });
    });
  }

  it('shows raw JSON as rows', () => {
    assert.deepEqual(rowsOf(conditionsOf('{"a": ["x", 1.50], "b": null, "c": [true]}')), [
      {
        field: 'a',
        values: [
          { type: 'text', text: 'x' },
          { type: 'number', text: '1.50' },
        ],
        list: true,
      },
      { field: 'b', values: [{ type: 'null', text: '' }], list: false },
      { field: 'c', values: [{ type: 'boolean', text: 'true' }], list: true },
    ]);
  });

  it('shows every condition of the grid as a row', () => {
    const json =
      '{"a":{"gte":1,"lte":2,"not":1.5},"b":{"gte":1},"c":{"lte":"2026"},"d":{"contains":"x"},"e":{"empty":false},"f":{"startsWith":"y","notContains":"z"},"g":{"gt":1},"h":{"lt":"2026"}}';
    const shown = rowsOf(conditionsOf(json));
    assert.deepEqual(
      shown?.map(({ field, operator, values }) => [field, operator, ...values.map(({ text }) => text)]),
      [
        ['a', 'between', '1', '2'],
        ['a', 'not', '1.5'],
        ['b', 'atLeast', '1'],
        ['c', 'atMost', '2026'],
        ['d', 'contains', 'x'],
        ['e', 'notEmpty'],
        ['f', 'startsWith', 'y'],
        ['f', 'notContains', 'z'],
        ['g', 'greaterThan', '1'],
        ['h', 'lessThan', '2026'],
      ],
    );
    assert.equal(writtenJson(shown), json);
  });

  for (const json of [
    '',
    '{',
    '[]',
    '"a"',
    '5',
    '1.50',
    'null',
    '{"a":{"gt":5,"lte":7}}',
    '{"a":{"gte":true}}',
    '{"a":{"gte":5},"b":{"eq":5}}',
    '{"a":{"contains":"x","startsWith":"y"}}',
    '{"a":{"contains":5}}',
    '{"a":{"empty":true,"not":1}}',
    '{"$or":[{"a":1}]}',
    '{"a":[["x"]]}',
    '{"a":1,"a":2}',
    '{"":"x"}',
  ]) {
    it(`can't show ${json === '' ? 'nothing' : json} as rows`, () => {
      assert.equal(rowsOf(conditionsOf(json)), undefined);
    });
  }

  it('brings every filter that rows can show to JSON and back', () => {
    const value = fc.oneof(
      fc.string().map((text) => JSON.stringify(text)),
      fc.constantFrom('5', '1.50', '-0', '1e400', '9007199254740993', 'true', 'false', 'null'),
    );
    const end = fc.constantFrom('5', '1.50', '-1e400', '"2026-02-01"', '"x"');
    const member = fc.tuple(
      fc.string({ minLength: 1 }),
      fc.oneof(
        value,
        fc.array(value).map((values) => `[${values.join(',')}]`),
        fc.array(value).map((values) => `{"not":[${values.join(',')}]}`),
        fc.tuple(end, end).map(([least, greatest]) => `{"gte":${least},"lte":${greatest}}`),
        fc.tuple(fc.constantFrom('gte', 'lte', 'gt', 'lt'), end).map(([name, only]) => `{"${name}":${only}}`),
        fc
          .tuple(fc.constantFrom('contains', 'notContains', 'startsWith'), end)
          .map(([name, text]) => `{"${name}":${JSON.stringify(text)}}`),
        fc.boolean().map((isEmpty) => `{"empty":${String(isEmpty)}}`),
      ),
    );
    fc.assert(
      fc.property(fc.uniqueArray(member, { selector: ([name]) => name }), (members) => {
        const json = `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
        const rows = rowsOf(conditionsOf(json));
        assert.ok(rows);
        const conditions = conditionsOfRows(rows, types);
        fc.pre(!('problem' in conditions && conditions.problem === 'reversed'));
        assert.equal(writtenJson(rows), json);
        assert.deepEqual(rowsOf(conditionsOf(writtenJson(rows))), rows);
      }),
    );
  });
});
