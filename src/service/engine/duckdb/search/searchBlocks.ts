import { DuckDBBlobValue } from '@duckdb/node-api';
import type { ExpressionWord, TextExpression, WantedText } from '../../../question/tableQuestion.ts';
import { requiredWords } from '../../../question/wordPattern.ts';
import { Bindings } from '../bindings.ts';
import { bucketIn, bucketsOf, EDITION, bucketGroup, sharedBlocks } from '../blockIndex.ts';
import type { Engine } from '../engine.ts';
import { BLOCK_TABLE } from '../layout.ts';
import type { OpenResource } from '../servedFolder.ts';

/** Groups that are read for a question, so that a long text makes no long statement. Those of six letters come first. */
const MOST_GROUPS = 32;

/** The blocks that may contain all texts, a digit for each. Undefined if unknown, or of no help. */
export async function blocksWith(
  texts: readonly WantedText[],
  { description, database }: OpenResource,
  engine: Engine,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { blockIndex, resource } = description;
  if (blockIndex !== EDITION) return undefined;
  const anywhere = texts.filter(({ field }) => field === undefined);
  const buckets = [...new Set(anywhere.flatMap(textsOf).flatMap(bucketsOf))];
  if (buckets.length === 0) return undefined;
  const named = new Set(buckets.map(bucketGroup));
  const groups = [...named].sort((one, other) => other - one).slice(0, MOST_GROUPS);
  // DuckDB reads a group alone by its key, but all groups between the first and the last of a list.
  const read = (group: number): string => `select k, bits from ${database}.${BLOCK_TABLE} where k = ${String(group)}`;
  const sql = groups.map(read).join(' union all ');
  const stored = new Map<number, Uint8Array>();
  for await (const rows of engine.rows(sql, new Bindings(), signal, 'page'))
    for (const [group, bits] of rows) if (bits instanceof DuckDBBlobValue) stored.set(Number(group), bits.bytes);
  const found = buckets.flatMap((bucket) => {
    const group = stored.get(bucketGroup(bucket));
    return group === undefined ? [] : [bucketIn(group, bucket)];
  });
  return sharedBlocks(found, resource.records);
}

/** Texts without which no record matches. */
function textsOf(wanted: WantedText): readonly string[] {
  return wanted.kind === 'contains' ? [wanted.text] : wordsOf(wanted.expression).map(({ text }) => text);
}

function wordsOf(expression: TextExpression | undefined): readonly ExpressionWord[] {
  if (expression === undefined) return [];
  return expression.kind === 'and' ? expression.of.flatMap(wordsOf) : requiredWords(expression);
}
