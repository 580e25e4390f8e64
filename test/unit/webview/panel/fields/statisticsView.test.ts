import assert from 'node:assert/strict';
import { shareInPercent } from '../../../../../src/webview/panel/fields/statisticsView.ts';

describe('share of records without a value', () => {
  const cases: readonly (readonly [part: number, whole: number, text: string])[] = [
    [0, 10, '0%'],
    [1, 10, '10%'],
    [1, 3, '33.3%'],
    [1, 10_000_000, '< 0.1%'],
    [9_999_999, 10_000_000, '> 99.9%'],
    [10, 10, '100%'],
  ];
  for (const [part, whole, text] of cases)
    it(`${String(part)} of ${String(whole)} is ${text}`, () => {
      assert.equal(shareInPercent(part, whole, 'en'), text);
    });
});
