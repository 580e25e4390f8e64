import assert from 'node:assert/strict';
import { meanText, middleText, shareText, shortDecimal } from '../../../src/base/summaryNumbers.ts';

describe('exact means', () => {
  it('have 16 significant digits, half away from zero, without zeros at the end', () => {
    for (const [sum, count, mean] of [
      ['10', 4, '2.5'],
      ['1', 3, '0.3333333333333333'],
      ['-2', 3, '-0.6666666666666667'],
      ['2', '3', '0.6666666666666667'],
      ['0', 7, '0'],
      ['0.00', 7n, '0'],
      ['1.50', 1, '1.5'],
      ['100', 10, '10'],
      ['999999999999999999', 1, '1000000000000000000'],
      ['99999999999999985', 10, '9999999999999999'],
      ['0.0000000000000000012345', 2, '0.00000000000000000061725'],
      ['12345678901234567890123', 1, '12345678901234570000000'],
      ['1', 16384, '0.00006103515625'],
      ['-0.00000000000000015', 1, '-0.00000000000000015'],
      ['1000000000000000.5', 1, '1000000000000001'],
      ['-1000000000000000.5', 1, '-1000000000000001'],
    ] as const)
      assert.equal(meanText(sum, count), mean, sum);
  });

  it('of the two middle values are exact', () => {
    assert.equal(middleText('1', '2'), '1.5');
    assert.equal(middleText('0.1', '0.2'), '0.15');
    assert.equal(middleText('-3', '3.00'), '0');
    assert.equal(middleText('99999999999999999999999999999999999999', '1'), '50000000000000000000000000000000000000');
  });

  it('shares have two places', () => {
    assert.deepEqual(
      [
        shareText(1, 2),
        shareText('1', '3'),
        shareText(2n, 3n),
        shareText(0, 5),
        shareText(1, 200_000),
        shareText(3, 3),
      ],
      ['50.00', '33.33', '66.67', '0.00', '0.00', '100.00'],
    );
    assert.equal(shareText(1, 20_000), '0.01');
  });

  it('numbers have no zeros at the end', () => {
    assert.deepEqual(['1.50', '10', '0.00', 'NaN'].map(shortDecimal), ['1.5', '10', '0', 'NaN']);
  });
});
