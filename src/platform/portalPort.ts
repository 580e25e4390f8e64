/** What the form, the records panel and local copies want of portals: `sources/` has it, extension.ts connects it. */
import type { Event } from 'vscode';
import type { Catalog } from '../datastore/catalog/catalog.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { FileAnswer, FileRequest } from '../http/fileRequest.ts';
import type { QuerySupport } from '../datastore/query/operatorChoice.ts';
import type { Way } from '../datastore/wire/way.ts';
import type { PortalChoice, TokenUse } from '../messages/formProtocol.ts';
import type { FoundResource, Portal, RecordsSource, ResourceRef } from './portal.ts';
import type { Disposing } from './disposables.ts';

export interface PortalPort {
  /** Names, addresses or tokens may have changed, or more of a file is read. */
  readonly onDidChange: Event<void>;
  /** Every portal with its resources, saved ones and those opened last, as the form offers them. */
  choices(): Promise<readonly PortalChoice[]>;
  /** Listed, or visited in this window. */
  find(portalId: string): Portal | undefined;
  /** The portal of the list that has this base URL. */
  findByUrl(baseUrl: string): Portal | undefined;
  /** The portal at a base URL that was typed; a new one is kept once it has answered. */
  visit(baseUrl: string): Portal;
  /** For the address that the portal has now; when that changes, its requests fail with AddressChanged. */
  client(ref: ResourceRef, signal: AbortSignal): Promise<DatastoreClient>;
  /** Its datasets, at the address that it has now. */
  catalog(portalId: string): Catalog;
  /** The portal has another address than the one that this client asks. */
  hasMoved(client: DatastoreClient): boolean;
  /** What of questions it answers, as far as its answers have shown. */
  filterSupport(portalId: string): QuerySupport;
  /** See Dialect. */
  takesListsForChoices(portalId: string): boolean;
  /** Whether the portal reads every condition from `filters`. */
  takesConditions(portalId: string): boolean;
  /** For a run: asks people to let the portal be asked by SQL, where only that can answer. Whether they were asked. */
  askForSql(ref: ResourceRef, query: DatastoreQuery): Promise<boolean>;
  /** The SELECT that takes the place of a search which can't say the question. */
  statement(portalId: string, query: DatastoreQuery, fields: readonly Field[]): string | undefined;
  /** Whether a request to this address carries a token. */
  tokenUse(baseUrl: string): Promise<TokenUse>;
  /** A file that a resource of the portal links to. The portal's token goes with it to the portal's own origin alone. */
  file(portalId: string, request: Omit<FileRequest, 'token'>, signal: AbortSignal): Promise<FileAnswer>;
  /** By which path and method its actions are asked. */
  way(portalId: string): Way;
  /** Asks for a token. False when none was given. */
  setToken(portalId: string): Promise<boolean>;
  /** Of records on this machine: another one where they may be others. A portal's have none. */
  edition(ref: ResourceRef): Promise<string | undefined>;
  /** The file of the resource, while it is read. */
  partial(ref: ResourceRef): PartialFile | undefined;
  /** For a run: makes sure that the records are what their file holds now. Other questions leave them as they are. */
  refresh(ref: ResourceRef, signal: AbortSignal): Promise<void>;
  /** Reports what there is to know about the resource itself, now and later. Undefined when that is nothing yet. */
  about(ref: ResourceRef, listener: ResourceListener): ResourceWatch | undefined;
  /** For menus; undefined where that is not known yet. */
  sourceOf(ref: ResourceRef): RecordsSource | undefined;
  /** Its portal was removed, or the local data itself. */
  isGone(ref: ResourceRef): Promise<boolean>;
  /** Reads what `names` needs from the disk; once is enough. */
  loadNames(): Promise<void>;
  names(ref: ResourceRef): PlaceNames;
  /** What a resource is called that needn't be saved, from where it was found: before it is opened. */
  remember(ref: ResourceRef, found: FoundResource): Promise<void>;
  /** The resource has answered; `records`: how many it has, where that was counted. */
  answered(ref: ResourceRef, records: number | undefined): Promise<void>;
  /** The records of the resource couldn't be opened; `reason`: a sentence for people. Local files keep their own reasons. */
  failed(ref: ResourceRef, reason: string): void;
}

export interface PlaceNames {
  readonly resource: string;
  /** The portal's name, a database's host and path, or "Local files". */
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

/** Something to know about a resource itself, or about the records that a panel shows, for as long as they are looked at. */
export interface ResourceNotice {
  /** What it is about; there is one of a kind at a time. */
  readonly kind:
    | 'partial'
    | 'broken'
    | 'changed'
    | 'gone'
    | 'skipped'
    | 'misfits'
    | 'ambiguous'
    | 'copy'
    | 'moved'
    | 'rows';
  readonly text: string;
  readonly actions: readonly NoticeAction[];
}

export interface NoticeAction {
  readonly label: string;
  /** `runAgain`: the panel that shows the notice asks its question again. */
  readonly does: 'runAgain' | (() => unknown);
}

/** Ends with `dispose`. */
export interface ResourceWatch extends Disposing {
  /** Looks now; resolves when the listener knows what is there. */
  look(): Promise<void>;
}

export interface ResourceListener {
  readonly notices: (notices: readonly ResourceNotice[]) => void;
  /** Other records stand behind the resource now: it was read again, or to its end. */
  readonly renewed: () => void;
}
