/** Text files in all encodings are guessed, chosen, imported exactly, or refused with the place of the fault. */
import assert from 'node:assert/strict';
import type { FileEncoding } from '../../../src/service/resource/reading.ts';
import { ReadingFolder } from './readings.ts';

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))));

describe('encodings', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  const guesses: Readonly<Record<string, readonly [Buffer, FileEncoding, string]>> = {
    'UTF-8': [bytes('a,b\n1,é😀\n'), 'utf-8', 'é😀'],
    'UTF-8 with a mark': [bytes('\ufeffa,b\n1,é\n'), 'utf-8', 'é'],
    'ASCII': [bytes('a,b\n1,x\n'), 'utf-8', 'x'],
    'UTF-16 LE with a mark': [Buffer.from('\ufeffa,b\n1,é😀\n', 'utf16le'), 'utf-16le', 'é😀'],
    'UTF-16 BE with a mark': [swapped('\ufeffa,b\n1,é😀\n'), 'utf-16be', 'é😀'],
    'UTF-16 BE of Cyrillic letters': [swapped(`\ufeffa,b\n1,${'Город '.repeat(20)}\n`), 'utf-16be', 'Город '.repeat(20)],
    'UTF-16 LE without a mark': [Buffer.from('a,b\n1,é😀\n', 'utf16le'), 'utf-16le', 'é😀'],
    'UTF-16 BE without a mark': [swapped('a,b\n1,é😀\n'), 'utf-16be', 'é😀'],
    'Windows-1252': [bytes('a,b\n1,', 0x80, 0x93, 0xe9, 0x94, '\n'), 'windows-1252', '€“é”'],
    'ISO-8859-1, by a byte that Windows-1252 does not have': [bytes('a,b\n1,', 0xe9, 0x81, '\n'), 'iso-8859-1', 'é\u0081'],
    'an old letter at the very end': [bytes('a,b\n1,caf', 0xe9), 'windows-1252', 'café'],
    'an old letter behind the first MiB': [bytes('a,b\n', '2,x\n'.repeat(300_000), '1,', 0xe9, '\n'), 'windows-1252', 'é'],
  }; // prettier-ignore
  for (const [name, [content, encoding, value]] of Object.entries(guesses))
    it(`${name}: ${encoding}`, async () => {
      const { resource, fields, records } = await folder.import('guess.csv', content);
      assert.equal(resource.reading?.encoding, encoding);
      assert.deepEqual(fields, ['a', 'b']);
      assert.deepEqual(records.at(-1), ['1', value]);
    });

  it('an old letter behind the part that the guess looks through', async () => {
    const lines = `2,${'x'.repeat(1 << 16)}\n`.repeat(1100);
    const { resource, records } = await folder.import('late.csv', bytes('a,b\n', lines, '1,', 0xe9, '\n'));
    assert.equal(resource.reading?.encoding, 'windows-1252');
    assert.deepEqual(records.at(-1), ['1', 'é']);
    assert.equal(records.length, 1101);
  });

  it('JSON too', async () => {
    for (const [encoding, content] of [
      ['utf-16le', Buffer.from('\ufeff[{"a":"é😀"}]', 'utf16le')],
      ['utf-16be', swapped('[{"a":"é😀"}]')],
      ['windows-1252', bytes('[{"a":"', 0x80, '"}]')],
    ] as const) {
      const { resource, records } = await folder.import('guess.json', content);
      assert.equal(resource.reading?.encoding, encoding);
      assert.deepEqual(records, [[encoding === 'windows-1252' ? '€' : 'é😀']]);
    }
  });

  it('every byte of the two old encodings is the character of its standard', async () => {
    const high = Array.from({ length: 128 }, (_, index) => 128 + index);
    const defined = high.filter((byte) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte));
    const windows = await folder.import('all.csv', bytes('a\n', ...defined, '\n'), { encoding: 'windows-1252' });
    assert.equal(windows.records[0]?.[0], new TextDecoder('windows-1252').decode(Buffer.from(defined)));
    const iso = await folder.import('all.csv', bytes('a\n', ...high, '\n'), { encoding: 'iso-8859-1' });
    assert.equal(iso.records[0]?.[0], Buffer.from(high).toString('latin1'));
  });

  it('characters that a chunk cuts', async () => {
    const text = `x${'😀'.repeat(300_000)}`;
    for (const shift of ['', 'é']) {
      const { records } = await folder.import('cut.csv', Buffer.from(`\ufeffa${shift}\n${text}\n`, 'utf16le'));
      assert.deepEqual(records, [[text]]);
    }
  });

  it('a chosen encoding is obeyed, also against the guess', async () => {
    const { records } = await folder.import('obeyed.csv', bytes('a\né\n'), { encoding: 'windows-1252' });
    assert.deepEqual(records, [['Ã©']]);
  });

  const misfits: readonly (readonly [string, Buffer, FileEncoding | undefined, RegExp])[] = [
    ['UTF-8 with a broken character', bytes('a\né\nx\ncaf', 0xe9, '\n'), undefined, /, line 4: These bytes aren't UTF-8 text\./],
    ['UTF-8 that is cut in a character', bytes('a\nx\n', 0xe2, 0x82), undefined, /, line 3: These bytes aren't UTF-8 text\./],
    ['Windows-1252 taken for UTF-8', bytes('a\ncaf', 0xe9, '\n'), 'utf-8', /, line 2: These bytes aren't UTF-8 text\./],
    ['a byte that Windows-1252 does not have', bytes('a\nx\n', 0x81, '\n'), 'windows-1252', /, line 3: These bytes aren't windows-1252 text\./],
    ['half of a pair', Buffer.from('\ufeffa\nx\ud83d\n', 'utf16le'), undefined, /, line 2: These bytes aren't UTF-16le text\./],
    ['the other half of a pair', Buffer.from('\ufeffa\n\ude00\n', 'utf16le'), undefined, /, line 2: These bytes aren't UTF-16le text\./],
    ['a unit that is cut', Buffer.concat([Buffer.from('\ufeffa\nx', 'utf16le'), Buffer.of(0x78)]), undefined, /, line 2: These bytes aren't UTF-16le text\./],
  ]; // prettier-ignore
  for (const [name, content, encoding, message] of misfits)
    it(`${name}: refused with its line`, () =>
      assert.rejects(folder.import('misfit.csv', content, encoding && { encoding }), message));
});
