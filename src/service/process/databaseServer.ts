/** Serves the tables of a database by the action API, for the extension. The process starts at the first request. */
import { untilAborted } from '../../base/untilAborted.ts';
import type { ProcessEnded } from '../resource/processEndings.ts';
import { ServingProcess } from './childProcess.ts';
import type { DatabaseOptions } from './databaseUrl.ts';
import { KeptServing } from './keptServing.ts';
import { MEMORY_BOUND_MB } from './memoryBound.ts';
import type { ServeReady } from './protocol.ts';

export interface DatabaseServerOptions {
  /** Path of the bundle of databaseMain.ts. */
  readonly servicePath: string;
  readonly log: (line: string) => void;
  /** The process ended unexpectedly. The next request starts it again. */
  readonly onEnded?: (ended: ProcessEnded) => void;
}

export class DatabaseServer {
  readonly #serving: KeptServing;

  constructor({ servicePath, log, onEnded }: DatabaseServerOptions, options: DatabaseOptions) {
    this.#serving = new KeptServing(
      () => {
        const child = { kind: 'database', servicePath, boundMb: MEMORY_BOUND_MB.database, log } as const;
        return Promise.resolve(new ServingProcess(child, { kind: 'serveDatabase', options }));
      },
      (_restarted, ended) => {
        log(ended.message);
        onEnded?.(ended);
      },
    );
  }

  /** The address changes with every start, so call this before every request. Throws DatabaseRefused. */
  async access(signal: AbortSignal): Promise<Pick<ServeReady, 'baseUrl' | 'token'>> {
    signal.throwIfAborted();
    const { baseUrl, token } = await untilAborted(this.#serving.ready(), signal);
    return { baseUrl, token };
  }

  dispose(): void {
    this.#serving.dispose();
  }
}
