import { open } from 'node:fs/promises';
import type { DatastoreClient } from '../datastore/client.ts';
import { allRecords } from '../export/records.ts';
import type { ExportProgress } from '../export/runLog.ts';
import { copyHead, copyLines } from '../service/import/copyFile.ts';

/**
 * Every record of a resource into a new file (copyFile.ts), page after page, with proof that none is missing. Throws like
 * `allRecords`, and what the file system says.
 */
export async function downloadCopy(
  client: DatastoreClient,
  resourceId: string,
  file: string,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    let isFirst = true;
    for await (const { fields, rows } of allRecords(client, { resourceId }, signal, onProgress)) {
      if (isFirst) await handle.writeFile(copyHead(fields));
      isFirst = false;
      await handle.writeFile(copyLines(rows));
    }
  } finally {
    await handle.close();
  }
}
