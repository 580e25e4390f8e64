import assert from 'node:assert/strict';
import { parseExact, stringifyExact } from '../../../src/base/exactJson.ts';
import { startServer } from '../../../src/service/http/server.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { ExactNumber, type ExactValue, member } from '../../../src/base/cells.ts';
import { COPY_ID, CopyFolder, fieldsOf } from './copyFolder.ts';

describe('a local copy', () => {
  let folder: CopyFolder;
  beforeEach(async () => {
    folder = await CopyFolder.open();
  });
  afterEach(() => folder.close());

  const describedFields = async () =>
    (await new Catalogue(folder.data).find(COPY_ID))?.fields.map(({ id, type }) => `${id}:${type}`);

  /** The result of `datastore_search` on the copy. */
  const served = async (body: object = {}): Promise<ExactValue | undefined> => {
    const server = await startServer({ directory: folder.data, memoryLimitMb: 512 });
    try {
      const answer = await fetch(`${server.baseUrl}/api/action/datastore_search`, {
        method: 'POST',
        headers: { Authorization: server.token, 'Content-Type': 'application/json' },
        body: JSON.stringify({ resource_id: COPY_ID, ...body }),
      });
      return member(member(parseExact(await answer.text()), 'result'), 'records');
    } finally {
      await server.close();
    }
  };

  it('gives out every value as it came', async () => {
    const values: readonly (readonly [string, ExactValue])[] = [
      ['text', ''],
      ['text', null],
      ['text', ' 007 \n\t"\\\u0000\u001f\u2028é😀'],
      ['numeric', new ExactNumber('9007199254740993')],
      ['numeric', new ExactNumber('1.50')],
      ['numeric', new ExactNumber('-0')],
      ['numeric', new ExactNumber('1e400')],
      ['int4', 7],
      ['float8', 0.1],
      ['bool', false],
      ['timestamp', '2026-01-01T00:00:00'],
      ['json', { a: [1, new ExactNumber('2.0'), null], b: 'x' }],
      ['json', [] as const],
      ['_text', ['a', null]],
      ['geometry', '0101000000'],
    ];
    const fields = [{ id: '_id', type: 'int' }, ...values.map(([type], at) => ({ id: `f${String(at)}`, type }))];
    await folder.copy(fields, [[12, ...values.map(([, value]) => value)]]);
    const [record] = (await served()) as readonly Record<string, ExactValue>[];
    assert.ok(record);
    assert.equal(
      stringifyExact(fields.map(({ id }) => record[id] ?? null)),
      stringifyExact([12, ...values.map(([, value]) => value)]),
    );
    assert.deepEqual(
      await describedFields(),
      values.map(([type], at) => `f${String(at)}:${type}`),
    );
  });

  const strangers: readonly (readonly [string, declared: string, values: readonly ExactValue[], held: string])[] = [
    ['numbers in a text field', 'text', [1, new ExactNumber('2.50'), null], 'numeric'],
    ['booleans in a text field', 'text', [true, null], 'bool'],
    ['numbers and texts in a text field', 'text', ['1', 1], 'json'],
    ['lists in a field of an unknown type', 'strange', [[1], null], 'json'],
    ['a text with half a surrogate pair', 'text', ['\ud800', 'a'], 'json'],
    ['numbers that are sent as texts', 'numeric', ['1.50', '2', null], 'text'],
    ['NaN beside numbers', 'numeric', ['NaN', 1], 'numeric'],
  ];
  for (const [what, type, values, held] of strangers)
    it(`holds ${what} as ${held}, so that they stay as they came`, async () => {
      const fields = fieldsOf(`a:${type}`);
      await folder.copy(
        fields,
        values.map((value, at) => [at + 1, value]),
      );
      assert.deepEqual(await describedFields(), [`a:${held}`]);
      const records = (await served()) as readonly Record<string, ExactValue>[];
      assert.equal(stringifyExact(records.map((record) => record['a'] ?? null)), stringifyExact(values));
    });

  it('keeps _id with its gaps, and the order of _id', async () => {
    await folder.copy(fieldsOf('a:text'), [
      [5, 'five'],
      [9, 'nine'],
      [2, 'two'],
    ]);
    assert.deepEqual(await served(), [
      { _id: 2, a: 'two' },
      { _id: 5, a: 'five' },
      { _id: 9, a: 'nine' },
    ]);
  });

  it('has a record once that came twice while the portal changed, as it came last', async () => {
    const { records } = await folder.copy(fieldsOf('a:text'), [
      [1, 'x'],
      [2, 'old'],
      [2, 'new'],
    ]);
    assert.equal(records, 2);
    assert.deepEqual(await served(), [
      { _id: 1, a: 'x' },
      { _id: 2, a: 'new' },
    ]);
  });

  it('numbers the records itself where the portal does not, or calls something else _id', async () => {
    await folder.copy([{ id: 'a', type: 'text' }], [['x'], ['y']]);
    assert.deepEqual(await served(), [
      { _id: 1, a: 'x' },
      { _id: 2, a: 'y' },
    ]);
    await folder.copy(fieldsOf('a:text'), [
      ['first', 'x'],
      [2, 'y'],
    ]);
    assert.deepEqual(await served(), [
      { _id: 1, '_id (2)': 'first', a: 'x' },
      { _id: 2, '_id (2)': 2, a: 'y' },
    ]);
  });

  it('of nothing has the fields, and one without fields has the records', async () => {
    assert.equal((await folder.copy(fieldsOf('a:text'), [])).records, 0);
    assert.deepEqual(await describedFields(), ['a:text']);
    assert.equal((await folder.copy(fieldsOf(''), [[1], [2]])).records, 2);
    assert.deepEqual(await served(), [{ _id: 1 }, { _id: 2 }]);
  });

  it('knows the data dictionary of its fields', async () => {
    const info = { label: 'A', notes: 'n' };
    await folder.copy(
      [
        { id: '_id', type: 'int' },
        { id: 'a', type: 'text', info },
      ],
      [],
    );
    assert.deepEqual((await new Catalogue(folder.data).find(COPY_ID))?.fields[0]?.info, info);
  });
});
