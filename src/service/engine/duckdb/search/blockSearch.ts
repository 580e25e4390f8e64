import { DuckDBBlobValue } from '@duckdb/node-api';
import { Bindings } from '../bindings.ts';
import { bucketsOf, sharedBlocks } from '../blockIndex.ts';
import { BLOCK_TABLE } from '../layout.ts';
import type { Engine } from '../engine.ts';
import type { OpenResource } from '../servedFolder.ts';
import type { AskedTexts } from './searchTexts.ts';

/** The blocks that may have all of the texts, a digit for each; undefined where that is not known, or no help. */
export async function blocksWith(
  { anywhere, isPlain }: AskedTexts,
  { description, database }: OpenResource,
  engine: Engine,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { hasBlockIndex, resource } = description;
  if (hasBlockIndex !== true || !isPlain) return undefined;
  const buckets = [...new Set(anywhere.flatMap(bucketsOf))];
  if (buckets.length === 0) return undefined;
  const sql = `select bits from ${database}.${BLOCK_TABLE} where k in (${buckets.join(', ')})`;
  const found: Uint8Array[] = [];
  for await (const rows of engine.rows(sql, new Bindings(), signal, 'page'))
    for (const [bits] of rows) if (bits instanceof DuckDBBlobValue) found.push(bits.bytes);
  // A bucket without any block is not there.
  const none = found.length < buckets.length ? [new Uint8Array()] : [];
  return sharedBlocks([...found, ...none], resource.records);
}
