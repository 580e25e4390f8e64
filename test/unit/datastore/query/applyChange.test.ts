import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseExact } from '../../../../src/base/exactJson.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { applyChange, QueryChangeError, shownConditions } from '../../../../src/datastore/query/applyChange.ts';
import { ExactNumber, type ExactValue, member } from '../../../../src/base/cells.ts';
import { type FieldCondition, typeOfField } from '../../../../src/datastore/query/condition.ts';
import type { QueryChange } from '../../../../src/datastore/query/queryChange.ts';
import type { Summary } from '../../../../src/datastore/query/summary.ts';
import { between, equalTo } from '../../../support/samples/conditions.ts';
import { anyQuery } from './queryArbitrary.ts';
import { conditionsOf, filtersJson } from '../../../../src/datastore/query/conditions.ts';

const fields = [
  { id: '_id', type: 'int' },
  { id: 'subject', type: 'text' },
  { id: 'stage', type: 'int4' },
  { id: 'price', type: 'numeric' },
  { id: 'open', type: 'bool' },
  { id: 'starts', type: 'timestamp' },
  { id: 'tags', type: '_text' },
  { id: '$cost', type: 'numeric' },
  { id: '__proto__', type: 'text' },
  { id: '', type: 'text' },
];
const old = { fields, hasRanges: false };
const modern = { fields, hasRanges: true };
const embedded = { ...modern, answersSql: true };

const typeOf = (field: string) => typeOfField(fields.find(({ id }) => id === field)?.type);
const values = (field: string, ...texts: string[]): QueryChange => ({
  kind: 'filter',
  filter: equalTo(field, typeOf(field), ...texts),
});
const range = (field: string, least?: string, greatest?: string): QueryChange => ({
  kind: 'filter',
  filter: between(field, typeOf(field), least, greatest),
});
const byRecord = (field: string, add = false): QueryChange => ({ kind: 'filterByRecord', row: 0, field, add });

function filtersAfter(filters: string | undefined, change: QueryChange, facts = modern, value?: ExactValue) {
  const query = { resourceId: 'r', ...(filters !== undefined && { filters: conditionsOf(filters) }) };
  const after = applyChange(query, change, { ...facts, ...(value !== undefined && { value }) });
  return after.filters && filtersJson(after.filters);
}

describe('a change of the question', () => {
  describe('of a summary', () => {
    const summary: Summary = {
      groups: [{ field: 'subject' }, { field: 'starts', unit: 'year' }],
      measures: [{ calculate: 'count' }, { calculate: 'sum', field: 'price' }],
    };
    const records: DatastoreQuery = { resourceId: 'r', q: 'oak', filters: conditionsOf('{"stage":1}') };
    const ordered = { ...records, sort: [{ field: 'price', descending: true }], fields: ['price'], limit: 5 };
    const grouped = { ...records, summary };

    it('asks for groups of the matching records, in their own order and columns', () => {
      assert.deepEqual(applyChange({ ...ordered, distinct: true }, { kind: 'summarize', summary }, modern), grouped);
    });

    it('with no summary asks for the matching records', () => {
      const sorted = { ...grouped, sort: [{ field: 'count', descending: true }], limit: 3 };
      assert.deepEqual(applyChange(sorted, { kind: 'summarize' }, modern), records);
      assert.deepEqual(applyChange(sorted, { kind: 'clear' }, modern), { resourceId: 'r' });
    });

    it('is sorted by its columns', () => {
      const keys = [{ field: 'sum:price', descending: true }];
      const after = applyChange(grouped, { kind: 'sort', keys }, modern);
      assert.deepEqual(after, { ...grouped, sort: [{ ...keys[0], nullsLast: true }] });
    });

    it('has its records filtered by the value of a group, and by nothing else', () => {
      const after = applyChange(grouped, byRecord('subject'), { ...embedded, value: 'math' });
      assert.deepEqual(after, { ...grouped, filters: conditionsOf('{"stage":1,"subject":"math"}') });
      const refused = ({ problem }: QueryChangeError) => problem === 'noValue';
      for (const field of ['starts:year', 'count', 'sum:price', 'price'])
        for (const kind of ['filterByRecord', 'excludeRecord'] as const)
          assert.throws(
            () => applyChange(grouped, { kind, row: 0, field, add: false }, { ...embedded, value: 1 }),
            refused,
          );
    });
  });

  describe('of filters', () => {
    const table: [what: string, before: string | undefined, change: QueryChange, after: string | undefined][] = [
      ['one value', undefined, values('subject', 'math'), '{"subject":"math"}'],
      ['one of several', undefined, values('subject', 'math', 'art'), '{"subject":["math","art"]}'],
      ['a number as typed', undefined, values('price', '1.50'), '{"price":1.50}'],
      ['digits in a text field', undefined, values('subject', '5'), '{"subject":"5"}'],
      ['a boolean', undefined, values('open', 'true'), '{"open":true}'],
      ['another field, and the first as it stood', '{ "a" : 1.50 }', values('stage', '2'), '{"a":1.50,"stage":2}'],
      ['the same field, in its place', '{"stage":1,"a":2}', values('stage', '3'), '{"stage":3,"a":2}'],
      ['a list stays one', '{"stage":[1,2]}', values('stage', '1'), '{"stage":[1]}'],
      ['no value is no condition', '{"stage":1,"a":2}', values('stage'), '{"a":2}'],
      ['the last condition goes', '{"stage":1}', { kind: 'unfilter', field: 'stage' }, undefined],
      ['all go', '{"stage":1,"$or":[{}]}', { kind: 'clearFilters' }, undefined],
      ['a range of numbers', undefined, range('price', '1.50', '1e3'), '{"price":{"gte":1.50,"lte":1e3}}'],
      ['a range of dates', undefined, range('starts', '2026-01'), '{"starts":{"gte":"2026-01"}}'],
      ['a range without ends', '{"price":1}', range('price'), undefined],
      ['a name with $', undefined, values('$cost', '1'), '{"$$cost":1}'],
      ['that name again', '{"$$cost":1,"$or":[]}', values('$cost', '2'), '{"$$cost":2,"$or":[]}'],
      ['any of, beside a condition', '[{"a":1},{"b":2}]', values('stage', '1'), '{"$or":[{"a":1},{"b":2}],"stage":1}'],
      [
        'what cannot be shown stays',
        '{"$or":[{"a":1}],"a":{"gt":1.0}}',
        values('stage', '1'),
        '{"$or":[{"a":1}],"a":{"gt":1.0},"stage":1}',
      ],
      ['a name that comes twice', '{"stage":1,"a":2,"stage":3}', values('stage', '4'), '{"stage":4,"a":2}'],
      ['an empty name', undefined, values('', 'x'), '{"":"x"}'],
      [
        'signs inside texts',
        '{"a":"}],{\\"b\\":1","c":"\\\\"}',
        values('stage', '1'),
        '{"a":"}],{\\"b\\":1","c":"\\\\","stage":1}',
      ],
    ];
    for (const [what, before, change, after] of table)
      it(what, () => assert.equal(filtersAfter(before, change), after));

    it('writes a name with $ as it is for servers without ranges', () => {
      assert.equal(filtersAfter(undefined, values('$cost', '1'), old), '{"$cost":1}');
    });

    it('keeps a field named __proto__', () => {
      const filters = filtersAfter('{"__proto__":"a"}', values('stage', '1'));
      assert.equal(filters, '{"__proto__":"a","stage":1}');
      assert.equal(filtersAfter(filters, { kind: 'unfilter', field: '__proto__' }), '{"stage":1}');
    });
  });

  describe('by the value of a record', () => {
    const table: [
      what: string,
      value: ExactValue,
      field: string,
      before: string | undefined,
      add: boolean,
      after: string,
    ][] = [
      ['a text', 'a "b"', 'subject', undefined, false, '{"subject":"a \\"b\\""}'],
      ['an empty text', '', 'subject', undefined, false, '{"subject":""}'],
      [
        'every digit',
        new ExactNumber('9007199254740993.10'),
        'price',
        undefined,
        false,
        '{"price":9007199254740993.10}',
      ],
      ['a number', 2, 'stage', '{"stage":[1,3]}', false, '{"stage":2}'],
      ['a boolean', false, 'open', undefined, false, '{"open":false}'],
      ['added to a value', 2, 'stage', '{"stage":1}', true, '{"stage":[1,2]}'],
      ['added to a list', 2, 'stage', '{"stage":[1,3]}', true, '{"stage":[1,3,2]}'],
      ['added where there is nothing', 2, 'stage', '{"a":1}', true, '{"a":1,"stage":2}'],
      ['added beside a range', 2, 'stage', '{"stage":{"gt":5}}', true, '{"stage":[{"gt":5},2]}'],
      ['not twice', 2, 'stage', '{"stage":[1,2]}', true, '{"stage":[1,2]}'],
      ['not twice in other digits', new ExactNumber('2.0'), 'price', '{"price":[1,2]}', true, '{"price":[1,2]}'],
      ['NaN, as servers write it', 'NaN', 'price', undefined, false, '{"price":"NaN"}'],
    ];
    for (const [what, value, field, before, add, after] of table)
      it(what, () => assert.equal(filtersAfter(before, byRecord(field, add), modern, value), after));
  });

  describe('that SQL answers', () => {
    const filter = (filter: FieldCondition): QueryChange => ({ kind: 'filter', filter });
    const exclude = (field: string): QueryChange => ({ kind: 'excludeRecord', row: 0, field });
    const contains = filter({ kind: 'contains', field: 'subject', text: 'a' });
    const table: [what: string, before: string | undefined, change: QueryChange, value: ExactValue, after: string][] = [
      ['by a record without a value', undefined, byRecord('stage'), null, '{"stage":null}'],
      ['not the value of a record', undefined, exclude('stage'), 2, '{"stage":{"not":[2]}}'],
      ['nor another one', '{"stage":{"not":[2]},"a":1}', exclude('stage'), 3, '{"stage":{"not":[2,3]},"a":1}'],
      ['not one of those that may be', '{"stage":[1,2,3]}', exclude('stage'), 2, '{"stage":[1,3]}'],
      ['not the only one that may be', '{"stage":1}', exclude('stage'), 1, '{"stage":{"not":[1]}}'],
      ['not without a value', undefined, exclude('stage'), null, '{"stage":{"not":[null]}}'],
      ['not one of a range', '{"stage":{"gte":1},"a":1}', exclude('stage'), 2, '{"stage":{"gte":1,"not":[2]},"a":1}'],
      [
        'a range, and its exception stays',
        '{"stage":{"not":[2]}}',
        range('stage', '1'),
        0,
        '{"stage":{"gte":1,"not":[2]}}',
      ],
      [
        'a text, with its exception',
        '{"subject":{"contains":"b","not":["x"]}}',
        contains,
        0,
        '{"subject":{"contains":"a","not":["x"]}}',
      ],
      ['values in their place', '{"stage":{"gte":1,"not":[2]}}', values('stage', '4'), 0, '{"stage":4}'],
      [
        'without the exception',
        '{"stage":{"gte":1,"not":[2]}}',
        { kind: 'unfilter', field: 'stage', only: 'not' },
        0,
        '{"stage":{"gte":1}}',
      ],
      [
        'empty ones',
        '{"subject":"a"}',
        filter({ kind: 'empty', field: 'subject', isEmpty: true }),
        0,
        '{"subject":{"empty":true}}',
      ],
      [
        'a search beside a text',
        '{"subject":{"contains":"a"}}',
        { kind: 'search', q: 'x' },
        0,
        '{"subject":{"contains":"a"}}',
      ],
    ];
    for (const [what, before, change, value, after] of table)
      it(what, () => assert.equal(filtersAfter(before, change, embedded, value), after));
  });

  describe('that cannot be said', () => {
    const contained: FieldCondition = { kind: 'contains', field: 'subject', text: 'a' };
    const table: [what: string, run: () => unknown, problem: string][] = [
      ['no value', () => filtersAfter(undefined, byRecord('stage'), modern, null), 'null'],
      ['a list', () => filtersAfter(undefined, byRecord('tags'), modern, ['a']), 'json'],
      ['a typed list', () => filtersAfter(undefined, values('tags', 'a')), 'json'],
      ['a range where there are none', () => filtersAfter(undefined, range('price', '1'), old), 'range'],
      ['beside a text that is no JSON', () => filtersAfter('{"a"', values('stage', '1')), 'jsonText'],
      ['beside a list on an old server', () => filtersAfter('[{"a":1}]', values('stage', '1'), old), 'jsonText'],
      ['a field that is not there', () => filtersAfter(undefined, values('gone', '1')), 'noField'],
      [
        'not a value',
        () => filtersAfter(undefined, { kind: 'excludeRecord', row: 0, field: 'stage' }, modern, 1),
        'sql',
      ],
      [
        'empty ones',
        () => filtersAfter(undefined, { kind: 'filter', filter: { kind: 'empty', field: 'stage', isEmpty: true } }),
        'sql',
      ],
      [
        'a search of all fields beside one of a field',
        () => filtersAfter('{"subject":{"contains":"a"}}', { kind: 'search', q: 'x' }),
        'twoSearches',
      ],
      [
        'a search of a field beside one of all',
        () => applyChange({ resourceId: 'r', q: 'x' }, { kind: 'filter', filter: contained }, modern),
        'twoSearches',
      ],
    ];
    for (const [what, run, problem] of table)
      it(what, () => {
        assert.throws(run, (error) => error instanceof QueryChangeError && error.problem === problem);
      });
  });

  describe('of order and search', () => {
    const query: DatastoreQuery = { resourceId: 'r', q: 'x', filters: conditionsOf('{"a":1}'), limit: 5 };
    const table: [what: string, change: QueryChange, facts: typeof old, after: DatastoreQuery][] = [
      ['ascending', sortBy(['price', false]), modern, { ...query, sort: [{ field: 'price', descending: false }] }],
      [
        'descending, without values last',
        sortBy(['price', true]),
        modern,
        { ...query, sort: [{ field: 'price', descending: true, nullsLast: true }] },
      ],
      [
        'descending on old servers',
        sortBy(['price', true]),
        old,
        { ...query, sort: [{ field: 'price', descending: true }] },
      ],
      [
        'by _id, which every record has',
        sortBy(['_id', true]),
        modern,
        { ...query, sort: [{ field: '_id', descending: true }] },
      ],
      [
        'a field once',
        sortBy(['a', false], ['b', false], ['a', true]),
        old,
        {
          ...query,
          sort: [
            { field: 'a', descending: false },
            { field: 'b', descending: false },
          ],
        },
      ],
      ['none', sortBy(), old, query],
      ['another search', { kind: 'search', q: ' y ' }, old, { ...query, q: ' y ' }],
      ['no search', { kind: 'search', q: ' ' }, old, { resourceId: 'r', filters: conditionsOf('{"a":1}'), limit: 5 }],
      ['nothing at all', { kind: 'clear' }, old, { resourceId: 'r', limit: 5 }],
    ];
    for (const [what, change, facts, after] of table)
      it(what, () => assert.deepEqual(applyChange(query, change, facts), after));
  });

  it('changes one member and nothing else, whatever the question', () => {
    fc.assert(
      fc.property(anyQuery, fc.nat(), (query, number) => {
        const after = applyChange(query, values('stage', String(number)), old);
        const filters = parseExact(filtersJson(after.filters ?? []));
        assert.equal(member(filters, 'stage'), number);
        assert.deepEqual({ ...after, filters: undefined }, { ...query, filters: undefined });
        const before = parseExact(filtersJson(query.filters ?? [])) as Record<string, ExactValue>;
        for (const name of Object.keys(before).filter((each) => each !== 'stage'))
          assert.deepEqual(member(filters, name), before[name]);
        const back = applyChange(after, { kind: 'unfilter', field: 'stage' }, old).filters ?? [];
        assert.equal(member(parseExact(filtersJson(back)), 'stage'), undefined);
      }),
    );
  });
});

describe('conditions as chips show them', () => {
  const table: [filters: string, hasRanges: boolean, shown: FieldCondition[] | undefined][] = [
    ['{}', true, []],
    ['{"a":1.50}', false, [equalTo('a', 'number', '1.50')]],
    [
      '{"a":["x",null,true]}',
      false,
      [
        {
          kind: 'values',
          field: 'a',
          values: [
            { type: 'text', text: 'x' },
            { type: 'null', text: '' },
            { type: 'boolean', text: 'true' },
          ],
          list: true,
        },
      ],
    ],
    [
      '{"a":{"gte":1.0,"lte":"z"}}',
      true,
      [
        {
          kind: 'range',
          field: 'a',
          bounds: [
            { comparison: 'gte', value: { type: 'number', text: '1.0' } },
            { comparison: 'lte', value: { type: 'text', text: 'z' } },
          ],
        },
      ],
    ],
    ['{"a":{"lte":2}}', true, [between('a', 'number', undefined, '2')]],
    ['{"$$a":1}', true, [equalTo('$a', 'number', '1')]],
    ['{"$a":1}', false, [equalTo('$a', 'number', '1')]],
    ['{"a":{"gte":1}}', false, [between('a', 'number', '1')]],
    ['{"a":{"gt":1,"lte":2}}', true, undefined],
    ['{"a":{"gte":1,"lt":2}}', true, undefined],
    ['{"a":{"gte":true}}', true, undefined],
    ['{"a":{}}', true, undefined],
    ['{"a":[{"gte":1}]}', true, undefined],
    ['{"$or":[{"a":1}]}', true, undefined],
    ['[{"a":1}]', true, undefined],
    ['{"a":1,"a":2}', true, undefined],
    ['no JSON', true, undefined],
  ];
  for (const [filters, hasRanges, shown] of table)
    it(`${filters}${hasRanges ? ', with ranges' : ''}`, () =>
      assert.deepEqual(shownConditions(conditionsOf(filters), hasRanges), shown));
});

function sortBy(...keys: [field: string, descending: boolean][]): QueryChange {
  return { kind: 'sort', keys: keys.map(([field, descending]) => ({ field, descending })) };
}
