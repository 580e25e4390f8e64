import assert from 'node:assert/strict';
import { expectedFacts, isOlderThan } from '../../../../src/datastore/dialect/expectation.ts';

describe('what a version of CKAN is expected to do', () => {
  const table: [version: string, yes: readonly string[]][] = [
    ['2.2.4', ['numbersAsTexts', 'hashInNames', 'ranks', 'sql']],
    ['2.6', ['distinct', 'numbersAsTexts', 'hashInNames', 'ranks', 'sql', 'prefixes']],
    ['2.8.12', ['distinct', 'totals', 'lists', 'listsLoseNulls', 'hashInNames', 'ranks', 'sql', 'prefixes']],
    [
      '2.9.9',
      [
        'distinct',
        'totals',
        'lists',
        'listsLoseNulls',
        'estimates',
        'hashInNames',
        'ranks',
        'sql',
        'prefixes',
        'maxLimit',
      ],
    ],
    [
      '2.9.10',
      ['distinct', 'totals', 'lists', 'estimates', 'sortsNulls', 'hashInNames', 'ranks', 'sql', 'prefixes', 'maxLimit'],
    ],
    ['2.10.1', ['distinct', 'totals', 'lists', 'listsLoseNulls', 'estimates', 'ranks', 'prefixes', 'maxLimit']],
    [
      '2.10.11',
      ['distinct', 'totals', 'lists', 'estimates', 'distinctByPage', 'sortsNulls', 'ranks', 'prefixes', 'maxLimit'],
    ],
    ['2.11.2', ['distinct', 'totals', 'lists', 'estimates', 'sortsNulls', 'ranks', 'prefixes', 'maxLimit']],
    [
      '2.11.6',
      ['distinct', 'totals', 'lists', 'estimates', 'distinctByPage', 'sortsNulls', 'ranks', 'prefixes', 'maxLimit'],
    ],
    [
      '2.12.0b0',
      ['distinct', 'totals', 'lists', 'ranges', 'sortsNulls', 'hashInNames', 'ranks', 'prefixes', 'maxLimit'],
    ],
  ];
  for (const [version, yes] of table)
    it(`of ${version}`, () => {
      const expected = Object.entries(expectedFacts(version));
      assert.deepEqual(
        expected.flatMap(([fact, value]) => (value === false ? [] : [fact])),
        yes,
      );
    });

  for (const version of [undefined, '', 'unknown', 'v2.11', '2'])
    it(`of ${String(version)}: nothing`, () => assert.deepEqual(expectedFacts(version), {}));

  it('tells an older version', () => {
    const older = ['2.8.12', '2.9.11', '2.10.0', undefined].map((version) => isOlderThan(version, [2, 9, 11]));
    assert.deepEqual(older, [true, false, false, false]);
  });
});
