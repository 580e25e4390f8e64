/** An inspection before the import shows every guess, and follows every choice. */
import assert from 'node:assert/strict';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Reading, ReadingChoices } from '../../../src/service/resource/reading.ts';
import { ReadingFolder } from './readings.ts';

type Sample = readonly (readonly (string | null)[])[];

describe('inspecting a file', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  const guesses: Readonly<Record<string, readonly [string, Partial<Reading>, readonly string[], Sample]>> = {
    'commas': ['a,b\n1,x\n', { delimiter: ',', quote: '"', header: true }, ['a', 'b'], [['1', 'x']]],
    'semicolons, with decimal commas': ['a;b\n1,5;2,5\n3,1;4,2\n', { delimiter: ';' }, ['a', 'b'], [['1,5', '2,5'], ['3,1', '4,2']]],
    'tabs, with commas in most values': ['a\tb\n1,2\tx\n3,4\ty\n', { delimiter: '\t' }, ['a', 'b'], [['1,2', 'x'], ['3,4', 'y']]],
    'bars': ['a|b\n1|x\n', { delimiter: '|' }, ['a', 'b'], [['1', 'x']]],
    'a title with more delimiters than the records': ['name;note\nx;"a, b, c"\ny;"d, e"\n', { delimiter: ';' }, ['name', 'note'], [['x', 'a, b, c'], ['y', 'd, e']]],
    'lists with another delimiter inside': ['name,list\nx,1;2;3\ny,4\nz,5;6\n', { delimiter: ',' }, ['name', 'list'], [['x', '1;2;3'], ['y', '4'], ['z', '5;6']]],
    'line ends inside quotes': ['a,b\n"1\n2",x\n', { delimiter: ',' }, ['a', 'b'], [['1\n2', 'x']]],
    'one field': ['a\n1\n2\n', { delimiter: ',', header: true }, ['a'], [['1'], ['2']]],
    'single quotes that hold delimiters': ["a,b\n'1,2','x'\n'3,4','y'\n", { quote: "'" }, ['a', 'b'], [['1,2', 'x'], ['3,4', 'y']]],
    'single quotes that are part of texts': ["a,b\n'tis,x\ny,'z'\n", { quote: '"' }, ['a', 'b'], [["'tis", 'x'], ['y', "'z'"]]],
    'no names: numbers above numbers': ['1,x\n2,y\n', { header: false }, ['field 1', 'field 2'], [['1', 'x'], ['2', 'y']]],
    'no names: dates above dates': ['2024-01-01;x\n2024-01-02;y\n', { header: false }, ['field 1', 'field 2'], [['2024-01-01', 'x'], ['2024-01-02', 'y']]],
    'names: a text above numbers': ['1,b\n2,3\n', { header: true }, ['1', 'b'], [['2', '3']]],
    'names: years': ['2019,2020\n5,6\n', { header: true }, ['2019', '2020'], [['5', '6']]],
    'names only': ['1,2\n', { header: true }, ['1', '2'], []],
    'equal and empty names': ['a,,a\n1,2,3\n', {}, ['a', 'field 2', 'a (2)'], [['1', '2', '3']]],
    'NULL and empty text': ['a,b\n,""\n', {}, ['a', 'b'], [[null, '']]],
    'five records': ['a,b\n1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n', {}, ['a', 'b'], [['1', '1'], ['2', '2'], ['3', '3'], ['4', '4'], ['5', '5']]],
    'long values are cut': [`a,b\n${'é'.repeat(101)},1\n`, {}, ['a', 'b'], [['é'.repeat(100), '1']]],
  }; // prettier-ignore
  for (const [name, [content, reading, fields, sample]] of Object.entries(guesses))
    it(name, async () => {
      const found = await folder.inspect('guess.csv', content);
      assert.deepEqual({ ...found.reading, ...reading }, found.reading);
      assert.deepEqual([found.fields, found.sample], [fields, sample]);
      // The import must match the inspection.
      const imported = await folder.import('guess.csv', content);
      assert.deepEqual(imported.resource.reading, found.reading);
      assert.deepEqual(imported.fields, fields);
      const cut = imported.records.slice(0, 5).map((values) => values.map((value) => value?.slice(0, 100) ?? null));
      assert.deepEqual(cut, sample);
    });

  const choices: Readonly<Record<string, readonly [string, ReadingChoices, readonly string[], Sample]>> = {
    'another delimiter': ['a;b,c\n1;2,3\n', { delimiter: ',' }, ['a;b', 'c'], [['1;2', '3']]],
    'another quote': ["a,b\n'1,2',\"x\n", { quote: "'" }, ['a', 'b'], [['1,2', '"x']]],
    'no quote': ['a\tb\n5" pipe\t"x\n', { quote: '' }, ['a', 'b'], [['5" pipe', '"x']]],
    'no header': ['a,b\n1,2\n', { header: false }, ['field 1', 'field 2'], [['a', 'b'], ['1', '2']]],
    'a header of numbers': ['1,2\n3,4\n', { header: true }, ['1', '2'], [['3', '4']]],
    'CSV that looks like JSON': ['{"a",b\n1,2\n', { format: 'csv' }, ['{"a"', 'b'], [['1', '2']]],
  }; // prettier-ignore
  for (const [name, [content, choice, fields, sample]] of Object.entries(choices))
    it(`${name}: as chosen`, async () => {
      const found = await folder.inspect('choice.csv', content, choice);
      assert.deepEqual({ ...found.reading, ...choice }, found.reading);
      assert.deepEqual([found.fields, found.sample], [fields, sample]);
      const imported = await folder.import('choice.csv', content, choice);
      assert.deepEqual([imported.fields, imported.records], [fields, sample]);
    });

  it('JSON: fields of the first records, values as they stand there', async () => {
    const content = '[{"a":1.50,"b":{"x":[1]}},{"a":null,"c":"é"}]';
    const { reading, fields, sample } = await folder.inspect('look.json', content);
    assert.equal(reading.format, 'json');
    assert.deepEqual(fields, ['a', 'b', 'c']);
    assert.deepEqual(sample, [['1.50', '{"x":[1]}', null], [null, null, 'é']].map((row) => row.slice(0, 3))); // prettier-ignore
  });

  it('a file with a bad record is shown: it could be read without it', async () => {
    assert.deepEqual((await folder.inspect('bad.csv', 'a,b\n1\n2,3\n')).fields, ['a', 'b']);
    assert.deepEqual((await folder.inspect('bad.jsonl', '{"a":1}\nx\n{"a":2}\n')).sample, [['1'], ['2']]);
  });

  it('only the beginning of a large file is read', async () => {
    const content = `a,b\n${'1,x\n'.repeat(2_000_000)}`;
    for (const file of [Buffer.from(content), gzipSync(content, { level: 1 })]) {
      const started = process.cpuUsage();
      const { fields, sample } = await folder.inspect('large.csv', file);
      const { user } = process.cpuUsage(started);
      assert.deepEqual([fields, sample.length], [['a', 'b'], 5]);
      assert.ok(user < 1e6, `${String(user)} µs`);
    }
  });

  it('content counts more than the name', async () => {
    assert.equal((await folder.inspect('json.csv', '[{"a": 1}]')).reading.format, 'json');
    assert.equal((await folder.inspect('json.txt', '{"a": 1}\n{"a": 2}')).reading.format, 'json');
    assert.equal((await folder.inspect('csv', 'a,b\n1,2\n')).reading.format, 'csv');
    assert.equal((await folder.inspect('json', ' [ {"a": 1}]')).reading.format, 'json');
  });

  it('a folder, a circle of links, and a file that is gone are refused in words', async () => {
    await mkdir(path.join(folder.folder, 'folder.csv'));
    const circle = path.join(folder.folder, 'circle.csv');
    await symlink(circle, circle);
    const gone = await folder.write('gone.csv', 'a\n1\n');
    await rm(gone);
    for (const [file, message] of [
      [path.join(folder.folder, 'folder.csv'), /folder\.csv: This isn't a file\.$/],
      [circle, /circle\.csv: The link leads back to itself\.$/],
      [gone, /gone\.csv: The file doesn't exist\.$/],
      [path.join(gone, 'x.csv'), /x\.csv: The file doesn't exist\.$/],
    ] as const)
      await assert.rejects(folder.importFile(file), message);
  });
});
