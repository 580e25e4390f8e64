import type { ProcessEnded } from '../resource/processEndings.ts';
import type { DatabaseOptions } from './databaseUrl.ts';
import { KeptServing, ServingProcess } from './keptServing.ts';
import { MEMORY_BOUND_MB } from './memoryBound.ts';

export interface DatabaseServerOptions {
  /** Path of the bundle of databaseMain.ts. */
  readonly servicePath: string;
  readonly log: (line: string) => void;
  readonly onEnded?: (ended: ProcessEnded) => void;
}

/** Serves the tables of a database by the action API, for the extension. The process starts at the first request. */
export class DatabaseServer extends KeptServing {
  constructor({ servicePath, log, onEnded }: DatabaseServerOptions, options: DatabaseOptions) {
    const child = { kind: 'database', servicePath, boundMb: MEMORY_BOUND_MB.database, log } as const;
    super(
      () => Promise.resolve(new ServingProcess(child, { kind: 'serveDatabase', options })),
      (_restarted, ended) => {
        log(ended.message);
        onEnded?.(ended);
      },
    );
  }
}
