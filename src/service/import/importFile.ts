/** One file becomes one resource. Runs in a process of its own, so that nothing it meets can hurt what is served. */
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ImportRequest, LocalResource } from '../protocol.ts';
import { openEnclosed } from '../store/duckdbInstance.ts';
import { resourceIdOf } from '../store/resourceId.ts';
import type { ImportSource } from './importSource.ts';
import { openFile } from './openedFile.ts';
import { publish } from './publish.ts';
import { unreadable } from './reasons.ts';
import { writeTable } from './tableFile.ts';
import { UnreadableFile } from './unreadableFile.ts';

/** Scanning, judging, writing. */
const PASSES = 3;

/** Throws UnreadableFile with words for a person. */
export async function importFile(
  request: ImportRequest,
  onProgress: (bytesRead: number, bytesTotal: number) => void,
): Promise<LocalResource> {
  try {
    return await convert(request, onProgress);
  } catch (error) {
    throw unreadable(request.file, error);
  }
}

async function convert(
  { file, choices, directory, workDirectory, memoryLimitMb }: ImportRequest,
  onProgress: (bytesRead: number, bytesTotal: number) => void,
): Promise<LocalResource> {
  const { path, size, modified, readable, format, inspection } = await openFile(file, choices, workDirectory);
  const report = (bytes: number): void => onProgress(bytes, PASSES * size);
  const instance = await openEnclosed({
    directories: [`${workDirectory}/`],
    files: [readable.path],
    temporaryDirectory: join(workDirectory, 'spill'),
    memoryLimitMb,
  });
  const connection = await instance.connect();
  const part = join(workDirectory, 'data.part');
  let source: ImportSource;
  try {
    source = await format.read(connection, readable, inspection.reading, report);
    report((PASSES - 1) * size);
    await writeTable(connection, source, part);
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
  const after = await stat(path);
  if (after.size !== size || after.mtimeMs !== modified)
    throw new UnreadableFile(file, 'the file changed while it was read. Open it again.');
  report(PASSES * size);
  const { reading } = inspection;
  const name = reading.part === undefined ? basename(path) : `${basename(path)}: ${reading.part}`;
  const resource = {
    id: resourceIdOf(path, reading.part),
    name,
    file: path,
    size,
    modified,
    records: source.records,
    reading,
    ...(source.skipped.length > 0 && { skipped: source.skipped.length }),
  };
  return publish(directory, part, resource, { fields: source.fields, ids: 'place' });
}
