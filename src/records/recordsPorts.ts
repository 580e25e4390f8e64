/** What the records panel needs of the rest of the program; extension.ts fits the parts together. */
import type { DatastoreClient } from '../datastore/client.ts';
import type { DatastoreQuery } from '../datastore/query.ts';
import type { ResourceRef } from '../platform/resourceRef.ts';

export interface PlaceNames {
  readonly resource: string;
  /** Host and path, or "Local files". */
  readonly server: string;
}

export interface RecordsPortals {
  client(ref: ResourceRef, signal: AbortSignal): Promise<DatastoreClient>;
  /** Reads what `names` needs from the disk; once is enough. */
  loadNames(): Promise<void>;
  names(ref: ResourceRef): PlaceNames;
  /** Asks for a token. False when none was given. */
  setToken(portalId: string): Promise<boolean>;
  /** The resource has answered; `records`: how many it has, where that was counted. */
  answered(ref: ResourceRef, records: number | undefined): Promise<void>;
}

/** What a panel can start beside itself. */
export interface RecordsActions {
  editQuery(portalId: string, query: DatastoreQuery): Promise<void>;
  /** `shown`: how many records the panel promises, where it knows. */
  exportJson(portalId: string, query: DatastoreQuery, shown?: number): Promise<void>;
}
