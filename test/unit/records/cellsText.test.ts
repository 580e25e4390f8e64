import assert from 'node:assert/strict';
import { cellsText, TooMuchToCopy } from '../../../src/records/selection/selectionText.ts';
import type { TextFormatId } from '../../../src/export/formats.ts';
import type { RecordRow } from '../../../src/base/cells.ts';
import { openItems } from '../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();

describe('Copied cells', () => {
  const table: readonly [TextFormatId, withHeader: boolean, text: string][] = [
    ['tsv', false, 'item 1\t1\nitem 2\t2'],
    ['tsv', true, 'name\tgroup\nitem 1\t1\nitem 2\t2'],
    ['csv', false, 'item 1,1\r\nitem 2,2'],
    ['csv', true, 'name,group\r\nitem 1,1\r\nitem 2,2'],
    [
      'json',
      false,
      '[\n  {\n    "name": "item 1",\n    "group": 1\n  },\n  {\n    "name": "item 2",\n    "group": 2\n  }\n]',
    ],
    ['markdown', false, '| name | group |\n| --- | ---: |\n| item 1 | 1 |\n| item 2 | 2 |'],
    ['sqlList', true, "(('item 1', 1), ('item 2', 2))"],
  ];
  for (const [format, withHeader, text] of table)
    it(`as ${format}${withHeader ? ' with header' : ''}`, async () => {
      const { set } = await openItems(10);
      const range = { firstRow: 1, lastRow: 3, fields: [1, 2] };
      assert.deepEqual(await cellsText(set, range, format, withHeader, signal), { text, records: 2 });
    });

  it('are fetched where they are not loaded yet, and progress is told', async () => {
    const { set } = await openItems(3500);
    const told: number[] = [];
    const range = { firstRow: 500, lastRow: 3400, fields: [1] };
    const copied = await cellsText(set, range, 'tsv', false, signal, (records) => told.push(records));
    const lines = copied.text.split('\n');
    assert.deepEqual([lines.length, lines[0], lines.at(-1)], [2900, 'item 500', 'item 3399']);
    assert.deepEqual(told, [1000, 2000, 2900]);
  });

  it('are those that there are, when the result ends before the selection', async () => {
    const { set } = await openItems(5);
    const range = { firstRow: 3, lastRow: 100, fields: [1] };
    assert.deepEqual(await cellsText(set, range, 'tsv', false, signal), { text: 'item 3\nitem 4', records: 2 });
  });

  it('are refused when they are too much for a clipboard', async () => {
    const rows: RecordRow[] = Array.from({ length: 1000 }, () => ['x'.repeat(10_000)]);
    const result = { fields: [{ id: 'a', type: 'text' }], rows: () => Promise.resolve(rows) };
    const range = { firstRow: 0, lastRow: 1_000_000, fields: [0] };
    await assert.rejects(cellsText(result, range, 'tsv', false, signal), TooMuchToCopy);
  });

  for (const [length, mostBatches] of [
    [10_000, 2],
    [1_000, 2],
    [100, 12],
  ] as const)
    it(`are refused early where a million records of ${String(length)} characters are selected`, async () => {
      let batches = 0;
      const rows: RecordRow[] = Array.from({ length: 1000 }, () => ['x'.repeat(length)]);
      const result = {
        fields: [{ id: 'a', type: 'text' }],
        rows: () => Promise.resolve((batches += 1) > 0 ? rows : []),
      };
      const range = { firstRow: 0, lastRow: 1_000_000, fields: [0] };
      await assert.rejects(cellsText(result, range, 'tsv', false, signal), TooMuchToCopy);
      assert.ok(batches <= mostBatches, `${String(batches)} batches`);
    });

  it('are copied where only the first records are long', async () => {
    const row = (first: number): RecordRow => ['x'.repeat(first < 3000 ? 1000 : 1)];
    const result = {
      fields: [{ id: 'a', type: 'text' }],
      rows: (first: number, last: number) => Promise.resolve(Array.from({ length: last - first }, () => row(first))),
    };
    const range = { firstRow: 0, lastRow: 100_000, fields: [0] };
    assert.equal((await cellsText(result, range, 'tsv', false, signal)).records, 100_000);
  });

  it('end with the signal', async () => {
    const { set } = await openItems(3500);
    const cancel = new AbortController();
    const range = { firstRow: 0, lastRow: 3500, fields: [0] };
    const copying = cellsText(set, range, 'tsv', false, cancel.signal, () => cancel.abort(new Error('enough')));
    await assert.rejects(copying, /enough/);
  });
});
