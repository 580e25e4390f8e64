import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decimalKey } from '../../src/service/decimalKey.ts';

const digits = fc.stringMatching(/^\d{1,30}$/);
const decimal = fc
  .tuple(fc.constantFrom('', '-'), digits, fc.option(digits), fc.option(fc.integer({ min: -60, max: 60 })))
  .map(([sign, whole, fraction, power]) => ({
    text: `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${String(power)}`}`,
    // All powers lifted by 100, so that the value is whole.
    scaled:
      BigInt(`${sign}${whole}${fraction ?? ''}`) *
      10n ** BigInt(100 + (power ?? 0) - (fraction ?? '').length),
  }));

describe('decimalKey', () => {
  it('orders texts as their numbers', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const keys = [decimalKey(one.text) ?? '', decimalKey(other.text) ?? ''] as const;
        const byKey = Buffer.compare(Buffer.from(keys[0]), Buffer.from(keys[1]));
        const byValue = one.scaled < other.scaled ? -1 : one.scaled > other.scaled ? 1 : 0;
        assert.equal(byKey, byValue, `${one.text} ${other.text}`);
      }),
      { numRuns: 5000 },
    );
  });

  const ascending = ['-1e999999999', '-1e41', '-1e40', '-2', '-1.23', '-1.2', '-1e-41', '-1e-400', '0', '1e-400', '1e-41',
    '0.001', '.5', '1', '+2', '007', '1e39', '1e40', '1e41', '1e400', '1e999999999']; // prettier-ignore
  it('orders the corners', () => {
    const keys = ascending.map((text) => decimalKey(text) ?? '');
    assert.deepEqual(
      [...keys].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
      keys,
    );
    assert.equal(new Set(keys).size, keys.length);
  });

  for (const text of [
    '',
    '-',
    '.',
    'e5',
    '1e',
    '1e9999999999',
    'NaN',
    'Infinity',
    '1,5',
    '0x10',
    '1_000',
    ' 1',
  ])
    it(`knows that ${JSON.stringify(text)} is not a number`, () => {
      assert.equal(decimalKey(text), undefined);
    });
});
