/** What portals want of local files: `sources/local/` has it, extension.ts connects it. */
import type { Event } from 'vscode';
import type { PortalAccess } from '../datastore/client/model.ts';
import type { About } from '../messages/detailsProtocol.ts';
import type { Portal, PortalResource, RecordsSource, ResourceRef } from './portal.ts';
import type { PartialFile, ResourceListener, ResourceWatch } from './portalPort.ts';

/** The records of files on this machine, by the ids of their resources. */
export interface LocalRecords {
  /** Makes sure that there are records to ask for. */
  ensure(resourceId: string, signal: AbortSignal): Promise<void>;
  /** Makes sure that the records are what their file holds now. */
  refresh(resourceId: string, signal: AbortSignal): Promise<void>;
  /** Another one where the resource may have other records; undefined where it has none yet. */
  edition(resourceId: string): Promise<string | undefined>;
  /** The file of the resource, while it is read. */
  partial(resourceId: string): PartialFile | undefined;
  watch(resourceId: string, listener: ResourceListener): ResourceWatch;
}

/** The embedded datastore as one of the portals. */
export interface LocalPort extends LocalRecords {
  readonly portal: Portal;
  /** The list, or what can be said of one of its resources, changed. */
  readonly onDidChange: Event<void>;
  /** Those that can be searched, and the files that couldn't be opened. */
  resources(): Promise<readonly LocalListing[]>;
  /** Starts the embedded datastore, if it does not run yet. */
  access(signal: AbortSignal): Promise<PortalAccess>;
  /** Whether this window was asked for a file, which may not be listed yet. */
  readonly hasAsked: boolean;
  /** The name that a file which this window was asked for has, or will have. */
  askedName(resourceId: string): string | undefined;
  isGone(resourceId: string): Promise<boolean>;
}

/** As pickers and forms list it. */
export interface LocalListing extends PortalResource {
  readonly source: Exclude<RecordsSource, 'portal'>;
}

/** The questions that lead to a local resource. */
export interface LocalQuestions {
  chooseFiles(): Promise<ResourceRef | undefined>;
  openSample(): Promise<ResourceRef | undefined>;
}

/** What is known of a local resource without its records. */
export interface FileDetails {
  readonly about: About;
  /** Its records can be asked for at once. */
  readonly isLoaded: boolean;
  /** Of the file; empty where there is none. */
  readonly path: string;
}
