/** Text files in all encodings are guessed, chosen, imported exactly, or refused with the place of the fault. */
import assert from 'node:assert/strict';
import type { FileEncoding } from '../../../src/service/resource/reading.ts';
import { decoderOf, encodingOfName } from '../../../src/service/reading/textEncoding.ts';
import { encode } from '../../bench/encodings/texts.ts';
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
    'UTF-16 LE without a mark, of Cyrillic letters': [Buffer.from(`a,b\n1,${'Город'.repeat(9)}\n`, 'utf16le'), 'utf-16le', 'Город'.repeat(9)],
    'UTF-16 BE without a mark, of Chinese letters': [swapped('a,b\n1,北京市\n'), 'utf-16be', '北京市'],
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

  const detected: readonly (readonly [FileEncoding, string])[] = [
    ['windows-1250', 'Název;Třída;Škola žáků;Ústí nad Labem;příjmení;měsíčně'],
    ['iso-8859-2', 'Łódź;województwo śląskie;świętokrzyskie;gmina Żarów'],
    ['windows-1251', 'Название;Школа;Больница города'],
    ['koi8-r', 'Название;Школа;Больница города'],
    ['koi8-u', 'Назва;Київ;лікарня;вулиця'],
    ['ibm866', 'Название;Школа;Больница города'],
    ['windows-1253', 'Όνομα;Διεύθυνση;Νικόλαος;σχολείο'],
    ['windows-1254', 'öğrenci sayısı;İlçe;Şişli;Kadıköy;Beşiktaş'],
    ['windows-1255', 'שם;כתובת;מספר;בית ספר'],
    ['windows-1256', 'الاسم;العنوان;المدينة;مدرسة'],
    ['windows-1257', 'gyventojų skaičius;Šiauliai;Panevėžys;mokykla žemė'],
    ['windows-874', 'ชื่อ;ที่อยู่;จังหวัด;โรงเรียน'],
    ['iso-8859-15', 'cœur;œuvre;prix en €;élève;sœur'],
    ['macintosh', 'Straße;Größe;München;Fläche;Übersicht'],
    ['ibm850', 'Straße;Größe;München;Fläche;Übersicht'],
    ['shift_jis', '名称;住所;センター;図書館'],
    ['euc-jp', '名称;住所;センター;図書館'],
    ['iso-2022-jp', '名称;住所;センター;図書館'],
    ['gb18030', '名称;地址;学校;图书馆'],
    ['big5', '名稱;地址;學校;圖書館'],
    ['euc-kr', '이름;주소;학교;도서관'],
    ['ibm850', 'Köln;x'],
  ]; // prettier-ignore
  for (const [encoding, line] of detected)
    it(`${encoding} is detected: ${line}`, async () => {
      const content = encode(`${line}\n`, encoding);
      assert.ok(content);
      const { reading, fields, unsure } = await folder.inspect('detected.csv', content);
      assert.deepEqual(fields, line.split(';'));
      assert.equal(reading.encoding, encoding);
      assert.equal(unsure, undefined);
    });

  for (const [what, names] of [
    ['puts the beginning of a quotation behind a letter', 'a,Modifi\x82'],
    ['begins words with signs', '\x85ffnungszeit,\x80nderung'],
    ['has a single word of another script', 'name,\xd0\xe0\xe9\xee\xed'],
  ] as const)
    it(`a guess that ${what} is unsure`, async () => {
      const { resource } = await folder.import('one.csv', Buffer.from(`${names}\n1,2\n`, 'latin1'));
      assert.deepEqual(resource.unsure, ['encoding']);
    });

  it('a single sign behind each amount is the usual one, but unsure', async () => {
    const amounts = Array.from({ length: 60 }, (_, at) => `"7.503,${String(10 + at)} \x80"`).join('\n');
    const { resource } = await folder.import('euro.csv', Buffer.from(`amount\n${amounts}\n`, 'latin1'));
    assert.deepEqual([resource.reading?.encoding, resource.unsure], ['windows-1252', ['encoding']]);
  });

  it('a guess that begins a word with a sign is unsure, whatever stands behind the amounts', async () => {
    const amounts = '1,10 €\n2,20 €\n3,30 €\n4,40 €\n5,50 €\n6,60 €\n';
    const content = encode(`Öffnungszeit\n${amounts}`, 'macintosh');
    assert.ok(content);
    const { resource } = await folder.import('mac.csv', content, { delimiter: ';' });
    assert.deepEqual(resource.unsure, ['encoding']);
  });

  it('a letter behind each amount and nowhere else is unsure, because it could be the sign of a currency', async () => {
    const content = encode('1,10 €;a\n2,20 €;b\n3,30 €;c\n4,40 €;d\n5,50 €;e\n6,60 €;f\n', 'windows-1251');
    assert.ok(content);
    assert.deepEqual((await folder.inspect('euro.csv', content)).unsure, ['encoding']);
  });

  it('a guess that mixes two alphabets in a word is unsure, whatever stands behind the amounts', async () => {
    const amounts = Array.from({ length: 27 }, (_, at) => `7,${at + 10} €\n`).join('');
    const content = encode(`Unità in m²;Località\n${amounts}`, 'iso-8859-15');
    assert.ok(content);
    assert.deepEqual((await folder.inspect('euro.csv', content)).unsure, ['encoding']);
  });

  it('a rare encoding is unsure if the usual one fits as well', async () => {
    const names = 'Qualità_id;Località;Proprietà;Età media;Popolazione;Unità\n';
    const content = encode(`${names}Unità;;;;;\nCittà Alta;;;;;\n© Città metropolitana 2023;;;;;\n`, 'iso-8859-1');
    assert.ok(content);
    const { reading, unsure } = await folder.inspect('rare.csv', content);
    assert.deepEqual([reading.encoding, unsure?.includes('encoding')], ['iso-8859-4', true]);
  });

  it('a word of each line counts once, so that a letter of a name shows the language', async () => {
    const lines = Array.from({ length: 80 }, (_, at) => `${at}|Málaga\n`).join('');
    const content = encode(`Modificación|Código|Categoría|Año de construcción\n${lines}`, 'windows-1252');
    assert.ok(content);
    const { reading, unsure } = await folder.inspect('names.csv', content);
    assert.deepEqual([reading.encoding, unsure], ['windows-1252', undefined]);
  });

  it('a short text that could be Chinese or Japanese is unsure', async () => {
    const content = encode('名前,住所\n山田太郎,東京都千代田区\n鈴木花子,大阪府大阪市\n', 'euc-jp') ?? '';
    assert.deepEqual((await folder.inspect('kanji.csv', content)).unsure, ['encoding']);
  });

  it('a short text with Korean syllables outside the standard is unsure, and read by choice', async () => {
    const content = encode('이름;학교\n똠방각하;펲시\n', 'euc-kr') ?? Buffer.alloc(0);
    assert.deepEqual((await folder.inspect('korean.csv', content)).unsure, ['encoding']);
    const { records } = await folder.import('korean.csv', content, { encoding: 'euc-kr' });
    assert.deepEqual(records, [['똠방각하', '펲시']]);
  });

  it('an encoding whose letters could be those of another is unsure, until it is chosen', async () => {
    const content = encode('școală;județ;preț;învățământ\n1;2;3;4\n', 'iso-8859-16');
    assert.ok(content);
    const { resource } = await folder.import('unsure.csv', content);
    assert.equal(resource.reading?.encoding, 'windows-1250');
    assert.deepEqual(resource.unsure, ['encoding']);
    const chosen = await folder.import('unsure.csv', content, { encoding: 'iso-8859-16' });
    assert.equal(chosen.resource.unsure, undefined);
    assert.deepEqual(chosen.fields, ['școală', 'județ', 'preț', 'învățământ']);
  });

  it('letters that are usual in the west are sure, however few', async () => {
    for (const text of ['café', 'München', 'price in €', '100 m²', 'São Paulo']) {
      const { reading, unsure } = await folder.inspect('west.csv', encode(`${text},x\n1,2\n`, 'windows-1252') ?? '');
      assert.deepEqual([reading.encoding, unsure], ['windows-1252', undefined], text);
    }
  });

  it('a mark at the end of a word alone is unsure: it may be a letter of DOS', async () => {
    for (const name of ['Località', 'Età', 'Schö'])
      assert.deepEqual((await folder.inspect('dos.csv', encode(`${name},x\n1,2\n`, 'ibm850') ?? '')).unsure, [
        'encoding',
      ]);
    const quoted = await folder.inspect('quoted.csv', encode('the “best”,x\n1,2\n', 'windows-1252') ?? '');
    assert.equal(quoted.unsure, undefined);
  });

  it('bytes that fit no encoding are unsure, and those of another kind of data do no harm', async () => {
    const { unsure } = await folder.inspect('none.csv', bytes('a,b\n', 0x81, 0x8d, 0xff, 0x90, ',', 0xff, '\n'));
    assert.deepEqual(unsure, ['encoding']);
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

  it('the mark of UTF-8 before a text of a chosen encoding is no part of it', async () => {
    const content = bytes('\ufeffname,b\n1,', 0xe9, '\n');
    const { fields, records } = await folder.import('marked.csv', content, { encoding: 'windows-1252' });
    assert.deepEqual([fields, records], [['name', 'b'], [['1', 'é']]]);
  });

  const names: readonly (readonly [string, FileEncoding | undefined])[] = [
    ...(['latin1', 'cp1252', 'Windows-1252', 'ansi'] as const).map((name) => [name, 'windows-1252'] as const),
    ...(['utf8', 'UTF_8', 'utf-8-sig'] as const).map((name) => [name, 'utf-8'] as const),
    ...(['cp850', 'IBM850', 'CP437', 'mac_roman', 'latin2'] as const).map((name, at) =>
      [name, (['ibm850', 'ibm850', 'ibm437', 'macintosh', 'iso-8859-2'] as const)[at]] as const),
    ...(['cp949', 'ks_c_5601-1987', 'EUC-KR'] as const).map((name) => [name, 'euc-kr'] as const),
    ['Shift_JIS', 'shift_jis'], ['gbk', 'gb18030'], ['utf-16', 'utf-16le'], ['ISO-8859-1', 'iso-8859-1'],
    ['klingon', undefined], ['', undefined],
  ]; // prettier-ignore
  for (const [name, encoding] of names)
    it(`${name} is the name of ${encoding ?? 'no encoding'}`, () => {
      assert.equal(encodingOfName(name), encoding);
    });

  it('all 8,822 Korean syllables outside the standard are at their places', () => {
    const decode = decoderOf('euc-kr');
    const at = (...places: number[]) => decode(Buffer.from(places), true);
    assert.deepEqual([at(0x81, 0x41), at(0x8c, 0x63), at(0xc6, 0x52), at(0xc6, 0x53)], ['갂', '똠', '힣', '\ud800']);
    assert.deepEqual([at(0xb0), at(0xa1), at(0xb0), decode(Buffer.alloc(0), false)], ['', '가', '', '\ud800']);
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
