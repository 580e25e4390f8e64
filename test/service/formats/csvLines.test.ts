import assert from 'node:assert/strict';
import { inspectedLines } from '../../../src/service/formats/csv/csvLines.ts';

describe('the first lines of a CSV file', () => {
  const dialect = { delimiter: ';', quote: '"', header: true, comment: '#' };
  const roles = (text: string, first: number, end = text.length, own: Partial<typeof dialect> = {}) =>
    inspectedLines(text, { ...dialect, ...own }, first, end).map(({ text: line, role }) => `${role}: ${line}`);

  it('say what is left out: above the table, below it, remarks and empty lines', () => {
    const table = 'Title\n\na;b\r\n1;2\r\n# remark\r\n3;4\r\n';
    assert.deepEqual(roles(`${table}\r\nSource: city`, 3, table.length), [
      ...['leftOut: Title', 'leftOut: ', 'names: a;b', 'record: 1;2', 'leftOut: # remark', 'record: 3;4'],
      ...['leftOut: ', 'leftOut: Source: city'],
    ]);
  });

  it('have no names without a header', () =>
    assert.deepEqual(roles('1;2\n', 1, 4, { header: false }), ['record: 1;2']));

  it('end with LF, CR, CR LF or CR CR LF', () =>
    assert.deepEqual(roles('a\rb\r\nc\r\r\nd\ne', 1), [
      'names: a',
      'record: b',
      'record: c',
      'record: d',
      'record: e',
    ]));

  it('are at most 40, and each at most 100 characters long', () => {
    const lines = inspectedLines(`${'x'.repeat(200)}\n`.repeat(100), dialect, 1, Infinity);
    assert.equal(lines.length, 40);
    assert.ok(lines.every(({ text }) => text.length === 100));
  });
});
