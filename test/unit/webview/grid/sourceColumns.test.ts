import assert from 'node:assert/strict';
import { sourceColumns } from '../../../../src/webview/grid/columnSizer.ts';

const source = {
  fields: [
    { id: '_id', type: 'int' },
    { id: 'm', type: 'text', label: 'Mass', unit: 'kg', notes: 'Of the fossil.\nDry.' },
    { id: 'n', type: 'x', kind: 'date' as const, notes: '' },
  ],
  count: 0,
  getRows: () => Promise.resolve([]),
};

describe('The columns of a source', () => {
  it('know what the data dictionary says', () => {
    assert.deepEqual(sourceColumns(source, {}), [
      { field: 0, id: '_id', type: 'int', kind: 'number' },
      { field: 1, id: 'm', type: 'text', kind: 'text', about: 'Mass, kg\nOf the fossil.\nDry.' },
      { field: 2, id: 'n', type: 'x', kind: 'date' },
    ]);
  });

  it('know the order and its keys, and the conditions', () => {
    const sort = [
      { field: 'n', descending: true },
      { field: 'gone', descending: true },
      { field: '_id', descending: false },
    ];
    const [id, mass, n] = sourceColumns(source, { sort, filtered: ['m', 'gone'] });
    assert.deepEqual(
      [id?.sort, mass?.sort, n?.sort],
      [{ descending: false, key: 3 }, undefined, { descending: true, key: 1 }],
    );
    assert.deepEqual([id?.isFiltered, mass?.isFiltered], [undefined, true]);
  });

  it('need no number for a single key', () => {
    const [id] = sourceColumns(source, { sort: [{ field: '_id', descending: true }] });
    assert.deepEqual(id?.sort, { descending: true });
  });
});
