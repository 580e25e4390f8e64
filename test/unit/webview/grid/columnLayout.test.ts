import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ColumnLayout } from '../../../../src/webview/grid/columnLayout.ts';

const widths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 });

describe('ColumnLayout', () => {
  it('lays columns side by side', () => {
    const layout = new ColumnLayout([50, 100, 30]);
    assert.deepEqual(
      [0, 1, 2].map((column) => [layout.left(column), layout.width(column)]),
      [
        [0, 50],
        [50, 100],
        [150, 30],
      ],
    );
    assert.equal(layout.total, 180);
  });

  it('shows just the columns that have a pixel in view', () => {
    fc.assert(
      fc.property(widths, fc.nat(4000), fc.integer({ min: 1, max: 1200 }), (all, wanted, width) => {
        const layout = new ColumnLayout(all);
        const left = Math.min(wanted, layout.total - 1);
        const [first, last] = layout.range(left, width);
        const seen = [...all.keys()].filter(
          (column) => layout.left(column) < left + width && layout.left(column + 1) > left,
        );
        assert.deepEqual([first, last], [seen[0], seen.at(-1)! + 1]);
      }),
    );
  });

  it('finds the column under a point, and the nearest one beside them', () => {
    const layout = new ColumnLayout([50, 100, 30]);
    assert.deepEqual(
      [-5, 0, 49, 50, 149, 150, 999].map((x) => layout.at(x)),
      [0, 0, 0, 1, 1, 2, 2],
    );
  });

  it('has nothing to show without columns or without a view', () => {
    assert.deepEqual(new ColumnLayout([]).range(0, 500), [0, 0]);
    assert.deepEqual(new ColumnLayout([50]).range(0, 0), [0, 0]);
  });
});
