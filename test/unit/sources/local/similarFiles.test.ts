import assert from 'node:assert/strict';
import type { Inspect } from '../../../../src/sources/local/importOptions.ts';
import type { FileToOpen } from '../../../../src/sources/local/localFile.ts';
import { similarFiles } from '../../../../src/sources/local/readingList.ts';

describe('similar files', () => {
  const fields: Readonly<Record<string, readonly string[]>> = {
    '/d/2023.csv': ['place', 'count'],
    '/d/2024.csv': ['place', 'count'],
    '/d/2025.csv': ['place', 'count'],
    '/d/others.csv': ['name'],
    '/d/2024.tsv': ['place', 'count'],
  };
  const target = { file: '/d/2024.csv', choices: { delimiter: '|' } };
  const signal = new AbortController().signal;

  it('have the ending of the file and, with its options, its fields', async () => {
    const inspect: Inspect = (file, choices) => {
      assert.deepEqual(choices, target.choices);
      if (file === '/d/2025.csv') return Promise.reject(new Error('Line 2 has one value.'));
      return Promise.resolve({ fields: fields[file] } as never);
    };
    const similar: FileToOpen[] = [];
    for await (const file of similarFiles(target, Object.keys(fields), inspect, signal)) similar.push(file);
    assert.deepEqual(similar, [{ file: '/d/2023.csv', choices: target.choices }]);
  });

  it('are not looked for any longer once people cancel', async () => {
    const inspect: Inspect = () => Promise.resolve({ fields: [] } as never);
    const search = similarFiles(target, ['/d/2023.csv'], inspect, AbortSignal.abort());
    await assert.rejects(search.next(), { name: 'AbortError' });
  });
});
