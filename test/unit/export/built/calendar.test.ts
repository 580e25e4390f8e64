import assert from 'node:assert/strict';
import { dayNumberOf, timeOf, timestampOf } from '../../../../src/export/built/calendar.ts';

describe('dates and times as datastores write them', () => {
  for (const [text, days] of [
    ['1970-01-01', 0],
    ['2024-02-29', 19_782],
    ['1900-02-29', undefined],
    ['2023-02-30', undefined],
    ['0000-01-01', undefined],
  ] as const)
    it(`${text} is ${String(days)} days after 1970 began`, () => assert.equal(dayNumberOf(text), days));

  for (const [text, micros] of [
    ['00:00:00', 0],
    ['23:59:59.5', 86_399_500_000],
    ['24:00:00', undefined],
    ['12:60:00', undefined],
  ] as const)
    it(`${text} is ${String(micros)} microseconds after midnight`, () => assert.equal(timeOf(text), micros));

  for (const [zone, offset] of [
    ['Z', 0],
    ['+02', 120],
    ['+05:45', 345],
    ['-0330', -210],
    ['', undefined],
  ] as const)
    it(`the offset ${zone || 'nothing'} is ${String(offset)} minutes east of UTC`, () => {
      assert.equal(timestampOf(`2024-01-02T03:04:05${zone}`)?.offset, offset);
    });
});
