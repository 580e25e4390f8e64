import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dayOf, DATE_UNITS, type DateUnit, periodText } from '../../../../src/base/calendarDay.ts';
import { daysOfText, periodAt } from '../../../../src/webview/chart/chartPeriods.ts';

describe('Periods of a time axis', () => {
  for (const [text, days] of [
    ['1970', 0],
    ['1970-01-02', 1],
    ['1970-Q2', 90],
    ['1970-02', 31],
    ['1970-W01', -3],
    ['2021-W01', 18_631],
    ['1970-01-01T12:00:00Z', 0.5],
    ['1970-01-01 12:00', 0.5],
    ['1970-01-01T12:00:00+06:00', 0.25],
    ['-1', -719_528],
    ['0001-01-01 BC', -719_528],
    ['NaN', undefined],
    ['', undefined],
    ['7 days', undefined],
  ] as const)
    it(`begin where their text says: ${text}`, () => {
      assert.equal(daysOfText(text), days);
    });

  it('have the ends between which all of their days lie', () => {
    const units = DATE_UNITS.filter((unit) => unit !== 'weekday' && unit !== 'hour');
    fc.assert(
      fc.property(fc.constantFrom<DateUnit>(...units), fc.integer({ min: -900_000, max: 900_000 }), (unit, day) => {
        const { from, to } = periodAt(day, { unit, by: 1 });
        assert.ok(from <= day && day < to);
        assert.equal(daysOfText(periodText(dayOf(from), unit)), from);
        assert.equal(periodAt(to, { unit, by: 1 }).from, to);
        const decade = periodAt(day, { unit, by: 10 });
        assert.ok(decade.from <= from && to <= decade.to);
      }),
    );
  });
});
