import assert from 'node:assert/strict';
import { SelectionText, writeCells } from '../../../src/records/selection/selectionText.ts';
import { ExactNumber, type RecordRow } from '../../../src/base/cells.ts';

const { signal } = new AbortController();
const words = {
  record: (row: number) => `Record ${row + 1}`,
  ...{ null: 'NULL', emptyText: 'empty text', noName: '(no name)' },
};
const fields = ['name', '', 'two\nlines'].map((id) => ({ id, type: 'text' }));
const rows: readonly RecordRow[] = [
  ['Ann', new ExactNumber('1.50'), { a: [1] }],
  ['two\r\nlines', null, ''],
];

describe('A selection as text', () => {
  it('has a heading for each record, and a line for each field', async () => {
    const result = {
      fields,
      rows: (first: number, last: number) => Promise.resolve(rows.slice(first - 11, last - 11)),
    };
    const range = { firstRow: 11, lastRow: 13, fields: [0, 1, 2] };
    const options = { hasHeader: false, limit: 1000 };
    const { text, records } = await writeCells(result, range, new SelectionText(11, words), options, signal);
    assert.equal(records, 2);
    assert.deepEqual(text.split('\n'), [
      '',
      'Record 12',
      'name: Ann',
      '(no name): 1.50',
      'two lines: {"a":[1]}',
      '',
      'Record 13',
      'name: two',
      '  lines',
      '(no name): NULL',
      'two lines: empty text',
      '',
    ]);
  });
});
