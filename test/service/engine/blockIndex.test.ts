/** A search with the index of blocks finds the same as one without it, because no block is left out. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { blockBits, BlockIndexWriter, bucketsOf, sharedBlocks } from '../../../src/service/engine/duckdb/blockIndex.ts';
import { TestDatastore } from '../datastore.ts';

/** Records in the smallest blocks. */
const BLOCK = 256;

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
  const index = new Map(writer.buckets());
  const found = bucketsOf(wanted).map((bucket) => index.get(bucket) ?? new Uint8Array());
  return sharedBlocks(found, records);
}

describe('The index of blocks', () => {
  it('never leaves out a block that has the text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'C', '0', '1', ' ', '"', 'é', '\u001f', '🙂'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), text, (blocks, wanted) => {
        const lower = blocks.map((block) => block.toLowerCase());
        const named = blocksFor(lower, wanted) ?? '1'.repeat(blocks.length);
        for (const [block, has] of lower.entries())
          if (has.includes(wanted.toLowerCase())) assert.equal(named[block], '1');
      }),
    );
  });

  for (const [what, wanted, named] of [
    ['a text that stands in one block', 'beta c', '0100'],
    ['whatever its case', 'BETA C', '0100'],
    ['a text that stands nowhere', 'omega', '0000'],
    ['a text too short to tell', 'beta', undefined],
    ['a text beyond ASCII', 'ééééé', undefined],
    ['a text that stands nearly everywhere', 'common', undefined],
  ] as const)
    it(`for ${what} names ${named ?? 'no blocks'}`, () => {
      assert.equal(blocksFor(['alpha common', 'beta common', 'gamma common', 'delta'], wanted), named);
    });
});

describe('The index of more blocks than an import holds in memory', () => {
  const MOST = 1 << 15;
  const RECORDS = (MOST + 2) * BLOCK;

  it('has blocks of twice the size, and still leaves none out', () => {
    const writer = new BlockIndexWriter();
    const marked = new Set([0, 3 * BLOCK + 1, 20_000 * BLOCK, MOST * BLOCK, RECORDS - 1]);
    const text = Buffer.from('quokka');
    for (let record = 0; record < RECORDS; record += 1) {
      if (marked.has(record)) writer.push(text, 0, text.length);
      writer.endRecord();
    }
    assert.equal(blockBits(RECORDS), 9);
    const named = blocksIn(writer, RECORDS, 'quokka') ?? '';
    assert.equal(named.length, MOST / 2 + 1);
    const found = Array.from(named.matchAll(/1/g), ({ index }) => index);
    assert.deepEqual(found, [0, 1, 10_000, MOST / 2]);
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
  let datastore: TestDatastore;

  before(async () => {
    const lines = Array.from({ length: RECORDS }, (_, index) => `"${odd.get(index + 1) ?? `plain ${index % 97}`}"`);
    datastore = await TestDatastore.open({ 'many.csv': { content: `text\n${lines.join('\n')}\n` } });
  });
  after(() => datastore.close());

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
