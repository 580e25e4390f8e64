/** The tables of one database behind our action API, as the extension uses it. No process runs before it is needed. */
import { basename } from 'node:path';
import { untilAborted } from '../../base/untilAborted.ts';
import { ServingProcess } from './childProcess.ts';
import type { DatabaseOptions } from './databaseUrl.ts';
import { KeptServing } from './keptServing.ts';
import type { ServeReady } from './protocol.ts';

export interface DatabaseServerOptions {
  /** The bundle of databaseMain.ts. */
  readonly servicePath: string;
  readonly log: (line: string) => void;
}

export class DatabaseServer {
  readonly #serving: KeptServing;

  constructor({ servicePath, log }: DatabaseServerOptions, options: DatabaseOptions) {
    this.#serving = new KeptServing(
      () => Promise.resolve(new ServingProcess(servicePath, { kind: 'serveDatabase', options }, log)),
      () => log(`${basename(servicePath)} ended unexpectedly`),
    );
  }

  /** The address changes with every start, so ask before every request. Throws DatabaseRefused. */
  async access(signal: AbortSignal): Promise<Pick<ServeReady, 'baseUrl' | 'token'>> {
    signal.throwIfAborted();
    const { baseUrl, token } = await untilAborted(this.#serving.ready(), signal);
    return { baseUrl, token };
  }

  dispose(): void {
    this.#serving.dispose();
  }
}
