import assert from 'node:assert/strict';
import type { Summary } from '../../../../src/datastore/query/summary.ts';
import {
  isZoned,
  newSummaryDraft,
  readSummary,
  type SummaryDraft,
  summaryDraft,
  withGroup,
} from '../../../../src/datastore/query/summaryDraft.ts';
import { unitsOf } from '../../../../src/datastore/query/summaryCheck.ts';

const FIELDS = [
  { id: 'canton', type: 'text' },
  { id: 'damage', type: 'numeric' },
  { id: 'reported', type: 'timestamptz' },
  { id: 'born', type: 'date' },
  { id: 'at', type: 'time' },
  { id: 'tags', type: '_text' },
];

const ALL: Summary = {
  groups: [{ field: 'canton' }, { field: 'reported', unit: 'month' }, { field: 'damage', width: '0.5' }],
  measures: [{ calculate: 'count' }, { calculate: 'sum', field: 'damage' }],
  top: 6,
  zone: 'Europe/Zurich',
};

function drafted(parts: Partial<SummaryDraft>): SummaryDraft {
  return { ...newSummaryDraft([{ field: 'canton' }]), ...parts };
}

describe('a draft of a summary', () => {
  it('of a summary is read as the same summary', () => {
    assert.deepEqual(readSummary(summaryDraft(ALL), FIELDS), ALL);
    assert.deepEqual(readSummary(newSummaryDraft([]), FIELDS), { groups: [], measures: [{ calculate: 'count' }] });
  });

  it('names the control at fault', () => {
    const faults: readonly (readonly [kind: string, control: string, draft: SummaryDraft])[] = [
      ['noField', 'group-0-field', newSummaryDraft()],
      ['unknownField', 'group-0-field', newSummaryDraft([{ field: 'kanton' }])],
      ['unfitField', 'group-1-field', newSummaryDraft([{ field: 'canton' }, { field: 'tags' }])],
      ['unfitField', 'group-0-field', drafted({ groups: [{ field: 'born', unit: 'hour' }] })],
      ['width', 'group-0-width', drafted({ groups: [{ field: 'damage', width: '0' }] })],
      ['width', 'group-0-width', drafted({ groups: [{ field: 'damage', width: '' }] })],
      ['noField', 'measure-0-field', drafted({ measures: [{ calculate: 'sum', field: '' }] })],
      ['unfitField', 'measure-0-field', drafted({ measures: [{ calculate: 'sum', field: 'canton' }] })],
      ['unfitField', 'measure-0-field', drafted({ measures: [{ calculate: 'median', field: 'born' }] })],
      ['top', 'top', drafted({ top: '10001' })],
      ['top', 'top', drafted({ top: '-1' })],
      ['zone', 'zone', drafted({ groups: [{ field: 'reported', unit: 'day' }], zone: 'Europe/Zurick' })],
    ];
    for (const [kind, control, draft] of faults) assert.deepEqual(readSummary(draft, FIELDS), { kind, control });
  });

  it('drops what no longer has a meaning: a zone without instants, the largest of no groups', () => {
    const draft = drafted({ groups: [], top: '5', zone: 'Mars' });
    assert.deepEqual(readSummary(draft, FIELDS), { groups: [], measures: [{ calculate: 'count' }] });
  });

  it('without fields checks no names', () => {
    assert.deepEqual(readSummary(newSummaryDraft([{ field: 'kanton' }])), {
      groups: [{ field: 'kanton' }],
      measures: [{ calculate: 'count' }],
    });
  });

  it('groups dates by year at first, and keeps a unit or width that the next field has, too', () => {
    assert.deepEqual(withGroup({ field: '' }, 'born', FIELDS), { field: 'born', unit: 'year' });
    assert.deepEqual(withGroup({ field: 'born', unit: 'week' }, 'reported', FIELDS), {
      field: 'reported',
      unit: 'week',
    });
    assert.deepEqual(withGroup({ field: 'reported', unit: 'hour' }, 'born', FIELDS), { field: 'born', unit: 'year' });
    assert.deepEqual(withGroup({ field: 'damage', width: '5' }, 'canton', FIELDS), { field: 'canton' });
  });

  it('offers the parts that a type has', () => {
    assert.ok(unitsOf('timestamp').includes('hour'));
    assert.ok(!unitsOf('date').includes('hour'));
    assert.deepEqual(unitsOf('time'), []);
    assert.deepEqual(unitsOf('numeric'), []);
    assert.ok(isZoned({ groups: [{ field: 'reported', unit: 'day' }] }, FIELDS));
    assert.ok(!isZoned({ groups: [{ field: 'reported' }, { field: 'born', unit: 'day' }] }, FIELDS));
  });
});
