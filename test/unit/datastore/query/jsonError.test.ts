import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findJsonError } from '../../../../src/datastore/query/jsonError.ts';

describe('JSON error position', () => {
  const broken: [text: string, line: number, column: number][] = [
    ['', 1, 1],
    ['{"a":}', 1, 6],
    ['{"a": 1,\n "b" 2}', 2, 6],
    ['{"a": 1,}', 1, 9],
    ['[1 2]', 1, 4],
    ['{"a": 01}', 1, 8],
    ['{a: 1}', 1, 2],
    ["{'a': 1}", 1, 2],
    ['{"a": "x\ny"}', 1, 7],
    ['{"a": [1, 2}', 1, 12],
    ['{"a": 1', 1, 8],
    ['{"a": NaN}', 1, 7],
    ['{} {}', 1, 4],
  ];
  for (const [text, line, column] of broken) {
    it(`finds ${JSON.stringify(text)} broken at ${line}:${column}`, () => {
      assert.deepEqual(findJsonError(text), { line, column });
    });
  }

  it('finds an error exactly where JSON.parse throws', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      ' ',
      '\n',
      '"a"',
      '"\\u00e9"',
      '"\u007f"',
      '1',
      '-1.5e3',
      '01',
      'true',
      'null',
      '"',
      '\\',
      '\u00a0',
    );
    const text = fc.oneof(
      fc.json(),
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      fc
        .tuple(fc.json(), fc.nat(), pieces)
        .map(([json, at, piece]) => json.slice(0, at % json.length) + piece + json.slice(at % json.length)),
    );
    fc.assert(
      fc.property(text, (json) => {
        let isValid = true;
        try {
          JSON.parse(json);
        } catch {
          isValid = false;
        }
        assert.equal(findJsonError(json) === undefined, isValid, json);
      }),
      { numRuns: 3000 },
    );
  });
});
