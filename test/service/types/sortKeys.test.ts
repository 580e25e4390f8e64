import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decimalKey } from '../../../src/service/types/sortKeys.ts';

const digits = fc.stringMatching(/^\d{1,30}$/);
const parts = fc.tuple(
  fc.constantFrom('', '-'),
  digits,
  fc.option(digits),
  fc.option(fc.integer({ min: -60, max: 60 })),
);
type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

const textOf = ([sign, whole, fraction, power]: Parts) =>
  `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${String(power)}`}`;
/** Powers are lifted by 150, so that the value is whole. */
const scaled = ([sign, whole, fraction, power]: Parts) =>
  BigInt(`${sign}${whole}${fraction ?? ''}`) * 10n ** BigInt(150 + (power ?? 0) - (fraction ?? '').length);

/** Two numbers, or two that begin with the same digits. */
const pair = fc.oneof(
  fc.tuple(parts, parts),
  fc.tuple(parts, digits).map(([[sign, whole, fraction, power], more]): [Parts, Parts] => [
    [sign, whole, fraction, power],
    [sign, whole, (fraction ?? '') + more, power],
  ]),
);

describe('decimalKey', () => {
  it('orders texts as their numbers', () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const keys = [one, other].map((number) => Buffer.from(decimalKey(textOf(number)) ?? ''));
        const byKey = Buffer.compare(keys[0]!, keys[1]!);
        const byValue = scaled(one) < scaled(other) ? -1 : scaled(one) > scaled(other) ? 1 : 0;
        assert.equal(byKey, byValue, `${textOf(one)} ${textOf(other)}`);
      }),
      { numRuns: 5000 },
    );
  });

  const ascending = ['-1e9999999999', '-1e999999999', '-1e41', '-1e40', '-2', '-1.23', '-1.2',
    '-1.0000001',
    '-1', '-1e-41', '-1e-400', '-1e-999999999', '-1e-9999999999', '0', '1e-9999999999', '1e-999999999', '1e-400', '1e-41',
    '0.001', '.5', '1', '+2', '007', '1e39', '1e40', '1e41', '1e400', '1e999999999', '1e9999999999']; // prettier-ignore
  it('orders the corners', () => {
    const keys = ascending.map((text) => decimalKey(text) ?? '');
    assert.deepEqual(
      [...keys].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
      keys,
    );
    assert.equal(new Set(keys).size, keys.length);
  });

  for (const text of ['', '-', '.', 'e5', '1e', 'NaN', 'Infinity', '1,5', '0x10', '1_000', ' 1'])
    it(`knows that ${JSON.stringify(text)} is not a number`, () => {
      assert.equal(decimalKey(text), undefined);
    });
});
