// Summaries by SQL, asked of a real CKAN that answers SQL, against sums that the test makes itself.
import assert from 'node:assert/strict';
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { valueText } from '../../src/base/exactJson.ts';
import { LearnedDialect } from '../../src/datastore/dialect/learnedDialect.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import { recordsOfGroup } from '../../src/datastore/query/groupConditions.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import type { Summary } from '../../src/datastore/query/summary.ts';
import { useExchange } from './client.ts';
import { readFixture } from './fixture.ts';
import { digitsOf, SUBJECT_COUNT, subjectRecord } from '../support/journeys/subjects.ts';

const { subjects: resourceId, baseUrl } = readFixture();
const signal = new AbortController().signal;
const all = Array.from({ length: SUBJECT_COUNT }, (_, index) => index + 1);

describe('a summary by SQL, asked of a real CKAN', () => {
  const exchange = useExchange();
  const client = () =>
    new DatastoreClient({
      exchange,
      access: () => Promise.resolve({ baseUrl }),
      dialect: new LearnedDialect({ facts: { ranges: false }, allowsSql: () => true }),
    });
  const ask = async (summary: Summary, more: Partial<DatastoreQuery> = {}) => {
    const page = await client().search({ resourceId, summary, ...more }, undefined, signal);
    const rows = page.rows.map((row) => row.map((value) => (value === null ? null : valueText(value))));
    return { rows, columns: page.fields.map(({ id, type }) => `${id} ${type}`), facts: page.summary };
  };
  const numbersOf = (stage: string) => all.filter((n) => subjectRecord(n).stage === stage);
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + BigInt(digitsOf(n).code), 0n);

  it('counts and adds up exactly, with missing values and the others from their own records', async () => {
    const { rows, columns, facts } = await ask({
      groups: [{ field: 'stage' }],
      measures: [
        { calculate: 'count' },
        { calculate: 'sum', field: 'code' },
        { calculate: 'median', field: 'code' },
        { calculate: 'distinct', field: 'note' },
        { calculate: 'min', field: 'began' },
        { calculate: 'max', field: 'subject' },
      ],
      top: 1,
    });
    assert.deepEqual(columns.slice(0, 3), ['stage text', 'count int8', 'sum:code numeric']);
    // Two stages have 417 records, of which the name decides.
    const [first, others] = ['primary', 'secondary', 'college']
      .toSorted((one, other) => numbersOf(other).length - numbersOf(one).length || (one < other ? -1 : 1))
      .map((stage, _, [best]) =>
        stage === best ? numbersOf(stage) : all.filter((n) => !numbersOf(best ?? '').includes(n)),
      );
    assert.ok(first && others);
    const expected = (stage: string, numbers: readonly number[], middle: string) => [
      ...[stage, String(numbers.length), String(sumOf(numbers)), middle],
      String(new Set(numbers.flatMap((n) => subjectRecord(n).note ?? [])).size),
      ...['2024-01-01T08:30:00', 'physics'],
    ];
    const middleOf = (numbers: readonly number[]): string => {
      const place = (numbers.length - 1) / 2;
      const ends = [Math.floor(place), Math.ceil(place)].map((at) => BigInt(digitsOf(numbers[at] ?? 0).code));
      const [twice] = [(ends[0] ?? 0n) + (ends[1] ?? 0n)];
      return `${String(twice / 2n)}${twice % 2n === 0n ? '' : '.5'}`;
    };
    assert.deepEqual(rows, [
      expected(subjectRecord(first[0] ?? 0).stage ?? '', first, middleOf(first)),
      expected('(others)', others, middleOf(others)),
    ]);
    assert.deepEqual([facts?.records, facts?.others], [SUBJECT_COUNT, 2]);
  });

  const groups: readonly Summary['groups'][] = [
    [{ field: 'stage' }, { field: 'subject' }],
    [{ field: 'note' }],
    [{ field: 'hours, weekly' }],
    [{ field: 'hours, weekly', width: '0.75' }],
    [{ field: 'weight', width: '100' }],
    [{ field: 'code' }],
    ...(['year', 'quarter', 'month', 'week', 'day'] as const).map((unit) => [{ field: 'began', unit }] as const),
  ];
  for (const each of groups)
    it(`leads from a row to its records, grouped by ${JSON.stringify(each)}`, async () => {
      const filters = conditionsOf('{"subject": {"not": ["music"]}}');
      const query: DatastoreQuery = {
        resourceId,
        filters,
        limit: 4,
        summary: { groups: each, measures: [{ calculate: 'count' }] },
      };
      const own = client();
      const page = await own.search(query, undefined, signal);
      const fields = await own.fields(resourceId, signal);
      assert.ok(page.summary && page.rows.length > 0);
      for (const row of page.rows) {
        const at = { columns: page.fields, row, isLast: false, facts: page.summary };
        const records = recordsOfGroup(query, at, { fields, hasRanges: false, takesConditions: false });
        assert.ok(!('problem' in records), JSON.stringify(row));
        assert.equal(await own.count(records, signal), row.at(-1), JSON.stringify([row, records]));
      }
    });

  it('by weekday and hour has the parts of the dates, and no row where nothing matches', async () => {
    const { rows } = await ask({
      groups: [
        { field: 'began', unit: 'weekday' },
        { field: 'began', unit: 'hour' },
      ],
      measures: [{ calculate: 'count' }],
    });
    assert.deepEqual(
      rows.map(([day, hour]) => [day, hour]),
      ['1', '2', '3', '4', '5', '6', '7'].map((day) => [day, '8']),
    );
    const none = { filters: conditionsOf('{"stage": ["nowhere"]}') };
    const measures: Summary['measures'] = [
      { calculate: 'count' },
      { calculate: 'mean', field: 'code' },
      { calculate: 'share' },
    ];
    assert.deepEqual((await ask({ groups: [{ field: 'stage' }], measures }, none)).rows, []);
    assert.deepEqual((await ask({ groups: [], measures }, none)).rows, [['0', null, null]]);
  });
});
