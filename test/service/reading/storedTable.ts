/** Reads the tables of data files with one DuckDB, because opening another takes longer than reading a small file. */
import { DuckDBInstance } from '@duckdb/node-api';
import { quotedText } from '../../../src/base/quotes.ts';

let instance: Promise<DuckDBInstance> | undefined;
let attached = 0;

/** Rows in the order of the records. `columns` is SQL. */
export async function storedRows(file: string, columns: string, rest = 'order by rowid'): Promise<unknown[][]> {
  instance ??= DuckDBInstance.create(':memory:');
  const connection = await (await instance).connect();
  const name = `data${String((attached += 1))}`;
  try {
    await connection.run(`attach ${quotedText(file)} as ${name} (read_only)`);
    const reader = await connection.runAndReadAll(`select ${columns} from ${name}.t ${rest}`);
    await connection.run(`detach ${name}`);
    return reader.getRows();
  } finally {
    connection.disconnectSync();
  }
}
