/** Unreadable records are skipped on request. Each is listed, and all others are imported exactly and in order. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { CsvScanner } from '../../../src/service/formats/csv/csvScanner.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { ReadingFolder } from './readings.ts';

type Skips = readonly (readonly [line: number, reason: RegExp, text: string, field?: string])[];

describe('skipping what can not be read', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  const cases: Readonly<Record<string, readonly [string | Buffer, readonly (readonly (string | null)[])[], Skips]>> = {
    'ragged records': [
      'a,b\n1,2\n3\n4,5\n6,7,8\n9,10\n',
      [['1', '2'], ['4', '5'], ['9', '10']],
      [[3, /^The row has 1 value, but the header has 2\.$/, '3'], [5, /^The row has 3 values/, '6,7,8']],
    ],
    'a ragged record of several lines goes as a whole': [
      'a,b\n1,2\n"x\ny",2,3\n4,5\n',
      [['1', '2'], ['4', '5']],
      [[3, /^The row has 3 values/, '"x\ny",2,3']],
    ],
    'stray quotes': [
      'a,b\n1,"x"y\n2,z\n3, "q"\n4,w\n',
      [['2', 'z'], ['4', 'w']],
      [[2, /^Text follows the closing quote/, '1,"x"y', 'b'], [4, /^A quote follows a space/, '3, "q"', 'b']],
    ],
    'a stray quote in a value of several lines': [
      'a,b\n1,"x\ny"z\n2,w\n',
      [['2', 'w']],
      [[3, /^Text follows the closing quote/, '1,"x\ny"z', 'b']],
    ],
    'an unclosed quote costs its own line only': [
      'a,b\n1,2\n3,"x\n4,5\n6,7\n',
      [['1', '2'], ['4', '5'], ['6', '7']],
      [[3, /^A quoted value begins here and never ends\. If quotes are/, '3,"x', 'b']],
    ],
    'an unclosed quote in front of others that are closed': [
      'a,b\n1,"x\n2,"y"\n"z",3\n',
      [['2', 'y'], ['z', '3']],
      [[2, /^A quoted value begins here and never ends\. If quotes are/, '1,"x', 'b']],
    ],
    'an unclosed quote in the last line': ['a,b\n1,2\n3,"x', [['1', '2']], [[3, /never ends/, '3,"x', 'b']]],
    'bytes that are no text': [
      Buffer.concat([Buffer.from('a,b\n1,é\n2,'), Buffer.of(0xff), Buffer.from('\n3,x\0y\n4,z\n')]),
      [['1', 'é'], ['4', 'z']],
      [[3, /^These bytes aren't UTF-8 text/, '2,\ufffd', 'b'], [4, /^The text has a NUL byte\.$/, '3,x\0y', 'b']],
    ],
    'a carriage return in the middle of a line': [
      'a,b\n1,x\ry\n2,z\n',
      [['2', 'z']],
      [[2, /^A carriage return is in the middle of a line\.$/, '1,x\ry']],
    ],
    'CRLF stays a line end': ['a,b\r\n1\r\n2,3\r\n', [['2', '3']], [[2, /^The row has 1 value/, '1']]],
    'CR alone ends lines': ['a,b\r1\r2,3\r4,"x\r5,6\r', [['2', '3'], ['5', '6']], [[2, /^The row has 1 value/, '1'], [4, /never ends/, '4,"x', 'b']]],
    'nothing can be read': ['a,b\n1\n', [], [[2, /^The row has 1 value/, '1']]],
  }; // prettier-ignore

  for (const [name, [content, records, skips]] of Object.entries(cases))
    it(name, async () => {
      const found = await folder.import('skip.csv', content, { unreadable: 'skip', encoding: 'utf-8' });
      assert.deepEqual(found.records, records);
      assert.equal(found.resource.records, records.length);
      assert.equal(found.resource.skipped, skips.length);
      assert.deepEqual(
        found.skipped.map(({ line, text, field }) => [line, text, field]),
        skips.map(([line, , text, field]) => [line, text, field]),
      );
      for (const [index, [, reason]] of skips.entries()) assert.match(found.skipped[index]?.reason ?? '', reason);
    });

  it('without the request, the same files are refused', async () => {
    for (const [content, , skips] of Object.values(cases))
      await assert.rejects(folder.import('refused.csv', content, { encoding: 'utf-8' }), ({ message }: Error) => {
        assert.match(message, /^refused\.csv, line \d+/);
        return skips.length > 0;
      });
  });

  it('names can not be left out', () =>
    assert.rejects(
      folder.import('names.csv', 'a,"b"c\n1,2\n', { unreadable: 'skip' }),
      /line 1, field "field 2": Text/,
    ));

  it('a file without faults has no list', async () => {
    const { resource, skipped } = await folder.import('good.csv', 'a,b\n1,2\n', { unreadable: 'skip' });
    assert.equal(resource.skipped, undefined);
    assert.deepEqual(skipped, []);
  });

  it('a long record is listed by its beginning', async () => {
    const { skipped } = await folder.import('long.csv', `a,b\n${'é'.repeat(5000)}\n`, { unreadable: 'skip' });
    assert.equal(skipped[0]?.text, 'é'.repeat(1000));
  });

  it('records that are longer than a chunk are left out as wholes', async () => {
    const long = 'x'.repeat(3 << 20);
    const content = `a,b\n1,2\n${long}\n3,4\n"${long}",5,6\n7,8\n`;
    const { records, skipped } = await folder.import('chunks.csv', content, { unreadable: 'skip' });
    assert.deepEqual(records, [['1', '2'], ['3', '4'], ['7', '8']]); // prettier-ignore
    assert.deepEqual(
      skipped.map(({ line }) => line),
      [3, 5],
    );
  });

  it('more than 100,000 are refused', () =>
    assert.rejects(
      folder.import('many.csv', `a,b\n1,2\n${'1\n'.repeat(100_001)}`, { unreadable: 'skip' }),
      /line 100003: More than 100,000 records can't be read\. The last one: The row has 1 value/,
    ));

  it('the list goes with the data', async () => {
    const first = await folder.import('list.csv', 'a,b\n1\n', { unreadable: 'skip' });
    const own = async () => (await readdir(folder.data)).filter((name) => name.startsWith(first.resource.id)).sort();
    const names = await own();
    const data = names.find((name) => name.endsWith('.duckdb'));
    assert.equal(names.length, 3);
    assert.ok(names.includes(data?.replace(/duckdb$/, 'skipped.jsonl') ?? ''));
    await folder.import('list.csv', 'a,b\n1\n2,3,4\n', { unreadable: 'skip' });
    assert.equal((await own()).length, 3);
    await new Catalogue(folder.data).remove(first.resource.id);
    assert.deepEqual(await own(), []);
  });

  describe('JSON', () => {
    const jsonCases: Readonly<Record<string, readonly [string, readonly string[], Skips]>> = {
      'lines that are no JSON': [
        '{"a":1}\nnonsense\n{"a":02}\n{"a":3}\n[4]\n{"a":5} more\n{"a":6}\n',
        ['1', '3', '5', '6'],
        [[2, /isn't an object/, 'nonsense'], [3, /^Invalid JSON/, '{"a":02}'], [5, /isn't an object/, '[4]'], [6, /isn't an object/, 'more']],
      ],
      'a line that is cut': [
        '{"a":1}\n{"a":"x\n{"a":2}\n{"a":3}\n',
        ['1', '2', '3'],
        [[2, /middle of a record|Invalid JSON/, '{"a":"x']],
      ],
      'an object that is not closed': ['{"a":1}\n{"a":{\n{"a":2}\n{"a":3}', ['1', '2', '3'], [[2, /middle of a record|Invalid JSON/, '{"a":{']]],
      'nonsense first': ['# comment\n{"a":1}\n', ['1'], [[1, /isn't an object/, '# comment']]],
      'a key twice, in an array': ['[{"a":1},\n{"a":2,"a":3},\n{"a":4}]', ['1', '4'], [[2, /key twice/, '{"a":2,"a":3}', 'a']]],
      'half of a pair': ['{"a":1}\n{"a":"\\ud800"}\n{"a":2}', ['1', '2'], [[2, /half of a surrogate pair/, '{"a":"\\ud800"}', 'a']]],
      'NUL': ['{"a":1}\n{"a":"\0"}\n{"a":2}', ['1', '2'], [[2, /NUL/, '{"a":"\0"}']]],
      'too deep': [`{"a":1}\n{"a":${'['.repeat(70)}${']'.repeat(70)}}\n{"a":2}`, ['1', '2'], [[2, /nested/, `{"a":${'['.repeat(70)}${']'.repeat(70)}}`]]],
    }; // prettier-ignore
    for (const [name, [content, values, skips]] of Object.entries(jsonCases))
      it(name, async () => {
        const found = await folder.import('skip.jsonl', content, { unreadable: 'skip' });
        assert.deepEqual(found.records.map(([value]) => value), values); // prettier-ignore
        assert.deepEqual(
          found.skipped.map(({ line, text, field }) => [line, text, field]),
          skips.map(([line, , text, field]) => [line, text, field]),
        );
        for (const [index, [, reason]] of skips.entries()) assert.match(found.skipped[index]?.reason ?? '', reason);
      });
  });
});

describe('CsvScanner, skipping', () => {
  const piece = fc.constantFrom('a', '"', '""', ',', '\n', '\r\n', ' ', '"x"', ',"q",', '1,2\n', '"1","2"\n');
  const scan = (bytes: Buffer, chunk: number) => {
    const ranges: [number, number][] = [];
    const dialect = { delimiter: ',', quote: '"', header: true };
    const scanner = new CsvScanner('f.csv', dialect, { onSkip: ({ start, end }) => void ranges.push([start, end]) });
    let pushed = 0;
    for (;;) {
      const from = scanner.offset;
      if (from < bytes.length) {
        scanner.push(bytes.subarray(from, from + chunk));
        pushed += Math.min(chunk, bytes.length - from);
        continue;
      }
      scanner.finish();
      if (scanner.offset === from) return { ranges, shape: scanner.shape(), pushed };
    }
  };
  const table = fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(`h,i\n${pieces.join('')}`));

  it('leaves out whole lines, and what is left has no fault', () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 40 }), (bytes, chunk) => {
        const { ranges, shape } = scan(bytes, chunk);
        assert.deepEqual(scan(bytes, 1000).ranges, ranges);
        let end = 0;
        const kept: Buffer[] = [];
        for (const [from, to] of ranges) {
          assert.ok(from >= end && to > from);
          assert.equal(bytes[from - 1], 0x0a);
          assert.ok(to === bytes.length || bytes[to - 1] === 0x0a);
          kept.push(bytes.subarray(end, from));
          end = to;
        }
        kept.push(bytes.subarray(end));
        const again = scan(Buffer.concat(kept), 1000);
        assert.deepEqual(again.ranges, []);
        assert.equal(again.shape.records, shape.records);
        assert.deepEqual(again.shape.fields, shape.fields);
      }),
      { numRuns: 3000 },
    );
  });

  for (const [name, line] of [
    ['each opens a quote', '1,"x\n'],
    ['each closes one quote and opens another', 'a","b\n'],
    ['each opens two', '"a""\n'],
  ] as const)
    it(`many lines with unclosed quotes take linear time: ${name}`, () => {
      const bytes = Buffer.from(`h,i\n${line.repeat(20_000)}`);
      const { pushed } = scan(bytes, bytes.length);
      const started = process.cpuUsage();
      const { ranges } = scan(bytes, 1 << 16);
      const { user } = process.cpuUsage(started);
      assert.ok(ranges.length > 9000, String(ranges.length));
      assert.ok(user < 2e6, `${String(user)} µs`);
      assert.ok(pushed > 0);
    });
});
