/** What the records panel needs of the rest of the program; extension.ts fits the parts together. */
import type { Uri } from 'vscode';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { ResourceRef } from '../platform/portal.ts';

/** Records to export: all that match a query. */
export interface Exported {
  readonly portalId: string;
  readonly query: DatastoreQuery;
  /** A panel shows them; otherwise they are asked for where the portal is now. */
  readonly panel?: {
    readonly client: DatastoreClient;
    /** How many it promises, where it knows. */
    readonly records?: number;
    /** Asks the same of the portal as it is now. */
    readonly runAgain: () => void;
  };
}

/** What a panel can start beside itself. */
export interface RecordsActions {
  editQuery(portalId: string, query: DatastoreQuery): Promise<void>;
  exportJson(exported: Exported): Promise<void>;
  /** In an editor that can only be read. `name` has the extension of its language. */
  showText(name: string, content: string): Promise<void>;
}

/** Files that VS Code opens as editors of ours. */
export interface GridFiles {
  /** The resource of a file; `wanted`: the one that was shown last, if it is of this file. */
  resourceOf(uri: Uri, wanted: string | undefined, signal: AbortSignal): Promise<ResourceRef>;
}
