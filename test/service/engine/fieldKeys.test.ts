/** Fields of few digits and dates need no sort key in text. All others have one, and compare in the same way. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { TestDatastore } from '../datastore.ts';

const TEXT_KEY = undefined;
const values = {
  whole: ['7', '-12', '900719925474099312'],
  money: ['1.50', '-0.05', '12345678901234.5'],
  zero: ['0', '-0', '0.000'],
  tooLong: ['1234567890123456789', '1', '2'],
  tooFine: ['1.5', '0.123456789012345678', '3'],
  exponent: ['1e3', '15E-1', '2'],
  day: ['2024-02-29', '0001-01-01', '9999-12-31'],
  second: ['2024-01-02T03:04:05', '2024-01-02T03:04:04', '1999-12-31T23:59:59'],
  fraction: ['2024-01-02T03:04:05.5', '2024-01-02T03:04:05.0', '1999-12-31T23:59:59.9'],
};
const keys = [0, 2, 3, TEXT_KEY, TEXT_KEY, TEXT_KEY, 'none', 'none', TEXT_KEY];
const names = Object.keys(values);
const rows = [0, 1, 2].map((index) => Object.values(values).map((list) => list[index] ?? ''));
const isNumber = (text: string): boolean => !/\d-\d\d-/.test(text);
const files = {
  'keys.csv': { content: [names, ...rows].map((row) => `${row.join(',')}\n`).join('') },
  'keys.jsonl': {
    content: rows
      .map((row) => row.map((text, at) => `"${names[at] ?? ''}":${isNumber(text) ? text : `"${text}"`}`))
      .map((members) => `{${members.join(',')}}\n`)
      .join(''),
  },
};

describe('Sort keys of imported fields', () => {
  let datastore: TestDatastore;
  before(async () => void (datastore = await TestDatastore.open(files)));
  after(() => datastore.close());

  for (const name of Object.keys(files)) {
    it(`${name}: are numbers, or none, where the values allow it`, async () => {
      const description = await new Catalogue(datastore.data).find(datastore.id(name));
      assert.deepEqual(
        description?.fields.map(({ key }) => key),
        keys,
      );
    });

    for (const [field, filter, found] of [
      ['whole', { gt: '900719925474099311.5' }, [3]],
      ['whole', { lte: '900719925474099311.99' }, [1, 2]],
      ['whole', { gte: '-12.0', lt: '7.000000000000000000001' }, [1, 2]],
      ['whole', ['7.0', '-1.2e1', '7.5'], [1, 2]],
      ['money', '-5e-2', [2]],
      ['money', { gt: '12345678901234.4999999999999' }, [3]],
      ['money', { lt: '1e300' }, [1, 2, 3]],
      ['money', { gt: 'NaN' }, []],
      ['zero', 0, [1, 2, 3]],
      ['tooLong', { gt: '1234567890123456788.9' }, [1]],
      ['tooFine', '0.1234567890123456780', [2]],
      ['exponent', 1000, [1]],
      ['exponent', { lt: 2 }, [2]],
      ['day', { gte: '2024-02-29' }, [1, 3]],
      ['day', 'Feb 29, 2024', [1]],
      ['second', '2024-01-02 03:04:05.000', [1]],
      ['second', { lt: '2024-01-02T03:04:04.5' }, [2, 3]],
      ['second', { lte: 'infinity' }, [1, 2, 3]],
      ['fraction', '2024-01-02T03:04:05', [2]],
    ] as const)
      it(`${name}: ${field} ${JSON.stringify(filter)} finds ${found.join(', ') || 'none'}`, async () => {
        const query = { filters: { [field]: filter }, sort: '_id' };
        assert.deepEqual(await datastore.values(name, '_id', query), found);
      });

    for (const [field, order] of [
      ['whole', [2, 1, 3]],
      ['money', [2, 1, 3]],
      ['zero', [1, 2, 3]],
      ['tooLong', [2, 3, 1]],
      ['tooFine', [2, 1, 3]],
      ['exponent', [2, 3, 1]],
      ['day', [2, 1, 3]],
      ['second', [3, 2, 1]],
      ['fraction', [3, 2, 1]],
    ] as const)
      it(`${name}: sorts by ${field}`, async () => {
        assert.deepEqual(await datastore.values(name, '_id', { sort: field }), order);
      });
  }

  it('equal numbers are one where only distinct ones are asked for', async () => {
    const zeros = await datastore.values('keys.csv', 'zero', { fields: ['zero'], distinct: true });
    assert.equal((zeros as unknown[]).length, 1);
  });

  it('a description that an older version wrote is still read, one of another form is not', async () => {
    const id = datastore.id('keys.csv');
    const file = `${datastore.data}/${id}.json`;
    const text = await readFile(file, 'utf8');
    for (const [version, isKnown] of [
      [2, true],
      [1, false],
      [3, true],
      [4, true],
    ] as const) {
      await writeFile(file, text.replace(/"version":\d+/, `"version":${String(version)}`));
      assert.equal((await new Catalogue(datastore.data).find(id)) !== undefined, isKnown);
    }
  });
});
