import { open, type FileHandle } from 'node:fs/promises';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import type { Field } from '../../base/field.ts';
import { allRecords } from '../../export/records.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import { copyHead, copyLines } from '../../service/index.ts';

/** The disk of this machine can't take a download; `cause` is what the file system said. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** No space, no quota, or a file that may not grow any more. */
const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/**
 * Every record of a resource into a new file (copyFile.ts), page after page, with proof that none is missing. Throws like
 * `allRecords`, DiskFull, and what else the file system says.
 */
export async function downloadCopy(
  client: DatastoreClient,
  resourceId: string,
  file: string,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<void> {
  const described = await client.describedFields(resourceId, signal).catch(() => []);
  signal.throwIfAborted();
  const handle = await open(file, 'wx', 0o600);
  try {
    let isFirst = true;
    for await (const { fields, rows } of allRecords(client, { resourceId }, signal, { onProgress })) {
      if (isFirst) await write(handle, copyHead(withInfo(fields, described)));
      isFirst = false;
      await write(handle, copyLines(rows));
    }
  } finally {
    await handle.close();
  }
}

/** Types stay as the search gives them; `datastore_info` has other names for some. */
function withInfo(fields: readonly Field[], described: readonly Field[]): readonly Field[] {
  return fields.map((field) => {
    const info = field.info ?? described.find(({ id }) => id === field.id)?.info;
    return info === undefined ? field : { ...field, info };
  });
}

async function write(handle: FileHandle, text: string): Promise<void> {
  await handle.writeFile(text).catch(rethrowDiskFull);
}

/** Of writing. */
export function rethrowDiskFull(error: unknown): never {
  const { code = '' } = error as { code?: string };
  throw DISK_FULL.includes(code) ? new DiskFull('The disk is full.', { cause: error }) : error;
}
