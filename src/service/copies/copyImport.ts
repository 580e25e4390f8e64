/** Records of a portal become a local copy. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CopyChanges, CopyOrigin, LocalResource } from '../resource/localResource.ts';
import { Catalogue } from '../store/catalogue.ts';
import type { Description } from '../store/description.ts';
import { openEnclosed } from '../engine/duckdb/duckdbInstance.ts';
import { quote } from '../engine/duckdb/layout.ts';
import { compareCopies } from '../engine/duckdb/table/tableComparison.ts';
import { readCopy } from './copyTable.ts';
import type { ImportSource } from '../engine/duckdb/table/importSource.ts';
import { publish } from '../reading/publish.ts';
import { unreadable } from '../reading/reasons.ts';
import { TableFile, WIDE } from '../engine/duckdb/table/tableFile.ts';

export interface Download {
  readonly id: string;
  readonly name: string;
  readonly origin: CopyOrigin;
  /** Fields and records as they came (copyFile.ts). */
  readonly file: string;
  /** Where the copy goes. */
  readonly directory: string;
  /** A folder on the disk of the data, for what is half done. Whoever asks removes it, whatever happens. */
  readonly workDirectory: string;
  readonly memoryLimitMb: number;
}

/** The copy that was there before counts until the new one is whole. Throws UnreadableFile with words for a person. */
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
