/** Bins of numbers and dates: readable, few, and with every value in the right one. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compare, parseDecimal, ZERO } from '../../../../src/base/exactDecimal.ts';
import {
  momentBins,
  MOST_BINS,
  MOST_MOMENT_BINS,
  numberBins,
  type ValueBins,
} from '../../../../src/datastore/statistics/valueBins.ts';

const labels = (bins: ValueBins | undefined) => bins?.bins.map(({ label }) => label);
const ends = (bins: ValueBins | undefined) => {
  const all = labels(bins) ?? [];
  return [all.length, all[0], all.at(-1)];
};

describe('bins of numbers', () => {
  const cases: readonly (readonly [
    min: string,
    max: string,
    scale: number | undefined,
    count: number,
    first: string,
    last: string,
  ])[] = [
    ['1', '5', 0, 5, '1', '5'],
    ['7', '7', 0, 1, '7', '7'],
    ['0', '100', 0, 11, '0 – 9', '100 – 109'],
    ['-5', '5', 0, 11, '-5', '5'],
    ['-25', '25', 0, 11, '-25 – -21', '25 – 29'],
    ['0.1', '0.3', 1, 3, '0.1', '0.3'],
    ['0', '10.5', 1, 11, '0 – 1', '10 – 11'],
    ['1.5', '1.5', undefined, 1, '1.5 – 1.6', '1.5 – 1.6'],
    ['9007199254740993', '9007199254740995', 0, 3, '9007199254740993', '9007199254740995'],
    ['0', '1e30', 0, 11, '0 – 99999999999999999999999999999', `1${'0'.repeat(30)} – 1099999999999999999999999999999`],
    ['0.0000001', '0.0000002', 7, 2, '0.0000001', '0.0000002'],
  ];
  for (const [min, max, scale, ...expected] of cases)
    it(`from ${min} to ${max}`, () => {
      assert.deepEqual(ends(numberBins(min, max, scale)), expected);
    });

  it('are none where an end is no number, or out of all proportion', () => {
    for (const [min, max] of [
      ['NaN', '1'],
      ['1', 'Infinity'],
      ['', '1'],
      ['1', '1e2000'],
      ['2', '1'],
    ] as const)
      assert.equal(numberBins(min, max, 0), undefined);
  });

  const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.nat(12)).map(([digits, scale]) => {
    const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
    const at = text.length - scale;
    return `${digits < 0n ? '-' : ''}${text.slice(0, at)}${scale === 0 ? '' : `.${text.slice(at)}`}`;
  });

  it('hold every value between their ends, and are never too many', () => {
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 30 }), (texts) => {
        const number = (text: string) => parseDecimal(text) ?? ZERO;
        const sorted = texts.toSorted((one, other) => compare(number(one), number(other)));
        const scale = Math.max(...texts.map((text) => number(text).scale));
        const made = numberBins(sorted[0] ?? '', sorted.at(-1) ?? '', scale);
        assert.ok(made && made.bins.length <= MOST_BINS);
        for (const text of texts) {
          const bin = made.bins[made.placeOf(text)];
          assert.ok(bin?.greatest !== undefined);
          assert.ok(compare(number(bin.least), number(text)) <= 0, `${text} in ${bin.label}`);
          assert.ok(compare(number(text), number(bin.greatest)) <= 0, `${text} in ${bin.label}`);
        }
        assert.equal(made.placeOf(sorted[0] ?? ''), 0, 'the first bin is not empty');
        assert.equal(made.placeOf(sorted.at(-1) ?? ''), made.bins.length - 1, 'nor the last');
      }),
    );
  });
});

describe('bins of dates and timestamps', () => {
  const cases: readonly (readonly [min: string, max: string, count: number, first: string, last: string])[] = [
    ['2020-01-01', '2020-01-01', 1, '2020-01-01', '2020-01-01'],
    ['2020-02-27', '2020-03-02', 5, '2020-02-27', '2020-03-02'],
    ['2020-01-01', '2020-03-01', 9, '2019-12-30 – 2020-01-05', '2020-02-24 – 2020-03-01'],
    ['2019-01-15', '2020-03-01', 15, '2019-01', '2020-03'],
    ['2010-05-01', '2014-01-01', 16, '2010-04 – 2010-06', '2014-01 – 2014-03'],
    ['1999-12-31', '2015-01-01', 17, '1999', '2015'],
    ['1850-12-31', '2015-01-01', 17, '1850 – 1859', '2010 – 2019'],
    ['0001-01-01', '9999-12-31', 20, '0000 – 0499', '9500 – 9999'],
    ['2020-01-01T10:00:00', '2020-01-01T10:00:00.5', 1, '2020-01-01 10:00:00', '2020-01-01 10:00:00'],
    ['2020-01-01T00:00:00', '2020-01-01T17:30:00', 18, '2020-01-01 00:00 – 01:00', '2020-01-01 17:00 – 18:00'],
    ['2020-01-01T10:00:00+00:00', '2021-01-01T10:00:00+00:00', 13, '2020-01', '2021-01'],
  ];
  for (const [min, max, ...expected] of cases)
    it(`from ${min} to ${max}`, () => {
      assert.deepEqual(ends(momentBins(min, max)), expected);
    });

  it('begin with their first moment', () => {
    const days = momentBins('2020-01-01', '2020-01-05');
    assert.deepEqual(
      ['2020-01-01', '2020-01-03', '2020-01-05'].map((day) => days?.placeOf(day)),
      [0, 2, 4],
    );
    const hours = momentBins('2020-01-01T00:00:00', '2020-01-01T04:00:00');
    const moments = ['2020-01-01T00:59:59.999999', '2020-01-01T01:00:00', '2020-01-01T04:00:00'];
    assert.equal(hours?.bins.length, 17);
    assert.deepEqual(
      moments.map((moment) => hours.placeOf(moment)),
      [3, 4, 16],
    );
  });

  it('are none of anything else', () => {
    for (const [min, max] of [
      ['infinity', '2020-01-01'],
      ['2020-01-01', '2020-01-02T00:00:00'],
      ['0044-03-15 BC', '2020-01-01'],
      ['10:00:00', '11:00:00'],
      ['2020-13-01', '2020-14-01'],
    ] as const)
      assert.equal(momentBins(min, max), undefined);
  });

  it('hold every moment between their ends, and are never too many', () => {
    const moment = fc
      .date({ min: new Date('0001-01-10T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
      .map((date) => date.toISOString().replace('.000Z', '').replace('Z', ''));
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 30 }), fc.boolean(), (moments, isDay) => {
        const texts = isDay ? moments.map((text) => text.slice(0, 10)) : moments;
        const sorted = texts.toSorted();
        const made = momentBins(sorted[0] ?? '', sorted.at(-1) ?? '');
        assert.ok(made && made.bins.length <= MOST_MOMENT_BINS);
        for (const text of texts) {
          const bin = made.bins[made.placeOf(text)];
          assert.ok(bin?.greatest !== undefined && bin.least <= text && text <= bin.greatest, text);
        }
        assert.equal(made.placeOf(sorted.at(-1) ?? ''), made.bins.length - 1);
      }),
    );
  });
});
