import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { member } from '../../../src/base/cells.ts';
import { JsonRecordSplitter, type JsonRecord } from '../../../src/service/formats/json/jsonRecordSplitter.ts';
import { jsonEntries } from '../../../src/service/formats/json/jsonRecord.ts';
import { reason } from '../../../src/service/resource/reasons.ts';
import { TestDatastore } from '../datastore.ts';

describe('JSON files', () => {
  let datastore: TestDatastore;

  before(async () => {
    datastore = await TestDatastore.open({
      'array.json': {
        content: '\ufeff[ {"b": 1, "10": "x", "2": null},\n  {"2": true, "é\\u0000": "a\\u0000\\nb"},\n\n {} ]\n',
      },
      'lines.jsonl': { content: '{"a":1}\n\n{"a":2.50,"b":[1, {"c": "]}"}]}\r\n{"b":{}}' },
      'one.ndjson': { content: '{"a": "only"}' },
      'names.json': { content: '[{"": 1, "_id": 2, "__proto__": 3, "constructor": {"__proto__": 4}}]' },
      'none.json': { content: '[]' },
      sniffed: { content: '\n [{"a": 1}]' },
    });
  });
  after(() => datastore.close());

  const page = async (name: string) => {
    const reply = await datastore.post('datastore_search', {
      resource_id: datastore.id(name),
      records_format: 'lists',
    });
    const fields = (member(reply.result, 'fields') as { id: string }[]).map(({ id }) => id);
    return { fields, records: member(reply.result, 'records'), text: reply.text };
  };

  it('an array: fields are the union of keys as they first appear; missing and null are NULL', async () => {
    const { fields, records } = await page('array.json');
    assert.deepEqual(fields, ['_id', 'b', '10', '2', 'é\u0000']);
    assert.deepEqual(records, [
      [1, 1, 'x', null, null],
      [2, null, null, true, 'a\u0000\nb'],
      [3, null, null, null, null],
    ]);
  });

  it('JSON Lines', async () => {
    const { fields, text } = await page('lines.jsonl');
    assert.deepEqual(fields, ['_id', 'a', 'b']);
    assert.ok(text.includes('"records":[[1,1,null],[2,2.50,[1, {"c": "]}"}]],[3,null,{}]]'), text);
    assert.deepEqual((await page('one.ndjson')).records, [[1, 'only']]);
    assert.deepEqual((await page('sniffed')).records, [[1, 1]]);
  });

  it('an empty list: a table without fields and records', async () => {
    assert.deepEqual(await page('none.json').then(({ fields, records }) => [fields, records]), [['_id'], []]);
    const id = datastore.id('none.json');
    for (const more of [{ q: 'x' }, { sort: '_id' }, { filters: { _id: 1 } }, { distinct: true }]) {
      const { result } = await datastore.post('datastore_search', { resource_id: id, ...more });
      assert.equal(member(result, 'total'), 0);
    }
    const { result } = await datastore.post('datastore_search_sql', { sql: `select count(*) n from "${id}"` });
    assert.deepEqual(member(result, 'records'), [{ n: 0 }]);
  });

  it('names that mean something elsewhere', async () => {
    const { fields, text } = await page('names.json');
    assert.deepEqual(fields, ['_id', 'field 1', '_id (2)', '__proto__', 'constructor']);
    assert.ok(text.includes('[[1,1,2,3,{"__proto__": 4}]]'), text);
  });

  const nested = (levels: number) => `[{"a":${'['.repeat(levels)}${']'.repeat(levels)}}]`;
  for (const [name, content, message] of [
    ['nothing', '', /The file is empty\.$/],
    ['spaces', ' \n', /The file is empty\.$/],
    ['empty records', '[{},{}]', /No record has a field\.$/],
    ['a text', '"x"', /The file is neither an array of objects nor JSON Lines\.$/],
    ['a web page', '<html>', /This is a web page\. Open its address in a browser to see why\.$/],
    ['numbers', '[\n{"a":1},\n2]', /line 3: A record isn't an object\.$/],
    ['no comma', '[{"a":1}\n{"a":2}]', /line 2: A comma is missing between two records\.$/],
    ['more behind the end', '[{"a":1}]\nx', /line 2: Text follows the end of the array\.$/],
    ['cut in a record', '[{"a":1},\n{"a":', /line 2: The file ends in the middle of a record\.$/],
    ['cut between records', '[{"a":1},\n', /line 2: The array never ends\. The file may be incomplete\.$/],
    ['a number with a leading zero', '[\n\n{"a":01}]', /line 3: Invalid JSON \(".+"\)\.$/],
    ['a key twice', '[{"a":1,\n"b":2,"a":3}]', /line 1, field "a": A record has this key twice\.$/],
    ['half of a surrogate pair', '[{"a":"\\ud800"}]', /line 1, field "a": A text has half of a surrogate pair/],
    ['nesting', nested(65), /line 1: Values are nested more than 64 levels deep\.$/],
    ['a NUL byte', '[{"a":"x\0"}]', /line 1: The text has a NUL byte\.$/],
    [
      'broken UTF-8',
      Buffer.concat([Buffer.from('[{"a":"é'), Buffer.of(0xe9), Buffer.from('"}]')]),
      /line 1: These bytes aren't UTF-8 text\./,
    ],
  ] as const)
    it(`${name}: refused`, async () => {
      const file = path.join(datastore.folder, `${name}.json`);
      await writeFile(file, content);
      await assert.rejects(datastore.import(file), message);
    });

  it('63 levels of nesting are read', async () => {
    const file = path.join(datastore.folder, 'deep.json');
    await writeFile(file, nested(62));
    assert.equal((await datastore.import(file)).records, 1);
  });
});

describe('reading JSON records', () => {
  const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 5 });

  it('finds every record however the file is written and cut', () => {
    fc.assert(
      fc.property(records, fc.nat(200), fc.boolean(), fc.boolean(), (list, cut, asLines, pretty) => {
        const space = pretty && !asLines ? 2 : undefined;
        const text = asLines
          ? list.map((record) => JSON.stringify(record)).join('\n')
          : JSON.stringify(list, null, space);
        const bytes = Buffer.from(text);
        const found: unknown[] = [];
        const accept = ({ text: record }: JsonRecord): undefined => void found.push(JSON.parse(record));
        const splitter = new JsonRecordSplitter('f.json', { accept });
        splitter.push(bytes.subarray(0, cut));
        splitter.push(bytes.subarray(cut));
        splitter.finish();
        assert.deepEqual(found, JSON.parse(JSON.stringify(list)));
      }),
    );
  });

  const MIB = 1 << 20;
  for (const [what, isCollection, start, push] of [
    [
      'a million bytes that fit no text',
      false,
      '{"a":"',
      (splitter: JsonRecordSplitter) => {
        const chunk = Buffer.alloc(MIB);
        for (let at = 0; at < MIB; at += 1) {
          splitter.rejectByte(reason('nulByte'));
          splitter.push(chunk.subarray(at, at + 1));
        }
      },
    ],
    [
      '32 MiB of text beside the features',
      true,
      '{"',
      (splitter: JsonRecordSplitter) => {
        const chunk = Buffer.alloc(MIB, 'x');
        for (let count = 0; count < 32; count += 1) splitter.push(chunk);
      },
    ],
  ] as const)
    it(`keeps nothing of ${what}`, () => {
      const splitter = new JsonRecordSplitter('f.json', {
        accept: () => undefined,
        onSkip: () => undefined,
        path: isCollection ? 'features' : undefined,
      });
      const held = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
      const before = held();
      splitter.push(Buffer.from(start));
      push(splitter);
      assert.ok(held() - before < 64 * MIB, String(held() - before));
    });

  it('finds every key and the text of every value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (record, pretty) => {
        const text = JSON.stringify(record, null, pretty ? 1 : undefined);
        const parsed = [...jsonEntries(text)].map(([key, token]): [string, unknown] => [key, JSON.parse(token)]);
        assert.deepEqual(new Map(parsed), new Map(Object.entries(JSON.parse(text) as object)));
      }),
    );
  });
});
