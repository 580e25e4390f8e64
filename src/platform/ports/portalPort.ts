/** What the form, the records panel and local copies need from portals. `sources/` implements it. */
import type { Event } from 'vscode';
import type { Field } from '../../base/field.ts';
import type { Catalog } from '../../datastore/catalog/catalog.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import type { ResultSet } from '../../datastore/result/resultSet.ts';
import type { FileAnswer, FileRequest } from '../../http/fileRequest.ts';
import type { QuerySupport } from '../../datastore/query/operatorChoice.ts';
import type { Dialect } from '../../datastore/dialect/dialect.ts';
import type { PortalChoice, TokenUse } from '../../messages/formProtocol.ts';
import type { ResultMarks } from '../../messages/gridMarks.ts';
import type { FoundResource, Portal, PortalLists, RecordsSource, ResourceRef } from '../portal.ts';
import type { Disposing } from '../disposables.ts';

export interface PortalPort {
  /** Fires when names, addresses or tokens may have changed, or when more of a file has been read. */
  readonly onDidChange: Event<void>;
  /** Every portal with its saved and recently opened resources, for the form. */
  choices(): Promise<readonly PortalChoice[]>;
  /** A portal that is listed, or was visited in this window. */
  find(portalId: string): Portal | undefined;
  findByUrl(baseUrl: string): Portal | undefined;
  /** The portal at a typed base URL. A new one is added once it has answered. */
  visit(baseUrl: string): Portal;
  /** A client for the portal's current address. When the address changes, its requests fail with AddressChanged. */
  client(ref: ResourceRef, signal: AbortSignal): Promise<DatastoreClient>;
  lists(portalId: string): PortalLists;
  catalog(portalId: string): Catalog;
  /** Whether the portal's address is no longer the one that this client requests. */
  hasMoved(client: DatastoreClient): boolean;
  /** The kinds of queries that the portal can answer, as far as its answers have shown. */
  filterSupport(portalId: string): QuerySupport;
  dialect(portalId: string): Dialect;
  /** Asks people to allow SQL if only SQL can answer the query. Returns whether they were asked. */
  askForSql(ref: ResourceRef, query: DatastoreQuery): Promise<boolean>;
  tokenUse(baseUrl: string): Promise<TokenUse>;
  /** Requests a file that a resource links to. The portal's token is sent only to the portal's own origin. */
  file(portalId: string, request: Omit<FileRequest, 'token'>, signal: AbortSignal): Promise<FileAnswer>;
  /** Asks for a token. False if people cancel. */
  setToken(portalId: string): Promise<boolean>;
  /** The records on this machine. Undefined for a portal whose server has them. */
  records(portalId: string): LocalRecords | undefined;
  /** The source of the resource's records, for menus. Undefined while it isn't known. */
  sourceOf(ref: ResourceRef): RecordsSource | undefined;
  isGone(ref: ResourceRef): Promise<boolean>;
  /** Names as far as they are known. Those of local files are known after the first call of `choices`. */
  names(ref: ResourceRef): PlaceNames;
  /** Remembers the name and dataset of a resource that may not be saved, before it is opened. */
  remember(ref: ResourceRef, resource: FoundResource): Promise<void>;
  /** Notes that the resource has answered, and the number of its records if that was counted. */
  answered(ref: ResourceRef, records: number | undefined): Promise<void>;
  /** Notes why the resource couldn't be opened, as a sentence for people. Local files store their own reasons. */
  failed(ref: ResourceRef, reason: string): void;
}

/** A query that a panel has answered, whether the form or the panel ran it. */
export interface AnsweredQuery {
  readonly portalId: string;
  readonly query: DatastoreQuery;
  readonly fields: readonly Field[];
  /** The query whose answer the panel showed before. */
  readonly before?: DatastoreQuery;
}

/** A query and its answer, as a panel shows them. */
export interface AnswerInPanel extends AnsweredQuery {
  /** The resource and its query in words. */
  readonly label: string;
  readonly result: Pick<ResultSet, 'count' | 'elapsedMs' | 'isCounting' | 'onDidChange' | 'rowCount' | 'summary'>;
}

/** The records of files on this machine, by the ids of their resources. */
export interface LocalRecords {
  /** Resolves when records can be requested. */
  ensure(resourceId: string, signal: AbortSignal): Promise<void>;
  /** Resolves when the records are those of the current file. Only runs call this; others use the records there are. */
  refresh(resourceId: string, signal: AbortSignal): Promise<void>;
  /** Changes whenever the resource's records may have changed. Undefined if it has none yet. */
  edition(resourceId: string): Promise<string | undefined>;
  partial(resourceId: string): PartialFile | undefined;
  /** How the grid marks records of a comparison. Undefined for other resources. */
  marks?(resourceId: string): ResultMarks | undefined;
  /** Reports notices about the resource, now and when they change. Undefined in Restricted Mode. */
  watch(resourceId: string, listener: ResourceListener): ResourceWatch | undefined;
}

export interface PlaceNames {
  readonly resource: string;
  /** The portal's name, a database's host and path, or "Local files". */
  readonly server: string;
}

/** A file that is being read. Its first records can be requested, but no others. */
export interface PartialFile {
  readonly name: string;
  readonly records: number;
  /** The share of the file that has been read, from 0 to 1. */
  readonly fraction: number;
  /** True when all records can be requested, false when reading was cancelled. Rejects with a Problem. */
  readonly isWhole: Promise<boolean>;
}

export interface ResourceNotice {
  /** The kind of notice. A panel shows one of each kind at a time. */
  readonly kind:
    | 'partial'
    | 'broken'
    | 'changed'
    | 'gone'
    | 'skipped'
    | 'reading'
    | 'unsure'
    | 'misfits'
    | 'ambiguous'
    | 'missing'
    | 'nulled'
    | 'lost'
    | 'copy'
    | 'cut'
    | 'moved'
    | 'rows';
  readonly text: string;
  readonly actions: readonly NoticeAction[];
}

export interface NoticeAction {
  readonly label: string;
  /** `runAgain` makes the panel with the notice run its query again. */
  readonly does: 'runAgain' | (() => unknown);
}

export interface ResourceWatch extends Disposing {
  /** Checks now. Resolves when the listener has been called. */
  look(): Promise<void>;
}

export interface ResourceListener {
  readonly notices: (notices: readonly ResourceNotice[]) => void;
  /** Called when the resource has other records, because its file was read again or to its end. */
  readonly renewed: () => void;
}
