import { openFolder, type EngineOptions } from '../engine/openDatastore.ts';
import { LIMITS, serveDatastore, type RunningServer, type ServingOptions } from './serving.ts';

export interface ServerOptions extends ServingOptions, EngineOptions {}

/** Rejects if the port is taken or the folder can't be used. */
export async function startServer(options: ServerOptions, limits = LIMITS): Promise<RunningServer> {
  return serveDatastore(await openFolder(options), options, limits);
}
