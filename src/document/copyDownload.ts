/** Downloads what becomes a copy, for the sources of SQL documents and for all who keep copies. */
import { open, type FileHandle } from 'node:fs/promises';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { Field } from '../base/field.ts';
import { allRecords } from '../export/records.ts';
import type { ExportProgress } from '../export/runLog.ts';
import { copyHead, copyLines } from '../service/index.ts';

/** This machine's disk has no room for a download. `cause` is the error of the file system. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** Codes for no space, an exhausted quota, and a file that reached its size limit. */
const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Proves that no record is missing. Throws like `allRecords`, DiskFull, and other errors of the file system. */
export async function downloadCopy(
  client: DatastoreClient,
  query: DatastoreQuery,
  file: string,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<void> {
  const described = await client.describedFields(query.resourceId, signal).catch(() => []);
  signal.throwIfAborted();
  const handle = await open(file, 'wx', 0o600);
  try {
    let isFirst = true;
    for await (const { fields, rows } of allRecords(client, query, signal, { onProgress })) {
      if (isFirst) await write(handle, copyHead(withInfo(fields, described)));
      isFirst = false;
      await write(handle, copyLines(rows));
    }
  } finally {
    await handle.close();
  }
}

/** The types come from the search, because `datastore_info` has other names for some. */
function withInfo(fields: readonly Field[], described: readonly Field[]): readonly Field[] {
  return fields.map((field) => {
    const info = field.info ?? described.find(({ id }) => id === field.id)?.info;
    return info === undefined ? field : { ...field, info };
  });
}

async function write(handle: FileHandle, text: string): Promise<void> {
  await handle.writeFile(text).catch(rethrowDiskFull);
}

export function rethrowDiskFull(error: unknown): never {
  const { code = '' } = error as { code?: string };
  throw DISK_FULL.includes(code) ? new DiskFull('The disk is full.', { cause: error }) : error;
}
