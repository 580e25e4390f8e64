import { DuckDBBlobValue, type DuckDBConnection } from '@duckdb/node-api';
import { blockBits, BlockIndexWriter, LEAST_BLOCK_BITS } from '../blockIndex.ts';
import { BLOCK_COLUMN, BLOCK_TABLE, SEARCH_COLUMN, SEPARATOR, TABLE } from '../layout.ts';
import { quotedText } from '../../../../base/sqlQuoting.ts';

/** Records that are read at once: whole blocks, some 20 MB. */
const STEP = 480 << LEAST_BLOCK_BITS;

/** Adds the index (store/blockIndex.ts), which may be known, to the table of `database` that has just been filled. */
export async function writeBlockIndex(
  connection: DuckDBConnection,
  database: string,
  records: number,
  known?: BlockIndexWriter,
): Promise<void> {
  const table = `${database}.${TABLE}`;
  await connection.run(`alter table ${table} add column ${BLOCK_COLUMN} integer`);
  await connection.run(`update ${table} set ${BLOCK_COLUMN} = rowid >> ${String(blockBits(records))}`);
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
  for (let first = 0; first < records; first += STEP) {
    const result = await connection.stream(
      `select count(*), encode(string_agg(${SEARCH_COLUMN}, ${quotedText(SEPARATOR)})) from ${table} ` +
        `where rowid >= ${String(first)} and rowid < ${String(first + STEP)} ` +
        `group by rowid >> ${String(LEAST_BLOCK_BITS)} order by rowid >> ${String(LEAST_BLOCK_BITS)}`,
    );
    for await (const rows of result.yieldRows())
      for (const [count, text] of rows) {
        if (text instanceof DuckDBBlobValue) writer.push(text.bytes, 0, text.bytes.length);
        for (let record = 0; record < Number(count); record += 1) writer.endRecord();
      }
  }
  return writer;
}
