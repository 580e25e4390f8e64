import assert from 'node:assert/strict';
import { type CellValue, ExactNumber } from '../../../../src/base/cells.ts';
import { NumberSpelling } from '../../../../src/datastore/statistics/numberSpelling.ts';

const spellingOf = (...values: readonly CellValue[]): NumberSpelling =>
  new NumberSpelling({ loadedRows: () => [{ first: 0, rows: values.map((value) => [value]) }] }, 0);
const exact = (...texts: readonly string[]): readonly CellValue[] => texts.map((text) => new ExactNumber(text));

describe('The spelling of numbers', () => {
  for (const [what, loaded, counted, shown] of [
    ['loaded ones', ['0.20', '1.30'], ['0.2', '1.3'], ['0.20', '1.30']],
    ['others of a field with as many digits everywhere', ['0.20'], ['0', '100000.1'], ['0.00', '100000.10']],
    ['negative ones', ['-0.50'], ['-0.5', '-2'], ['-0.50', '-2.00']],
    ['each in its own way', ['0.2', '1.50'], ['0.20', '1.5', '3.00'], ['0.2', '1.50', '3']],
    ['integers', ['7', '12'], ['7', '12', '300'], ['7', '12', '300']],
    ['finer ones than were loaded', ['0.20'], ['0.125'], ['0.125']],
    ['words for numbers', ['0.20'], ['NaN', 'Infinity'], ['NaN', 'Infinity']],
    ['digits that a double can not hold', ['9007199254740993.10'], ['9007199254740993.1'], ['9007199254740993.10']],
    ['nothing loaded', [], ['1.50'], ['1.5']],
  ] as const)
    it(`is that of the grid: ${what}`, () => {
      const spelling = spellingOf(...exact(...loaded));
      assert.deepEqual(
        counted.map((text) => spelling.of(text)),
        shown,
      );
    });

  it('ignores NULL and numbers with an exponent', () => {
    assert.equal(spellingOf(null, new ExactNumber('1e2'), new ExactNumber('0.20')).of('5'), '5.00');
  });

  it('is that of the ends and the values of statistics, not of bins', () => {
    const spelling = spellingOf(...exact('0.20', '1.30'));
    const facts = { records: 2, isAll: true, min: '0.2', max: '1.3' };
    const bars = [{ label: '0.2', records: 2 }];
    assert.deepEqual(spelling.ofStatistics({ ...facts, shape: 'values', bars }), {
      ...{ ...facts, min: '0.20', max: '1.30', shape: 'values' },
      bars: [{ label: '0.20', records: 2 }],
    });
    assert.deepEqual(spelling.ofStatistics({ ...facts, shape: 'histogram', bars }).bars, bars);
  });
});
