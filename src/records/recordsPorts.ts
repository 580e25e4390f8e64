/** What the records panel needs of the rest of the program; extension.ts fits the parts together. */
import type { Uri } from 'vscode';
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { ResourceRef } from '../platform/portal.ts';

/** Records to export: all that match a query. */
export interface Exported {
  readonly portalId: string;
  readonly query: DatastoreQuery;
  /** What the resource was called when the export began, where that was before. */
  readonly name?: string;
  /** The panel that shows them; without one the portal's present address is asked. */
  readonly panel?: {
    readonly client: DatastoreClient;
    /** How many it shows, where that is known. */
    readonly records?: number;
    /** Some of them. */
    readonly sample?: { readonly fields: readonly Field[]; readonly rows: readonly RecordRow[] };
    /** Runs the query at the portal's present address. */
    readonly runAgain: () => void;
  };
}

/** What a panel can start outside itself. */
export interface RecordsActions {
  editQuery(portalId: string, query: DatastoreQuery): Promise<void>;
  exportJson(exported: Exported): Promise<void>;
  /** Asks for a format and a place. */
  exportRecords(exported: Exported): Promise<void>;
  /** In an editor that can only be read. `name` has the extension of its language. */
  showText(name: string, content: string): Promise<void>;
}

/** Files that VS Code opens in our grid editor. */
export interface GridFiles {
  /** The resource of a file; `wanted`: the one that was shown last, if it is of this file. */
  resourceOf(uri: Uri, wanted: string | undefined, signal: AbortSignal): Promise<ResourceRef>;
}
