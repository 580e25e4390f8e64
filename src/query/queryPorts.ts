/** What the form needs of the rest of the program; extension.ts fits the parts together. */
import type { Event } from 'vscode';
import type { Field } from '../base/field.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';

export interface AnsweredQuery {
  readonly portalId: string;
  readonly query: DatastoreQuery;
  readonly fields: readonly Field[];
  /** What the panel showed the answer of until then. */
  readonly before?: DatastoreQuery;
}

export interface QueryRecords {
  /** A panel got an answer, be it to a run of the form or to one of its own. */
  readonly onDidAnswer: Event<AnsweredQuery>;
  /**
   * Shows the records of a query.
   * Resolves when it was answered, cancelled or overtaken; rejects with what the panel shows too.
   */
  run(portalId: string, query: DatastoreQuery, signal: AbortSignal): Promise<unknown>;
}
