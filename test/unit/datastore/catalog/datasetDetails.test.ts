import assert from 'node:assert/strict';
import { ExactNumber, type ExactValue } from '../../../../src/base/cells.ts';
import { readDatasetDetails } from '../../../../src/datastore/catalog/datasetDetails.ts';

const least = { id: 'd1', name: 'fruit', title: 'Fruit' };
const read = (changes: object) => readDatasetDetails({ ...least, ...changes });

describe('all that a catalog says about a dataset', () => {
  it('is read from what CKAN says', () => {
    const details = read({
      notes: 'Prices of *fruit*.\r\n\r\nDaily.',
      author: 'Market office',
      maintainer: 'Ann',
      version: '1.2',
      license_id: 'cc-by',
      license_title: 'Creative Commons Attribution',
      license_url: 'https://creativecommons.test/by',
      url: 'https://market.test',
      tags: [{ name: 'apple', display_name: 'Apple' }, { name: 'pear' }, { display_name: '' }, 'odd', null],
      resources: [
        { id: 'r1', name: 'Prices', description: 'All **prices**', mimetype: 'text/csv', size: 1204 },
        { id: 'r2' },
      ],
    });
    assert.deepEqual(details, {
      ...least,
      isPrivate: false,
      hasMore: false,
      notes: 'Prices of *fruit*.\r\n\r\nDaily.',
      author: 'Market office',
      maintainer: 'Ann',
      version: '1.2',
      license: { title: 'Creative Commons Attribution', url: 'https://creativecommons.test/by' },
      source: 'https://market.test',
      tags: ['Apple', 'pear'],
      resources: [
        {
          ...{ id: 'r1', name: 'Prices', format: '', hasRecords: false },
          ...{ description: 'All **prices**', mimetype: 'text/csv', size: 1204 },
        },
        { id: 'r2', name: 'r2', format: '', hasRecords: false, description: '', mimetype: '' },
      ],
    });
  });

  it('is empty where a portal says nothing', () => {
    assert.deepEqual(read({}), {
      ...least,
      ...{ isPrivate: false, hasMore: false, notes: '', author: '', maintainer: '', version: '' },
      ...{ license: { title: '' }, tags: [], resources: [] },
    });
  });

  it('is nothing where there is no dataset', () => {
    assert.equal(readDatasetDetails(null), undefined);
    assert.equal(read({ id: 7 }), undefined);
  });

  const odd: [what: string, changes: object, expected: object][] = [
    ['notes in several languages', { notes: { de: 'Obst', en: 'Fruit' } }, { notes: 'Fruit' }],
    ['notes without an end', { notes: 'x'.repeat(50_000) }, { notes: 'x'.repeat(20_000) }],
    ['notes that are no text', { notes: 7 }, { notes: '' }],
    ['an author with a line break', { author: 'Ann\nAdmin' }, { author: 'Ann Admin' }],
    ['a licence by its id alone', { license_id: 'cc-zero' }, { license: { title: 'cc-zero' } }],
    ['a licence that is a command', { license_url: 'command:x' }, { license: { title: '' } }],
    ['a source that is no address', { url: 'javascript:alert(1)' }, { source: undefined }],
    ['tags that are no list', { tags: 'a,b' }, { tags: [] }],
    [
      'thousands of tags',
      { tags: Array.from({ length: 3000 }, (_, place) => ({ name: `t${place}` })) },
      { tags: Array.from({ length: 100 }, (_, place) => `t${place}`) },
    ],
  ];
  for (const [what, changes, expected] of odd)
    it(`takes ${what}`, () => {
      const details = read(changes) as unknown as Record<string, unknown>;
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, details[name]])), expected);
    });

  const sizes: [size: ExactValue, bytes: number | undefined][] = [
    [1204, 1204],
    ['1204', 1204],
    [0, 0],
    [new ExactNumber('1204.0'), 1204],
    [null, undefined],
    ['', undefined],
    ['1.2 MB', undefined],
    [-1, undefined],
    [1.5, undefined],
    [[], undefined],
    [true, undefined],
    [{ a: 1 }, undefined],
  ];
  for (const [size, bytes] of sizes)
    it(`takes ${JSON.stringify(size)} for a size of ${bytes ?? 'nothing'}`, () => {
      assert.equal(read({ resources: [{ id: 'r1', size }] })?.resources[0]?.size, bytes);
    });
});
