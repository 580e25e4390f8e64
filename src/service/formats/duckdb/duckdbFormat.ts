/**
 * Each table and view of a DuckDB file is a resource. A view is a stranger's SQL, so it runs where DuckDB can open this
 * file and nothing else (duckdbInstance.ts), for a minute, and its records are read from a copy.
 */
import { stat } from 'node:fs/promises';
import { parse } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quotedName, quotedText } from '../../../base/quotes.ts';
import {
  binaryReading,
  inspectPart,
  inspectTable,
  partOf,
  type FileFormatReader,
  type FilePart,
  type ReadableFile,
} from '../fileFormatReader.ts';
import { withEngine } from '../../engine/duckdb/table/engineInspection.ts';
import { engineColumn, engineSource, type EngineTable } from '../../engine/duckdb/table/engineTable.ts';
import { RECORD_TABLE } from '../../engine/duckdb/table/recordTable.ts';
import { checkView, mostViewRecords } from '../../resource/bounds.ts';
import { LOOKED_AT_RECORDS } from '../../resource/reading.ts';
import { reason, UnreadableFile, type Reason } from '../../resource/reasons.ts';
import { inTime } from '../../reading/timeLimit.ts';
import { firstLine, unreadable } from '../../reading/unreadableFile.ts';

/** Databases that the connection has, or that DuckDB doesn't allow. */
const TAKEN = ['memory', 'system', 'temp', 'target'];

/** `part` is a name such as `orders`, or `sales.orders` outside of the schema `main`. */
interface DuckdbTable extends FilePart {
  readonly schema: string;
  readonly name: string;
}

export const duckdbFormat: FileFormatReader = {
  inspect: (file, choices) =>
    withEngine(file, async (connection) => {
      const tables = await attach(connection, file);
      return inspectPart(file, tables, choices.part, async (table) => ({
        reading: { ...binaryReading('duckdb', choices), part: table.part },
        ...(await inspectTable(connection, await openTable(connection, file, table, LOOKED_AT_RECORDS), choices)),
      }));
    }),
  read: async (connection, file, { part }) => {
    const tables = await attach(connection, file);
    const table = partOf(file, tables, part);
    const { size } = await stat(file.path);
    return engineSource(connection, await openTable(connection, file, table, mostViewRecords(size)), size);
  },
};

/** Records that the writing program hasn't put into the file yet are read from its `.wal`. Neither file is changed. */
async function attach(connection: DuckDBConnection, file: ReadableFile): Promise<readonly DuckdbTable[]> {
  const database = databaseOf(file);
  try {
    await connection.run(`attach ${quotedText(file.path)} as ${quotedName(database)} (read_only, type duckdb)`);
  } catch (error) {
    throw new UnreadableFile(file.name, reasonOf(error));
  }
  const own = `where database_name = ${quotedText(database)} and not internal`;
  const listed = await connection.runAndReadAll(
    `select * from (select schema_name, table_name, false is_view from duckdb_tables() ${own}
     union all select schema_name, view_name, true from duckdb_views() ${own})
     order by is_view, schema_name <> 'main', schema_name, table_name`,
  );
  const tables = listed.getRows().map(([schema, name, isView]): DuckdbTable => {
    const isPlain = schema === 'main' && !String(name).includes('.');
    const part = isPlain ? String(name) : `${String(schema)}.${String(name)}`;
    return { part, schema: String(schema), name: String(name), isView: isView === true };
  });
  if (tables.length === 0) throw new UnreadableFile(file.name, reason('noTables'));
  return tables;
}

/** Views may name their own database, which DuckDB calls like the file. */
function databaseOf({ name }: ReadableFile): string {
  const stem = parse(name).name;
  return stem === '' || TAKEN.includes(stem.toLowerCase()) ? 'attached' : stem;
}

/** Only the first records of a view are copied, `most` of them. */
async function openTable(
  connection: DuckDBConnection,
  file: ReadableFile,
  { part, schema, name, isView }: DuckdbTable,
  most: number,
): Promise<EngineTable> {
  const database = databaseOf(file);
  const source = [database, schema, name].map(quotedName).join('.');
  if (!isView) return engineTable(source, await columnsOf(connection, database, schema, name));
  // Names in a view are those of its database.
  await connection.run(`use ${quotedName(database)}`);
  try {
    const copy = `create or replace temp table ${RECORD_TABLE} as select * from ${source} limit ${String(most)}`;
    const copied = await inTime(() => connection.runAndReadAll(copy));
    const columns = await columnsOf(connection, 'temp', 'main', RECORD_TABLE);
    checkView(columns.length, Number(copied.getRows()[0]?.[0]), (await stat(file.path)).size);
    return engineTable(RECORD_TABLE, columns);
  } catch (error) {
    const isOutside = (error as Error).message.startsWith('Permission Error');
    throw new UnreadableFile(file.name, isOutside ? reason('viewOutside') : unreadable(part, error).reason, { part });
  } finally {
    await connection.run('use memory');
  }
}

async function columnsOf(connection: DuckDBConnection, database: string, schema: string, table: string) {
  const columns = await connection.runAndReadAll(
    `select column_name from duckdb_columns() where database_name = ${quotedText(database)}
     and schema_name = ${quotedText(schema)} and table_name = ${quotedText(table)} order by column_index`,
  );
  return columns.getRows().map(([name]) => String(name));
}

function engineTable(source: string, names: readonly string[]): EngineTable {
  return { names, relation: `${source} as t(${names.map((_, index) => engineColumn(index)).join(', ')})` };
}

function reasonOf(error: unknown): Reason {
  const message = error instanceof Error ? error.message : String(error);
  if (/set lock/i.test(message)) return reason('busy');
  if (/encrypted/i.test(message)) return reason('encrypted');
  if (/version number/i.test(message)) return reason('duckdbVersion', firstLine(message));
  return /not a valid DuckDB/i.test(message) ? reason('notDuckdb') : reason('failed', firstLine(message));
}
