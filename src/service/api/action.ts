import type { Datastore } from '../engine/datastore.ts';
import type { ActionInput } from './parameterReader.ts';

export interface ActionContext {
  readonly datastore: Datastore;
  readonly baseUrl: string;
  /** A text search gives `rank` and comes best first, as CKAN's does; otherwise in the order of `_id`. */
  readonly ranks: boolean;
  /** Runs SQL in a process of its own. */
  readonly runSql?: RunSql;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** JSON, or its pieces one behind the other. */
export type ResultText = string | readonly (string | Buffer)[];

/** The `result` of a statement. Throws ActionError and DataUnavailable. */
export type RunSql = (sql: string, signal: AbortSignal) => Promise<ResultText>;

/** Gives its `result`. Throws ActionError. */
export type RunAction = (input: ActionInput, context: ActionContext) => Promise<ResultText>;

export interface Action {
  /** For `help_show`. */
  readonly help: string;
  readonly run: RunAction;
}
