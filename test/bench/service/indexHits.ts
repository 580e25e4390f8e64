/** What the index of blocks (src/service/engine/duckdb/blockIndex.ts) names for words that people may search for. */
import fs from 'node:fs';
import { parse } from 'csv-parse';
import {
  BlockIndexWriter,
  blocksOf,
  bucketIn,
  bucketsOf,
  bucketGroup,
  sharedBlocks,
} from '../../../src/service/engine/duckdb/blockIndex.ts';
import { type Frequency, sampleOf } from './vocabulary.ts';

interface Hits {
  readonly frequency: Frequency;
  readonly words: number;
  /** Mean share of the blocks that have to be looked into: all of them where the index is no help. */
  readonly read: number;
  /** Share of the words for which the index is no help. */
  readonly unaided: number;
}

const WORDS = 200;

export async function indexHits(file: string, records: number): Promise<readonly Hits[]> {
  const writer = new BlockIndexWriter();
  for await (const values of fs.createReadStream(file).pipe(parse({ fromLine: 2 })) as AsyncIterable<string[]>) {
    for (const value of values) {
      const bytes = Buffer.from(`${value},`);
      writer.push(bytes, 0, bytes.length);
    }
    writer.endRecord();
  }
  const index = new Map(writer.groups());
  return (['rare', 'medium', 'common', 'absent'] as const).map((frequency) => {
    const shares = sampleOf(frequency, WORDS).map((word) => {
      const found = bucketsOf(word).map((bucket) =>
        bucketIn(index.get(bucketGroup(bucket)) ?? new Uint8Array(), bucket),
      );
      return sharedBlocks(found, records)?.replaceAll('0', '').length;
    });
    const blocks = blocksOf(records);
    const read = shares.reduce<number>((sum, named) => sum + (named ?? blocks), 0);
    return {
      frequency,
      words: shares.length,
      read: read / blocks / shares.length,
      unaided: shares.filter((named) => named === undefined).length / shares.length,
    };
  });
}

export function hitLine({ frequency, words, read, unaided }: Hits): string {
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  return `- index of blocks, ${String(words)} ${frequency} words: ${percent(read)} of the blocks are read on average; no help for ${percent(unaided)} of the words`;
}
