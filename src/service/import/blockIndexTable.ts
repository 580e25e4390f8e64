import { DuckDBBlobValue, type DuckDBConnection } from '@duckdb/node-api';
import { BLOCK_BITS, BlockIndexWriter } from '../store/blockIndex.ts';
import { BLOCK_COLUMN, BLOCK_TABLE, SEARCH_COLUMN, SEPARATOR, TABLE } from '../store/layout.ts';

/** Records that are read at once: whole blocks, some 20 MB. */
const STEP = 60 << BLOCK_BITS;

/** Adds the index (store/blockIndex.ts), which may be known, to the table of `database` that has just been filled. */
export async function writeBlockIndex(
  connection: DuckDBConnection,
  database: string,
  records: number,
  known?: BlockIndexWriter,
): Promise<void> {
  const table = `${database}.${TABLE}`;
  await connection.run(`alter table ${table} add column ${BLOCK_COLUMN} integer`);
  await connection.run(`update ${table} set ${BLOCK_COLUMN} = rowid >> ${String(BLOCK_BITS)}`);
  const writer = known ?? (await gathered(connection, table, records));
  await connection.run(`create table ${database}.${BLOCK_TABLE} (k usmallint, bits blob)`);
  const appender = await connection.createAppender(BLOCK_TABLE, 'main', database);
  for (const [bucket, blocks] of writer.buckets()) {
    appender.appendUSmallInt(bucket);
    appender.appendBlob(blocks);
    appender.endRow();
  }
  appender.closeSync();
}

async function gathered(
  connection: DuckDBConnection,
  table: string,
  records: number,
): Promise<BlockIndexWriter> {
  const writer = new BlockIndexWriter();
  const separator = `chr(${String(SEPARATOR.charCodeAt(0))})`;
  for (let first = 0; first < records; first += STEP) {
    const result = await connection.stream(
      `select ${BLOCK_COLUMN}, encode(string_agg(${SEARCH_COLUMN}, ${separator})) from ${table} ` +
        `where rowid >= ${String(first)} and rowid < ${String(first + STEP)} group by 1`,
    );
    for await (const rows of result.yieldRows())
      for (const [block, text] of rows)
        if (text instanceof DuckDBBlobValue) writer.add(Number(block), text.bytes);
  }
  return writer;
}
