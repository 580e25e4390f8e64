import { join } from 'node:path';
import type { Uri } from 'vscode';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import { EmbeddedDatastore } from '../service/index.ts';

export interface DatastoreHost {
  readonly settings: Settings;
  readonly log: Log;
  readonly extensionUri: Uri;
}

/** The datastore that this extension brings along; its program lies in dist/, its data in `directory`. */
export function createDatastore(
  { settings, log, extensionUri }: DatastoreHost,
  directory: string,
): EmbeddedDatastore {
  const dist = join(extensionUri.fsPath, 'dist');
  return new EmbeddedDatastore({
    servicePath: join(dist, 'service.js'),
    natives: join(dist, 'native'),
    directory,
    memoryLimitMb: () => settings.localMemoryMb.value,
    log: (line) => log.debug(line),
  });
}
