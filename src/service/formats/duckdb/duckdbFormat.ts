/** Each table of a DuckDB file is a resource. Views are left out, because they could read anything. */
import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quotedName, quotedText } from '../../../base/quotes.ts';
import { binaryReading, inspectTable, type FileFormatReader, type ReadableFile } from '../fileFormatReader.ts';
import { withEngine } from '../../engine/duckdb/table/engineInspection.ts';
import { engineColumn, engineSource, type EngineTable } from '../../engine/duckdb/table/engineTable.ts';
import { reason, UnreadableFile, type Reason } from '../../resource/reasons.ts';
import { firstLine } from '../../reading/unreadableFile.ts';

const ATTACHED = 'attached';

interface DuckdbTable {
  /** A name such as `orders`, or `sales.orders` outside of the schema `main`. */
  readonly part: string;
  readonly schema: string;
  readonly name: string;
}

export const duckdbFormat: FileFormatReader = {
  inspect: (file, choices) =>
    withEngine(file, async (connection) => {
      const tables = await attach(connection, file);
      const table = await tableOf(connection, file, tables, choices.part);
      return {
        reading: { ...binaryReading('duckdb', choices), part: table.part },
        parts: tables.map(({ part }) => part),
        ...(await inspectTable(connection, table, choices)),
      };
    }),
  read: async (connection, file, { part }) => {
    const tables = await attach(connection, file);
    return engineSource(connection, await tableOf(connection, file, tables, part), (await stat(file.path)).size);
  },
};

/** Records that the writing program hasn't put into the file yet are read from its `.wal`. Neither file is changed. */
async function attach(connection: DuckDBConnection, file: ReadableFile): Promise<readonly DuckdbTable[]> {
  try {
    await connection.run(`attach ${quotedText(file.path)} as ${ATTACHED} (read_only, type duckdb)`);
  } catch (error) {
    throw new UnreadableFile(file.name, reasonOf(error));
  }
  const listed = await connection.runAndReadAll(
    `select schema_name, table_name from duckdb_tables() where database_name = '${ATTACHED}' and not internal
     order by schema_name <> 'main', schema_name, table_name`,
  );
  const tables = listed.getRows().map(([schema, name]): DuckdbTable => {
    const isPlain = schema === 'main' && !String(name).includes('.');
    const part = isPlain ? String(name) : `${String(schema)}.${String(name)}`;
    return { part, schema: String(schema), name: String(name) };
  });
  if (tables.length === 0) throw new UnreadableFile(file.name, reason('noTables'));
  return tables;
}

async function tableOf(
  connection: DuckDBConnection,
  file: ReadableFile,
  tables: readonly DuckdbTable[],
  part: string | undefined,
): Promise<EngineTable & { part: string }> {
  const table = part === undefined ? tables[0] : tables.find((each) => each.part === part);
  if (table === undefined) throw new UnreadableFile(file.name, reason('noSuchTable'), { part: part ?? '' });
  const columns = await connection.runAndReadAll(
    `select column_name from duckdb_columns() where database_name = '${ATTACHED}'
     and schema_name = ${quotedText(table.schema)} and table_name = ${quotedText(table.name)} order by column_index`,
  );
  const names = columns.getRows().map(([name]) => String(name));
  const list = names.map((_, index) => engineColumn(index)).join(', ');
  const source = [ATTACHED, table.schema, table.name].map(quotedName).join('.');
  return { part: table.part, names, relation: `${source} as t(${list})` };
}

function reasonOf(error: unknown): Reason {
  const message = error instanceof Error ? error.message : String(error);
  if (/set lock/i.test(message)) return reason('busy');
  if (/encrypted/i.test(message)) return reason('encrypted');
  if (/version number/i.test(message)) return reason('duckdbVersion', firstLine(message));
  return /not a valid DuckDB/i.test(message) ? reason('notDuckdb') : reason('failed', firstLine(message));
}
