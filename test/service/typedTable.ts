/** Creates a table with CKAN's types in a folder to serve, as a local copy of a portal's resource has them. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { openEnclosed } from '../../src/service/engine/duckdb/duckdbInstance.ts';
import { RECORD_TABLE, RecordTable } from '../../src/service/engine/duckdb/table/recordTable.ts';
import { TableFile } from '../../src/service/engine/duckdb/table/tableFile.ts';
import { publish } from '../../src/service/reading/publish.ts';
import type { StoredField } from '../../src/service/store/description.ts';

export interface TypedTable {
  readonly id: string;
  readonly name?: string;
  readonly fields: readonly StoredField[];
  /** Stored texts in the order of the fields. A record's `_id` is its position, from 1. */
  readonly records: readonly (readonly (string | null)[])[];
}

const memoryLimitMb = 512;

export async function writeTable(directory: string, { id, name = id, fields, records }: TypedTable): Promise<void> {
  await mkdir(directory, { recursive: true });
  const workDirectory = await mkdtemp(path.join(directory, 'import-'));
  const part = path.join(workDirectory, 'data.part');
  try {
    const instance = await openEnclosed({
      directories: [`${workDirectory}/`],
      files: [],
      temporaryDirectory: path.join(workDirectory, 'spill'),
      memoryLimitMb,
    });
    const connection = await instance.connect();
    try {
      const table = new RecordTable(connection, Infinity);
      for (const values of records) await table.append(values);
      await table.end(fields.length);
      const file = await TableFile.create(instance, connection, part, false);
      await file.write({ relation: RECORD_TABLE, records: table.records, fields, skipped: [] });
    } finally {
      connection.disconnectSync();
      instance.closeSync();
    }
    const resource = { id, name, file: '', size: 0, modified: 0, records: records.length };
    await publish(directory, part, resource, { fields, ids: 'place' });
  } finally {
    await rm(workDirectory, { recursive: true });
  }
}
