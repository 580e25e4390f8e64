import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import type { Field } from '../../../src/base/field.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { ExactNumber, type ExactValue, member, type RecordRow } from '../../../src/base/cells.ts';
import { isFull } from '../../support/results/full.ts';
import { COPY_ID, CopyFolder, fieldsOf } from './copyFolder.ts';

describe('a local copy beside the copy before it', () => {
  let folder: CopyFolder;
  beforeEach(async () => {
    folder = await CopyFolder.open();
  });
  afterEach(() => folder.close());

  const lessons = fieldsOf('name:text size:numeric');
  const row = (id: number, name: string, size: ExactValue): RecordRow => [id, name, size];
  const five = ['a', 'b', 'c', 'd', 'e'].map((name, at) => row(at + 1, name, 10 * at));

  const cases: readonly {
    readonly title: string;
    readonly before?: readonly [readonly Field[], readonly RecordRow[]];
    readonly after: readonly [readonly Field[], readonly RecordRow[]];
    readonly counts: string;
    readonly lines: readonly string[];
  }[] = [
    { title: 'nothing changed', after: [lessons, five], counts: '_id +0 -0 ~0', lines: [] },
    {
      title: 'records came, went and changed',
      after: [lessons, [...five.filter(([id]) => id !== 2 && id !== 3), row(3, 'c', 21), row(9, 'new', null)]],
      counts: '_id +1 -1 ~1',
      lines: [
        '{"change":"removed","_id":2,"before":{"name":"b","size":10}}',
        '{"change":"changed","_id":3,"before":{"size":20},"after":{"size":21}}',
        '{"change":"added","_id":9,"after":{"name":"new","size":null}}',
      ],
    },
    {
      title: 'digits that mean the same number are a change, and stay as they are',
      after: [lessons, [row(1, 'a', new ExactNumber('0.0')), ...five.slice(1)]],
      counts: '_id +0 -0 ~1',
      lines: ['{"change":"changed","_id":1,"before":{"size":0},"after":{"size":0.0}}'],
    },
    {
      title: 'null is not the empty text',
      before: [fieldsOf('a:text b:text'), [[1, '', 'x'] as const]],
      after: [fieldsOf('a:text b:text'), [[1, null, 'x'] as const]],
      counts: '_id +0 -0 ~1',
      lines: ['{"change":"changed","_id":1,"before":{"a":""},"after":{"a":null}}'],
    },
    {
      title: 'a field came and one went: that alone changes no record',
      after: [fieldsOf('name:text level:text'), five.map(([id = 0, name = null]) => [id, name, 'easy'])],
      counts: '_id +0 -0 ~0 new level gone size',
      lines: [],
    },
    {
      title: 'an added record has the new field, a removed one the old',
      after: [
        fieldsOf('name:text level:text'),
        [...five.slice(1).map(([id = 0, name = null]) => [id, name, 'easy']), [7, 'g', 'hard']],
      ],
      counts: '_id +1 -1 ~0 new level gone size',
      lines: [
        '{"change":"removed","_id":1,"before":{"name":"a","size":0}}',
        '{"change":"added","_id":7,"after":{"name":"g","level":"hard"}}',
      ],
    },
    {
      title: 'a field has another type and the same text',
      after: [
        fieldsOf('name:text size:text'),
        five.map(([id = 0, name = null, size = null]) => [id, name, String(size as number)]),
      ],
      counts: '_id +0 -0 ~0 retyped size',
      lines: [],
    },
    {
      title: 'fields changed places',
      after: [fieldsOf('size:numeric name:text'), five.map(([id = 0, name = null, size = null]) => [id, size, name])],
      counts: '_id +0 -0 ~0',
      lines: [],
    },
    {
      title: 'loaded anew with a record in front: _id says that everything changed, and is not believed',
      after: [lessons, [row(1, 'new', 5), ...five].map(renumber)],
      counts: 'content +1 -0 ~0',
      lines: ['{"change":"added","_id":1,"after":{"name":"new","size":5}}'],
    },
    {
      title: 'loaded anew with all other numbers: nothing changed',
      after: [lessons, five.map(([id, ...values]) => [Number(id) + 100, ...values])],
      counts: 'content +0 -0 ~0',
      lines: [],
    },
    {
      title: 'one value of every record changed: that is no loading anew',
      after: [lessons, five.map(([id = 0, name = null]) => [id, name, 7])],
      counts: '_id +0 -0 ~5',
      lines: five.map(
        ([id, , size]) =>
          `{"change":"changed","_id":${String(id as number)},"before":{"size":${String(size as number)}},"after":{"size":7}}`,
      ),
    },
    {
      title: 'without _id equal records are counted',
      before: [[{ id: 'a', type: 'text' }], [['x'], ['x'], ['x'], [null], ['y']]],
      after: [[{ id: 'a', type: 'text' }], [['y'], ['x'], [null], [null]]],
      counts: 'content +1 -2 ~0',
      lines: [
        '{"change":"removed","_id":2,"before":{"a":"x"}}',
        '{"change":"removed","_id":3,"before":{"a":"x"}}',
        '{"change":"added","_id":4,"after":{"a":null}}',
      ],
    },
    {
      title: 'nothing was there, now there is',
      before: [lessons, []],
      after: [lessons, five.slice(0, 1)],
      counts: '_id +1 -0 ~0',
      lines: ['{"change":"added","_id":1,"after":{"name":"a","size":0}}'],
    },
    {
      title: 'field names of all kinds',
      before: [
        [
          { id: '_id', type: 'int' },
          { id: `'"\\\u0000é__proto__`, type: 'text' },
        ],
        [[1, 'a']],
      ],
      after: [
        [
          { id: '_id', type: 'int' },
          { id: `'"\\\u0000é__proto__`, type: 'text' },
        ],
        [[1, 'b']],
      ],
      counts: '_id +0 -0 ~1',
      lines: [
        `{"change":"changed","_id":1,"before":{${JSON.stringify(`'"\\\u0000é__proto__`)}:"a"},"after":{${JSON.stringify(`'"\\\u0000é__proto__`)}:"b"}}`,
      ],
    },
    {
      title: 'nested values, and texts with line ends and quotes',
      before: [fieldsOf('j:json t:text'), [[1, { a: [1] }, 'x'] as const]],
      after: [fieldsOf('j:json t:text'), [[1, { a: [2] }, 'l1\r\nl2\t"\u0007\u001e\u001f'] as const]],
      counts: '_id +0 -0 ~1',
      lines: [
        '{"change":"changed","_id":1,"before":{"j":{"a":[1]},"t":"x"},"after":{"j":{"a":[2]},"t":"l1\\r\\nl2\\t\\"\\u0007\\u001e\\u001f"}}',
      ],
    },
  ];
  for (const { title, before = [lessons, five] as const, after, counts, lines } of cases)
    it(title, async () => {
      const first = await folder.copy(...before);
      assert.equal(first.changes, undefined);
      const { changes } = await folder.copy(...after);
      assert.ok(changes);
      assert.equal(changes.since, '2026-01-01T00:00:00.000Z');
      const { by, added, removed, changed, newFields, goneFields, retypedFields } = changes;
      const words = [
        `${by} +${String(added)} -${String(removed)} ~${String(changed)}`,
        ...[...newFields].map((name) => `new ${name}`),
        ...[...goneFields].map((name) => `gone ${name}`),
        ...[...retypedFields].map((name) => `retyped ${name}`),
      ];
      assert.equal(words.join(' '), counts);
      assert.deepEqual(
        (await folder.changes()).map((line) => stringifyExact(line)),
        lines,
      );
    });

  it('whatever changed: the copy before and the changes give the copy after', async () => {
    const value = fc.option(fc.constantFrom<ExactValue>('', 'a', '"', '\n'), { nil: null });
    const rows = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), value, value), { selector: ([id]) => id })
      .map((all) => all.sort(([a], [b]) => a - b));
    const fields = fieldsOf('a:text b:text');
    await fc.assert(
      fc.asyncProperty(rows, rows, async (before, after) => {
        const one = await CopyFolder.open();
        try {
          await one.copy(fields, before);
          const { changes } = await one.copy(fields, after);
          const key = ([id = null, ...values]: RecordRow) =>
            stringifyExact(changes?.by === '_id' ? [id, ...values] : values);
          const left = before.map(key);
          for (const line of await one.changes()) {
            const id = member(line, '_id') ?? null;
            const old = before.find((row) => row[0] === id) ?? [];
            const whole = (part: ExactValue) =>
              key([
                id,
                ...['a', 'b'].map((name, at) => {
                  const value = member(part, name);
                  return value === undefined ? (old[at + 1] ?? null) : value;
                }),
              ]);
            const [gone, come] = [member(line, 'before'), member(line, 'after')];
            if (gone !== undefined) left.splice(left.indexOf(whole(gone)), 1);
            if (come !== undefined) left.push(whole(come));
          }
          assert.deepEqual(left.sort(), after.map(key).sort());
        } finally {
          await one.close();
        }
      }),
      { numRuns: isFull ? 25 : 10 },
    );
  });

  it('the list of changes goes with the data that it belongs to', async () => {
    await folder.copy(lessons, five);
    await folder.copy(lessons, five.slice(1));
    const second = await readdir(folder.data);
    await folder.copy(lessons, five);
    const third = await readdir(folder.data);
    const kinds = (names: readonly string[]) =>
      names.map((name) => name.slice(COPY_ID.length).replace(/[0-9a-f]{8}/, '#')).sort();
    assert.deepEqual(kinds(second), ['.#.changes.jsonl', '.#.duckdb', '.json']);
    assert.deepEqual(kinds(third), kinds(second));
    assert.equal(second.filter((name) => third.includes(name)).length, 1);
    await new Catalogue(folder.data).remove(COPY_ID);
    assert.deepEqual(await readdir(folder.data), []);
  });

  for (const [what, damage] of [
    ['gone', (file: string) => rm(file)],
    ['broken', (file: string) => writeFile(file, 'no database')],
  ] as const)
    it(`data that is ${what} is replaced, without a word on changes`, async () => {
      await folder.copy(lessons, five);
      const { data = '' } = (await new Catalogue(folder.data).find(COPY_ID)) ?? {};
      await damage(path.join(folder.data, data));
      const { changes, records } = await folder.copy(lessons, five);
      assert.equal(changes, undefined);
      assert.equal(records, 5);
    });

  it('a download that broke off leaves the copy as it was', async () => {
    await folder.copy(lessons, five);
    const before = await readdir(folder.data);
    await assert.rejects(folder.copyText('[{"id":"_id","type":"int"}]\n1\n2'), /Lessons: .*broke off/);
    assert.deepEqual(await readdir(folder.data), before);
  });
});

function renumber(row: RecordRow, at: number): RecordRow {
  return [at + 1, ...row.slice(-2)];
}
