import assert from 'node:assert/strict';
import type { ExactValue } from '../../../../src/base/cells.ts';
import { readDataset } from '../../../../src/datastore/catalog/dataset.ts';

const least = { id: 'd1', name: 'fruit', title: 'Fruit', resources: [] };
const read = (changes: object) => readDataset({ ...least, ...changes });

describe('a dataset of a catalog', () => {
  it('is read from what CKAN says', () => {
    const resources = [
      {
        id: 'r1',
        name: 'Prices',
        format: 'CSV',
        datastore_active: true,
        url: 'https://data.test/prices.csv',
        last_modified: null,
        metadata_modified: '2026-02-03T04:05:06.789',
        created: '2020-01-01T00:00:00',
      },
    ];
    const organization = { id: 'o1', name: 'market-hall', title: 'Market hall', image_url: '' };
    const dataset = read({ private: true, metadata_modified: '2026-01-02T03:04:05.678901', organization, resources });
    assert.deepEqual(dataset, {
      id: 'd1',
      name: 'fruit',
      title: 'Fruit',
      organization: { name: 'market-hall', title: 'Market hall' },
      updated: '2026-01-02T03:04:05.678901',
      isPrivate: true,
      resources: [
        {
          id: 'r1',
          name: 'Prices',
          format: 'CSV',
          hasRecords: true,
          url: 'https://data.test/prices.csv',
          updated: '2026-02-03T04:05:06.789',
        },
      ],
      hasMore: false,
    });
  });

  const none: [what: string, value: ExactValue][] = [
    ['no object', 'fruit'],
    ['null', null],
    ['a list', [least]],
    ['no id', { name: 'fruit', title: 'Fruit' }],
    ['an id that is no text', { ...least, id: 7 }],
    ['an empty id', { ...least, id: '' }],
    ['an id with a line break', { ...least, id: 'a\nb' }],
    ['an id without an end', { ...least, id: 'x'.repeat(201) }],
  ];
  for (const [what, value] of none)
    it(`is not ${what}`, () => {
      assert.equal(readDataset(value), undefined);
    });

  const titles: [what: string, title: unknown, shown: string][] = [
    ['a text', 'Fruit', 'Fruit'],
    ['lines, turned and hidden characters', ' a\n\u202eb\u200b\u0000c ', 'a b c'],
    ['markup, as it is', '<b>[x](command:y)</b>', '<b>[x](command:y)</b>'],
    ['something without an end', 'x'.repeat(1000), `${'x'.repeat(499)}…`],
    ['nothing', '', 'fruit'],
    ['no text', 7, 'fruit'],
    ['a text for each language', { de: 'Obst', en: 'Fruit' }, 'Fruit'],
    ['a text for other languages', { en: '', de: 'Obst', fr: 7 }, 'Obst'],
    ['a text for none', {}, 'fruit'],
  ];
  for (const [what, title, shown] of titles)
    it(`has a title in one line from ${what}`, () => {
      assert.equal(read({ title })?.title, shown);
    });

  it('does with an id alone', () => {
    const dataset = readDataset({ id: 'd1' });
    const bare = { id: 'd1', name: 'd1', title: 'd1', isPrivate: false, resources: [], hasMore: false };
    assert.deepEqual(dataset, bare);
  });

  for (const [what, value] of [
    ['null', null],
    ['a text', 'yesterday'],
    ['a number', 20260102],
    ['a date with more behind it', `2026-01-02${'x'.repeat(50)}`],
  ] as const)
    it(`has no time where it is ${what}`, () => {
      assert.equal(read({ metadata_modified: value })?.updated, undefined);
    });

  const organizations: [what: string, value: unknown, read: unknown][] = [
    ['without a title', { name: 'hall' }, { name: 'hall', title: 'hall' }],
    ['without a name', { title: 'Hall' }, undefined],
    ['that is null', null, undefined],
    ['that is a text', 'hall', undefined],
  ];
  for (const [what, organization, shown] of organizations)
    it(`reads an organization ${what}`, () => {
      assert.deepEqual(read({ organization })?.organization, shown);
    });

  it('leaves out what is no resource, and names the others', () => {
    const resources = [
      7,
      { name: 'no id' },
      { id: 'r1', name: '', description: 'Prices\nby day' },
      { id: 'r2', format: { en: 'CSV' } },
    ];
    assert.deepEqual(
      read({ resources })?.resources.map(({ id, name, format }) => [id, name, format]),
      [
        ['r1', 'Prices by day', ''],
        ['r2', 'r2', 'CSV'],
      ],
    );
  });

  const flags: [value: unknown, hasRecords: boolean][] = [
    [true, true],
    ['True', true],
    ['true', true],
    [false, false],
    ['False', false],
    [null, false],
    [1, false],
    [undefined, false],
  ];
  for (const [value, hasRecords] of flags)
    it(`has records: ${String(hasRecords)}, where datastore_active is ${JSON.stringify(value)}`, () => {
      assert.equal(read({ resources: [{ id: 'r', datastore_active: value }] })?.resources[0]?.hasRecords, hasRecords);
    });

  for (const url of ['javascript:alert(1)', 'command:x', 'file:///etc/passwd', '/datastore/dump/r', '', 7])
    it(`has no link to ${JSON.stringify(url)}`, () => {
      assert.equal(read({ resources: [{ id: 'r', url }] })?.resources[0]?.url, undefined);
    });

  it('keeps the first 5,000 resources, and says that there are more', () => {
    const resources = Array.from({ length: 5001 }, (_, index) => ({ id: `r${index}` }));
    const many = read({ resources });
    assert.deepEqual([many?.resources.length, many?.hasMore], [5000, true]);
    assert.equal(read({ resources: resources.slice(1) })?.hasMore, false);
  });

  it('touches no prototype', () => {
    const text = '{"id":"d1","title":{"__proto__":"x"},"__proto__":{"name":"y"},"resources":{"__proto__":[]}}';
    const dataset = readDataset(JSON.parse(text) as ExactValue);
    assert.deepEqual([dataset?.title, dataset?.name, dataset?.resources], ['d1', 'd1', []]);
  });
});
