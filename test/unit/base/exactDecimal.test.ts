import assert from 'node:assert/strict';
import fc from 'fast-check';
import { add, compare, decimalText, divide, isLongNumber, parseDecimal } from '../../../src/base/exactDecimal.ts';
import { roundedText, wholeRoot, ZERO } from '../../../src/base/exactDecimal.ts';

const decimal = (text: string) => parseDecimal(text) ?? assert.fail(`${text} is no decimal`);

describe('Exact decimals', () => {
  const sums: readonly [numbers: readonly string[], sum: string][] = [
    [['0.1', '0.2'], '0.3'],
    [['9007199254740993', '1'], '9007199254740994'],
    [['1.50', '1.5'], '3.00'],
    [['-0.05', '0.05'], '0.00'],
    [['1e3', '2.5E-1'], '1000.25'],
    [
      ['123456789012345678901234567890', '0.000000000000000000001'],
      '123456789012345678901234567890.000000000000000000001',
    ],
    [[], '0'],
  ];
  for (const [numbers, sum] of sums)
    it(`${numbers.join(' + ') || 'nothing'} is ${sum}`, () => {
      assert.equal(decimalText(numbers.map(decimal).reduce(add, ZERO)), sum);
    });

  it('add up to what integers of the same digits add up to, in any order', () => {
    const cents = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(fc.array(cents), (all) => {
        const texts = all.map((digits) => decimalText({ digits, scale: 2 }));
        const sum = texts.map(decimal).reduce(add, { digits: 0n, scale: 2 });
        assert.deepEqual(sum, { digits: all.reduce((one, other) => one + other, 0n), scale: 2 });
      }),
    );
  });

  it('are read back as they were written', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(60), (digits, scale) => {
        assert.deepEqual(decimal(decimalText({ digits, scale })), { digits, scale });
      }),
    );
  });

  it('compare by value, not by spelling', () => {
    assert.equal(compare(decimal('1.5'), decimal('1.50')), 0);
    assert.ok(compare(decimal('-2'), decimal('-1.999999999999999999999')) < 0);
    assert.ok(compare(decimal('1e2'), decimal('99.9')) > 0);
  });

  const quotients: readonly [number: string, divisor: number, quotient: string][] = [
    ['10', 4, '2.5'],
    ['1', 3, '0.333333'],
    ['2', 3, '0.666667'],
    ['-2', 3, '-0.666667'],
    ['0.0000005', 1, '0.000001'],
    ['12345678901234567890', 1, '12345678901234567890'],
  ];
  for (const [text, divisor, quotient] of quotients)
    it(`${text} / ${divisor} is ${quotient}`, () => {
      assert.equal(decimalText(divide(decimal(text), divisor, 6), true), quotient);
    });

  it('have at most 2,000 digits, however they are written', () => {
    const most = ['7'.repeat(2000), `-0.${'7'.repeat(1999)}`, '7e1999', `${'7'.repeat(1000)}e1000`, '7e-1999'];
    for (const text of most) {
      const plain = decimalText(decimal(text), true);
      assert.equal(compare(decimal(plain), decimal(text)), 0, 'it is read back as it was written');
      assert.equal(isLongNumber(text), false);
    }
    const long = ['7'.repeat(2001), `0.${'7'.repeat(2000)}`, '7e2000', '7e-2000', '7'.repeat(500_000)];
    for (const text of long) assert.deepEqual([parseDecimal(text), isLongNumber(text)], [undefined, true]);
    for (const text of ['NaN', '', 'x'.repeat(500_000)]) assert.equal(isLongNumber(text), false);
  });

  it('lose every zero at the end of a quotient', () => {
    assert.equal(decimalText(decimal(`1.5${'0'.repeat(1500)}`), true), '1.5');
  });

  for (const text of ['', 'NaN', '1e2000', '1e-999999999', '0x10', '1,5', ' 1', 'Infinity'])
    it(`${JSON.stringify(text)} is none`, () => {
      assert.equal(parseDecimal(text), undefined);
    });

  it('round to significant digits, half away from zero', () => {
    const rounded = (text: string, digits: number) => roundedText(decimal(text), digits);
    assert.deepEqual(
      ['1.25', '-1.25', '1249', '-1250', '0.00999', '99.9', '7', '0', '1.20'].map((text) => rounded(text, 2)),
      ['1.3', '-1.3', '1200', '-1300', '0.01', '100', '7', '0', '1.2'],
    );
  });

  it('have the square root that its square does not exceed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), (square) => {
        const root = wholeRoot(square);
        assert.ok(root * root <= square && (root + 1n) ** 2n > square);
      }),
    );
    assert.deepEqual([0n, 1n, 2n, 3n, 4n].map(wholeRoot), [0n, 1n, 1n, 1n, 2n]);
  });
});
