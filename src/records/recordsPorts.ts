/** What the records panel needs of the rest of the program; extension.ts fits the parts together. */
import type { Event, Uri } from 'vscode';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { ResourceListener, ResourceWatch } from '../platform/resourceNotice.ts';
import type { RecordsSource, ResourceRef } from '../platform/resourceRef.ts';

export interface PlaceNames {
  readonly resource: string;
  /** Host and path, or "Local files". */
  readonly server: string;
}

/** A file while it is read: its first records can be asked for, and no others. */
export interface PartialFile {
  readonly name: string;
  /** That can be asked for. */
  readonly records: number;
  /** How much of the file is read by now, from 0 to 1. */
  readonly fraction: number;
  /** Its end: true when all records can be asked for, false when it was cancelled. Rejects with a Problem. */
  readonly isWhole: Promise<boolean>;
}

export interface RecordsPortals {
  /** Names, addresses or tokens may be others than before, or more of a file is read. */
  readonly onDidChange: Event<void>;
  /** For the address that the portal has now; when that changes, its requests fail with AddressChanged. */
  client(ref: ResourceRef, signal: AbortSignal): Promise<DatastoreClient>;
  /** The portal has another address than the one that this client asks. */
  hasMoved(client: DatastoreClient): boolean;
  /** The file of the resource, while it is read. */
  partial(ref: ResourceRef): PartialFile | undefined;
  /** For a run: makes sure that the records are what their file holds now. Other questions leave them as they are. */
  refresh(ref: ResourceRef, signal: AbortSignal): Promise<void>;
  /** Tells what there is to know about the resource itself, now and later. Undefined when that is nothing yet. */
  about(ref: ResourceRef, listener: ResourceListener): ResourceWatch | undefined;
  /** For menus; undefined where that is not known yet. */
  sourceOf(ref: ResourceRef): RecordsSource | undefined;
  /** Its portal, or the resource itself, was removed. */
  isGone(ref: ResourceRef): Promise<boolean>;
  /** Reads what `names` needs from the disk; once is enough. */
  loadNames(): Promise<void>;
  names(ref: ResourceRef): PlaceNames;
  /** Asks for a token. False when none was given. */
  setToken(portalId: string): Promise<boolean>;
  /** The resource has answered; `records`: how many it has, where that was counted. */
  answered(ref: ResourceRef, records: number | undefined): Promise<void>;
}

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
