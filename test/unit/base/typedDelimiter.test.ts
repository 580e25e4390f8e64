/** Delimiters as people type them in the import options and on the command line. */
import assert from 'node:assert/strict';
import { typedDelimiter } from '../../../src/base/quotes.ts';

const DELIMITERS: readonly (readonly [typed: string, delimiter: string])[] = [
  ['comma', ','],
  ['tab', '\t'],
  [String.raw`\t`, '\t'],
  [String.raw`\x1f`, '\u001f'],
  [String.raw`\u001F`, '\u001f'],
  ['US', '\u001f'],
  ['SOH', '\u0001'],
  ['space', ' '],
  [String.raw`|\t|`, '|\t|'],
  ['::', '::'],
  ['us', 'us'],
  ['\\', '\\'],
];

describe('typed delimiters', () => {
  for (const [typed, delimiter] of DELIMITERS)
    it(`${typed} is ${JSON.stringify(delimiter)}`, () => {
      assert.equal(typedDelimiter(typed), delimiter);
    });
});
