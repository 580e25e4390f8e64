import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { defined } from '../../base/defined.ts';
import type { CopyChanges, CopyOrigin, LocalResource } from '../resource/localResource.ts';
import { Catalogue } from '../store/catalogue.ts';
import { openAtWork, withConnection } from '../engine/duckdb/duckdbInstance.ts';
import { compareTables } from '../engine/duckdb/table/tableComparison.ts';
import { withKeys } from '../engine/duckdb/table/sourceKeys.ts';
import { readCopy } from './copyTable.ts';
import { publish } from '../reading/publish.ts';
import { unreadable } from '../reading/unreadableFile.ts';
import { TableFile, WIDE } from '../engine/duckdb/table/tableFile.ts';

export interface Download {
  readonly id: string;
  readonly name: string;
  readonly origin: CopyOrigin;
  /** Fields and records as received (copyFile.ts). */
  readonly file: string;
  readonly directory: string;
  /** A folder for unfinished work on the disk of the data. The caller removes it in any case. */
  readonly workDirectory: string;
  readonly memoryLimitMb: number;
}

/** Replaces the previous copy only when the new one is complete. Throws UnreadableFile. */
export async function importCopy(request: Download): Promise<LocalResource> {
  try {
    return await convert(request);
  } catch (error) {
    throw unreadable(request.name, error);
  }
}

async function convert(request: Download): Promise<LocalResource> {
  const { directory, workDirectory, memoryLimitMb, id, name, origin, file } = request;
  const before = await new Catalogue(directory).findWhole(id);
  const old = before && join(directory, before.data);
  const instance = await openAtWork(workDirectory, old === undefined ? [] : [old], { memoryLimitMb });
  const part = join(workDirectory, 'data.part');
  const lines = join(workDirectory, 'changes.part');
  let changes: CopyChanges | undefined;
  const write = async (connection: DuckDBConnection) => {
    const { source: read, drop } = await readCopy(connection, file);
    const isWide = read.fields.length > WIDE;
    const source = isWide ? read : await withKeys(connection, read, ['numeric']);
    const table = await TableFile.create(instance, connection, part, isWide);
    await table.write(source);
    await drop();
    const { fields, ids = 'place', records } = source;
    // A missing or damaged previous copy must not prevent a refresh.
    if (before !== undefined && old !== undefined) {
      const fresh = { file: part, fields, ids };
      const differences = await compareTables(connection, { ...before, file: old }, fresh, lines);
      changes = differences && { since: before.resource.origin?.downloaded ?? '', ...differences };
    }
    return { fields, ids, records };
  };
  const { records, ...structure } = await withConnection(instance, write).finally(() => instance.closeSync());
  const resource = defined({ id, name, file: '', size: 0, modified: 0, records, origin, changes });
  return publish(directory, part, resource, structure, changes && { changes: lines });
}
