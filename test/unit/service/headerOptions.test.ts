import assert from 'node:assert/strict';
import { serveOptions } from '../../../src/service/process/serveOptions.ts';

describe('the options of serve for the rows of a header', () => {
  for (const [flags, headerSeparator] of [
    [['--header-rows', '1'], ''],
    [['--header-rows', '2'], ' / '],
    [['--header-rows', '2', '--header-separator', '_'], '_'],
    [['--header-separator', '_'], '_'],
  ] as const)
    it(flags.join(' '), () => assert.deepEqual(serveOptions([...flags, 'a.csv']).choices, { headerSeparator }));

  for (const flags of [
    ['--header-rows', '3'],
    ['--header-rows', '1', '--header-separator', '_'],
    ['--header-separator', ''],
    ['--header-row', '0'],
  ])
    it(`${flags.join(' ')}: refused`, () => assert.throws(() => serveOptions([...flags, 'a.csv'])));
});
