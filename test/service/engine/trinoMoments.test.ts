/** Moments in a filter on a Trino field keep their exact place, down to picoseconds, in any time zone. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareSql, momentComparison } from '../../../src/service/engine/trino/trinoComparison.ts';
import type { Comparator } from '../../../src/service/question/tableQuestion.ts';

const PICOS_PER_MS = 1_000_000_000n;

/** Picoseconds since 1970 of a date and time in UTC, with up to 12 digits of a fraction. */
function picosOf(moment: string): bigint {
  const [, year = '', rest = '', fraction = ''] = /^(-?\d+)(-.*?:\d\d)(?:\.(\d+))?$/.exec(moment) ?? [];
  const [month, day, hour, minute, second] = rest
    .slice(1)
    .split(/[- :T]/)
    .map(Number);
  const date = new Date(0);
  date.setUTCFullYear(Number(year), (month ?? 0) - 1, day);
  date.setUTCHours(hour ?? 0, minute, second);
  return BigInt(date.getTime()) * PICOS_PER_MS + BigInt(fraction.padEnd(12, '0'));
}

function literalOf(type: 'timestamp' | 'timestamptz', given: string, comparator: Comparator = '='): string {
  return compareSql(momentComparison('v', type), comparator, { given, key: '' });
}

const two = (number: number): string => String(number).padStart(2, '0');
const clock = fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map((numbers) => numbers.map(two).join(':'));
const day = fc
  .tuple(fc.integer({ min: 1, max: 12345 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`);
const fraction = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 12 });
const zone = fc.record({ sign: fc.constantFrom('+', '-'), hours: fc.nat(13), minutes: fc.constantFrom(0, 15, 30, 45) });

describe('a moment that a field of Trino is compared with', () => {
  it('is exactly the one that was sent', () => {
    fc.assert(
      fc.property(day, clock, fraction, zone, fc.boolean(), (date, time, digits, { sign, hours, minutes }, isLocal) => {
        const moment = `${date}T${time}${digits === '' ? '' : `.${digits}`}`;
        const given = isLocal ? moment : `${moment}${sign}${two(hours)}:${two(minutes)}`;
        const sql = literalOf(isLocal ? 'timestamp' : 'timestamptz', given);
        const literal = /^v = timestamp '(.*?)( UTC)?'$/.exec(sql)?.[1] ?? sql;
        const offset = isLocal ? 0n : BigInt((sign === '-' ? -1 : 1) * (hours * 60 + minutes)) * 60_000n;
        assert.equal(picosOf(literal), picosOf(moment) - offset * PICOS_PER_MS);
      }),
      { numRuns: 2000 },
    );
  });

  it('lies between two picoseconds where it has more digits', () => {
    const given = '2024-01-01T00:30:00.1234567890125+01:00';
    const below = `timestamp '2023-12-31 23:30:00.123456789012 UTC'`;
    for (const [comparator, sql] of [
      ['=', 'false'],
      ['>', `v > ${below}`],
      ['>=', `v > ${below}`],
      ['<', `v <= ${below}`],
      ['<=', `v <= ${below}`],
    ] as const)
      assert.equal(literalOf('timestamptz', given, comparator), sql);
  });
});
