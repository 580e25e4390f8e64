/** What the form needs of the rest of the program; extension.ts fits the parts together. */
import type { Event } from 'vscode';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { Field } from '../datastore/client/model.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { ResourceRef } from '../platform/resourceRef.ts';
import type { PortalChoice, TokenUse } from '../messages/formProtocol.ts';

export interface QueryPortals {
  readonly onDidChange: Event<void>;
  choices(): Promise<readonly PortalChoice[]>;
  /** The portal at a base URL that was typed; a new one is kept once it has answered. */
  visit(baseUrl: string): { readonly id: string };
  /** Empty when it is unknown. */
  baseUrlOf(portalId: string): string;
  client(ref: ResourceRef, signal: AbortSignal): Promise<DatastoreClient>;
  /** Whether a request to this address carries a token. */
  tokenUse(baseUrl: string): Promise<TokenUse>;
  /** Asks for a token. False when none was given. */
  setToken(portalId: string): Promise<boolean>;
}

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
