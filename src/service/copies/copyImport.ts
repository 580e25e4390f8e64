/** Records of a portal become a local copy. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CopyChanges, CopyRequest, LocalResource } from '../process/protocol.ts';
import { Catalogue, type Description } from '../store/catalogue.ts';
import { openEnclosed } from '../engine/duckdb/duckdbInstance.ts';
import { quote } from '../store/layout.ts';
import { compareCopies } from './copyChanges.ts';
import { readCopy } from './copyTable.ts';
import type { ImportSource } from '../reading/importSource.ts';
import { publish } from '../reading/publish.ts';
import { unreadable } from '../reading/reasons.ts';
import { TableFile, WIDE } from '../engine/duckdb/table/tableFile.ts';

/** The copy that was there before counts until the new one is whole. Throws UnreadableFile with words for a person. */
export async function importCopy(request: CopyRequest): Promise<LocalResource> {
  try {
    return await convert(request);
  } catch (error) {
    throw unreadable(request.name, error);
  }
}

async function convert(request: CopyRequest): Promise<LocalResource> {
  const { directory, workDirectory, memoryLimitMb, id, name, origin, file } = request;
  const before = await new Catalogue(directory).findWhole(id);
  const old = before && join(directory, before.data);
  const instance = await openEnclosed({
    directories: [`${workDirectory}/`],
    files: old === undefined ? [] : [old, `${old}.wal`],
    temporaryDirectory: join(workDirectory, 'spill'),
    memoryLimitMb,
  });
  const connection = await instance.connect();
  const part = join(workDirectory, 'data.part');
  const lines = join(workDirectory, 'changes.part');
  let source: ImportSource;
  let changes: CopyChanges | undefined;
  try {
    source = await readCopy(connection, file);
    const table = await TableFile.create(connection, part, source.fields.length > WIDE);
    await table.write(source);
    await connection.run('drop table source');
    if (before !== undefined && (await isAttached(connection, join(directory, before.data))))
      changes = await changesSince(connection, before, source, part, lines);
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
  const resource = {
    id,
    name,
    file: '',
    size: 0,
    modified: 0,
    records: source.records,
    origin,
    ...(changes && { changes }),
  };
  const structure = { fields: source.fields, ids: source.ids ?? ('place' as const) };
  return publish(directory, part, resource, structure, changes && { changes: lines });
}

async function changesSince(
  connection: DuckDBConnection,
  { resource, fields, ids }: Description,
  source: ImportSource,
  part: string,
  lines: string,
): Promise<CopyChanges> {
  await connection.run(`attach ${quote(part)} as fresh (read_only)`);
  const old = { database: 'old', fields, ids };
  const fresh = { database: 'fresh', fields: source.fields, ids: source.ids ?? ('place' as const) };
  const changes = await compareCopies(connection, old, fresh, lines);
  return { since: resource.origin?.downloaded ?? '', ...changes };
}

/** As `old`. Data that is gone or broken must not keep a person from refreshing it. */
async function isAttached(connection: DuckDBConnection, data: string): Promise<boolean> {
  try {
    await stat(data);
    await connection.run(`attach ${quote(data)} as old (read_only)`);
    return true;
  } catch {
    return false;
  }
}
