/** A search with the index of blocks finds the same as one without it, because no block is left out. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { member } from '../../../src/base/cells.ts';
import {
  blockBits,
  BlockIndexWriter,
  bucketIn,
  bucketsOf,
  EDITION,
  bucketGroup,
  sharedBlocks,
} from '../../../src/service/engine/duckdb/blockIndex.ts';
import { blocksWith } from '../../../src/service/engine/duckdb/search/searchBlocks.ts';
import type { OpenResource } from '../../../src/service/engine/duckdb/servedFolder.ts';
import { CsvScanner } from '../../../src/service/formats/csv/csvScanner.ts';
import type { Engine } from '../../../src/service/engine/duckdb/engine.ts';
import { seeded } from '../../faults/random.ts';
import { TestDatastore } from '../datastore.ts';

/** Records in the smallest blocks. */
const BLOCK = 2048;

/** The blocks that may contain a text, if each block's first record has one of the texts and the others are empty. */
function blocksFor(texts: readonly string[], wanted: string): string | undefined {
  const writer = new BlockIndexWriter();
  for (const text of texts) {
    const bytes = Buffer.from(text);
    writer.push(bytes, 0, bytes.length);
    for (let record = 0; record < BLOCK; record += 1) writer.endRecord();
  }
  return blocksIn(writer, texts.length * BLOCK, wanted);
}

function blocksIn(writer: BlockIndexWriter, records: number, wanted: string): string | undefined {
  const index = new Map(writer.groups());
  const found = bucketsOf(wanted).map((bucket) => bucketIn(index.get(bucketGroup(bucket)) ?? assert.fail(), bucket));
  return sharedBlocks(found, records);
}

describe('The index of blocks', () => {
  it('never leaves out a block that has the text', () => {
    const ascii = fc.constantFrom('a', 'b', 'C', 'i', 'k', '0', ' ', '"');
    const unit = fc.oneof(
      { weight: 6, arbitrary: ascii },
      { weight: 1, arbitrary: fc.constantFrom('é', '°', 'İ', '\u212A') },
    );
    const blocks = fc.array(fc.string({ unit, maxLength: 40 }), { minLength: 1, maxLength: 12 });
    // DuckDB makes one letter of the two that JavaScript makes of `İ`.
    const lower = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();
    fc.assert(
      fc.property(blocks, fc.nat(11), fc.nat(29), fc.integer({ min: 3, max: 12 }), (texts, block, from, length) => {
        const wanted = lower(texts[block % texts.length] ?? '').slice(from, from + length);
        const named = blocksFor(texts, wanted) ?? '1'.repeat(texts.length);
        for (const [place, text] of texts.entries())
          if (lower(text).includes(wanted)) assert.equal(named[place], '1', `${wanted} in ${text}`);
      }),
    );
  });

  it('has each value of a CSV file, wherever its bytes are cut', () => {
    const value = fc.string({
      unit: fc.constantFrom('a', 'b', 'C', ' ', '"', ',', '\n', 'é'),
      minLength: 3,
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 20 }), (values, size) => {
        const lines = values.map((text) => `"${text.replaceAll('"', '""')}","${text.length}"`);
        const bytes = Buffer.from(`text,length\n${lines.join('\n')}\n`);
        const writer = new BlockIndexWriter();
        const scanner = new CsvScanner('some.csv', { delimiter: ',', quote: '"', header: true }, { blocks: writer });
        while (scanner.offset < bytes.length) scanner.push(bytes.subarray(scanner.offset, scanner.offset + size));
        scanner.finish();
        const index = new Map(writer.groups());
        for (const bucket of values.flatMap(bucketsOf))
          assert.deepEqual([...bucketIn(index.get(bucketGroup(bucket)) ?? assert.fail(), bucket)], [1]);
      }),
    );
  });

  it('is left alone if it is of another edition', async () => {
    const resource = { description: { blockIndex: EDITION - 1 } } as OpenResource;
    const texts = [{ kind: 'contains', text: 'quokka' }] as const;
    assert.equal(await blocksWith(texts, resource, undefined as never, new AbortController().signal), undefined);
  });

  for (const [what, wanted, named] of [
    ['a text that stands in one block', 'beta c', '0100'],
    ['whatever its case', 'BETA C', '0100'],
    ['a text that stands nowhere', 'omega', '0000'],
    ['three letters', 'GAM', '0010'],
    ['a text too short to tell', 'be', undefined],
    ['a text beyond ASCII', 'ééééé', undefined],
    ['a text that stands everywhere', 'common', undefined],
  ] as const)
    it(`for ${what} names ${named ?? 'no blocks'}`, () => {
      assert.equal(blocksFor(['alpha common', 'beta common', 'gamma common', 'delta common'], wanted), named);
    });
});

describe('The index of more blocks than an import holds in memory', () => {
  const MOST = 3 << 11;
  const RECORDS = (MOST + 2) * BLOCK;

  it('has blocks of twice the size, and still leaves none out', () => {
    const writer = new BlockIndexWriter();
    const marked = new Set([0, 3 * BLOCK + 1, 4000 * BLOCK, MOST * BLOCK, RECORDS - 1]);
    const text = Buffer.from('quokka');
    for (let record = 0; record < RECORDS; record += 1) {
      if (marked.has(record)) writer.push(text, 0, text.length);
      writer.endRecord();
    }
    assert.equal(blockBits(RECORDS), 12);
    const named = blocksIn(writer, RECORDS, 'quokka') ?? '';
    assert.equal(named.length, MOST / 2 + 1);
    const found = Array.from(named.matchAll(/1/g), ({ index }) => index);
    assert.deepEqual(found, [0, 1, 2000, MOST / 2]);
  });
});

describe('A search in many records', function () {
  this.timeout(120_000);
  const RECORDS = 200_003;
  /** Different records by their places from 1. */
  const odd = new Map([
    [1, 'The Quokka of Rottnest'],
    [99_999, 'İSTANBUL quokkas'],
    [150_000, 'a ""quoted"" one'],
    [200_002, '273.15 \u212Aelvin'],
    [200_003, 'at the end: quokka'],
  ]);
  const random = seeded(31);
  const LETTERS = Array.from('abcdefgHIJ0123456789 -É');
  const records = Array.from({ length: RECORDS }, (_, index) => {
    const drawn = Array.from(
      { length: 4 + Math.floor(8 * random()) },
      () => LETTERS[Math.floor(LETTERS.length * random())],
    );
    return odd.get(index + 1) ?? `plain ${drawn.join('')}`;
  });
  let datastore: TestDatastore;

  before(async () => {
    const lines = records.map((text) => `"${text}"`);
    datastore = await TestDatastore.open({ 'many.csv': { content: `text\n${lines.join('\n')}\n` } });
  });
  after(() => datastore.close());

  it('is asked for few groups, whatever the length of a text', async () => {
    const text = Array.from({ length: 4000 }, () => LETTERS[Math.floor(LETTERS.length * random())]).join('');
    const statements: string[] = [];
    const engine = { rows: (sql: string) => (statements.push(sql), []) } as unknown as Engine;
    const open = { description: { blockIndex: EDITION, resource: { records: RECORDS } }, database: 'd' };
    const { signal } = new AbortController();
    await blocksWith([{ kind: 'contains', text }], open as unknown as OpenResource, engine, signal);
    assert.equal(statements[0]?.match(/select/g)?.length, 32);
  });

  it('finds the same as without the index, whatever is searched for', async () => {
    const file = path.join(datastore.data, `${datastore.id('many.csv')}.json`);
    const described = await readFile(file, 'utf8');
    const withoutIndex = described.replace(`"blockIndex":${String(EDITION)},`, '');
    assert.notEqual(withoutIndex, described);
    const record = fc.nat(RECORDS - 1).map((place) => records[place] ?? '');
    const part = fc
      .tuple(record, fc.nat(12), fc.integer({ min: 1, max: 8 }))
      .map(([text, from, length]) => text.slice(from, from + length));
    const other = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 5 });
    const word = record.map((text) => /[\p{L}\p{N}]+$/u.exec(text)?.[0] ?? 'plain');
    const expression = fc
      .tuple(word, fc.constantFrom('&', '|', '<->', '&!'), word, fc.constantFrom('', ':*'))
      .map((parts) => parts.join(''));
    const question = fc.oneof(
      fc.oneof(part, other).map((q) => ({ q, plain: true })),
      fc.oneof(word, expression).map((q) => ({ q, plain: false })),
    );
    const answer = async (description: string, body: object): Promise<unknown> => {
      await writeFile(file, description);
      const query = { resource_id: datastore.id('many.csv'), sort: '_id', ...body };
      const { status, result } = await datastore.post('datastore_search', query);
      assert.equal(status, 200);
      return [member(result, 'total'), member(result, 'records')];
    };
    await fc.assert(
      fc.asyncProperty(question, async (body) => {
        assert.deepEqual(await answer(described, body), await answer(withoutIndex, body));
      }),
      { numRuns: 60 },
    );
    await writeFile(file, described);
  });

  for (const [q, ids] of [
    ['quokka', [1, 99_999, 200_003]],
    ['QUOKKAS', [99_999]],
    ['okka of Rott', [1]],
    ['istanbul', [99_999]],
    ['a "quoted" one', [150_000]],
    ['273.15 kelvin', [200_002]],
    ['15 \u212Aelvin', [200_002]],
    ['wallaby', []],
  ] as const)
    it(`finds ${q} in ${ids.join(', ') || 'none'}`, async () => {
      assert.deepEqual(await datastore.values('many.csv', '_id', { q, sort: '_id' }), ids);
    });
});
