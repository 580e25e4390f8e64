import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as v from 'valibot';
import {
  chartFields,
  chartGroup,
  chartSummary,
  type ValueFacts,
  withUsualTop,
} from '../../../../src/datastore/query/chartQuestion.ts';
import { Summary, type SummaryGroup } from '../../../../src/datastore/query/summary.ts';

const FIELDS = [
  { id: '_id', type: 'int' },
  { id: 'damage', type: 'numeric' },
  { id: 'canton', type: 'text' },
  { id: 'tags', type: 'json' },
  { id: 'open', type: 'bool' },
  { id: 'reported', type: 'date' },
];

describe('The groups of a chart of records', () => {
  it('are looked for in dates, then texts, then numbers, and never in row numbers or lists', () => {
    assert.deepEqual(
      chartFields(FIELDS).map(({ id }) => id),
      ['reported', 'canton', 'open', 'damage'],
    );
  });

  const cases: readonly (readonly [type: string, facts: ValueFacts, group: Omit<SummaryGroup, 'field'> | undefined])[] =
    [
      ['date', { distinct: 40, min: '2021-03-01', max: '2021-04-20' }, { unit: 'day' }],
      ['date', { distinct: 900, min: '2021-03-01', max: '2024-12-31' }, { unit: 'month' }],
      ['timestamp', { distinct: 900, min: '2011-03-01T00:00:00', max: '2024-12-31T10:00:00' }, { unit: 'quarter' }],
      ['date', { distinct: 900, min: '0044-03-15 BC', max: '2024-12-31' }, { unit: 'year' }],
      ['date', { distinct: 900, min: '1724-01-01', max: '2024-12-31' }, { unit: 'year' }],
      ['timestamptz', { distinct: 900, min: '2024-12-31T08:00:00Z', max: '2024-12-31T10:00:00Z' }, { unit: 'hour' }],
      ['date', { distinct: 1, min: '2024-12-31', max: '2024-12-31' }, undefined],
      ['date', {}, { unit: 'year' }],
      ['time', { distinct: 9, min: '08:00', max: '10:00' }, undefined],
      ['text', { distinct: 26 }, {}],
      ['text', { distinct: 26, records: 26 }, undefined],
      ['text', { distinct: 0 }, undefined],
      ['text', { distinct: 51 }, undefined],
      ['text', {}, undefined],
      ['bool', { distinct: 2 }, {}],
      ['int4', { distinct: 5, min: '1', max: '5' }, { width: '1' }],
      ['numeric', { distinct: 5, min: '0', max: '1' }, { width: '0.05' }],
      ['numeric', { distinct: 500, min: '-3.5', max: '1204117.50' }, { width: '50000' }],
      ['int8', { distinct: 9, min: '0', max: '1000000000000000' }, { width: '50000000000000' }],
      ['float8', { distinct: 9, min: '0', max: '1e300' }, undefined],
      ['numeric', { distinct: 9 }, undefined],
      ['json', { distinct: 9 }, undefined],
    ];
  for (const [type, facts, group] of cases)
    it(`of ${type} ${JSON.stringify(facts)} are ${JSON.stringify(group)}`, () => {
      assert.deepEqual(chartGroup({ id: 'x', type }, facts), group && { field: 'x', ...group });
    });

  it('of numbers are at most some 30, whatever the numbers are', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), fc.boolean(), (one, other, isWhole) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)];
        const group = chartGroup(
          { id: 'x', type: isWhole ? 'int8' : 'float8' },
          { min: String(min), max: String(max) },
        );
        if (group === undefined) return;
        assert.ok(v.is(Summary.entries.groups, [group]), JSON.stringify(group));
        assert.ok((max - min) / Number(group.width) <= 30.001, `${min} ${max} ${group.width}`);
      }),
    );
  });

  it('of one text are the largest, and of several all', () => {
    assert.deepEqual(chartSummary({ field: 'canton' }), {
      ...{ groups: [{ field: 'canton' }], measures: [{ calculate: 'count' }], top: 20 },
    });
    assert.equal(chartSummary({ field: 'reported', unit: 'year' }).top, undefined);
    const kept: Summary = { groups: [{ field: 'canton' }], measures: [{ calculate: 'count' }], top: 6 };
    assert.equal(withUsualTop(kept).top, 6);
    assert.equal(withUsualTop({ ...kept, groups: [...kept.groups, { field: 'open' }] }).top, undefined);
  });
});
