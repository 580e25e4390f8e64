import type { Datastore } from '../question/datastore.ts';
import type { ActionInput } from './parameterReader.ts';

export interface ActionContext {
  readonly datastore: Datastore;
  readonly baseUrl: string;
  /** Whether a text search returns `rank` and the best records first, as CKAN's does; otherwise it sorts by `_id`. */
  readonly ranks: boolean;
  readonly runSql?: RunSql;
  /** Aborted when the client has gone, or has its answer. */
  readonly signal: AbortSignal;
}

/** JSON text, or consecutive pieces of it. */
export type ResultText = string | readonly (string | Buffer)[];

/** Returns the `result` of a statement. Throws ActionError and DataUnavailable. */
export type RunSql = (sql: string, signal: AbortSignal) => Promise<ResultText>;

/** A whole answer, instead of a `result`. */
export type ResultStream = AsyncIterable<string | Uint8Array>;

/** Returns the action's `result`. Throws ActionError. */
export type RunAction = (input: ActionInput, context: ActionContext) => Promise<ResultText | ResultStream>;

export interface Action {
  readonly help: string;
  readonly run: RunAction;
}
