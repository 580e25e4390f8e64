import assert from 'node:assert/strict';
import { summarize } from '../../../src/records/selection/selectionSummary.ts';
import { ExactNumber, type RecordRow } from '../../../src/base/cells.ts';
import { openItems } from '../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();
const fields = [
  { id: 'n', type: 'numeric' },
  { id: 't', type: 'text' },
];
const over = (rows: readonly RecordRow[]) => ({
  fields,
  rows: (first: number, last: number) => Promise.resolve(rows.slice(first, last)),
});
const whole = (rows: readonly RecordRow[]) => ({ firstRow: 0, lastRow: rows.length, fields: [0, 1] });

describe('A summary of selected cells', () => {
  it('adds exactly, counts what is there, and leaves texts out of sums', async () => {
    const rows: RecordRow[] = [
      [new ExactNumber('0.10'), '5'],
      [new ExactNumber('9007199254740993'), null],
      ['-2', 'x'],
      [null, ''],
    ];
    assert.deepEqual(await summarize(over(rows), whole(rows), signal), {
      records: 4,
      cells: 8,
      values: 6,
      numbers: 3,
      sum: '9007199254740991.10',
      mean: '3002399751580330.366667',
      min: '-2',
      max: '9007199254740993',
    });
  });

  it('has no sum without numbers', async () => {
    const rows: RecordRow[] = [
      [null, 'a'],
      ['NaN', 'b'],
    ];
    assert.deepEqual(await summarize(over(rows), whole(rows), signal), { records: 2, cells: 4, values: 3, numbers: 0 });
  });

  it('leaves out numbers of more than 2,000 digits, and says how many', async () => {
    const long = new ExactNumber('7'.repeat(2001));
    const summary = (rows: readonly RecordRow[]) => summarize(over(rows), whole(rows), signal);
    assert.partialDeepStrictEqual(
      await summary([
        [long, null],
        [2, long],
      ]),
      { ...{ values: 3, numbers: 1, longNumbers: 2, sum: '2' } },
    );
    assert.deepEqual(await summary([[long, null]]), { records: 1, cells: 2, values: 1, numbers: 0, longNumbers: 1 });
  });

  it('takes records that are not loaded yet', async () => {
    const { set } = await openItems(3500);
    const range = { firstRow: 0, lastRow: 3500, fields: [0] };
    const { cells, sum } = await summarize(set, range, signal);
    assert.deepEqual([cells, sum], [3500, String((3500 * 3501) / 2)]);
  });
});
