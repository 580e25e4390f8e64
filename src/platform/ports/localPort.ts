/** What portals need from local files. `sources/local/` implements it, and program.ts connects both. */
import type { Event } from 'vscode';
import type { PortalAccess } from '../../datastore/wire/model.ts';
import type { About } from '../../messages/detailsProtocol.ts';
import type { Portal, PortalResource, RecordsSource, ResourceRef } from '../portal.ts';
import type { LocalRecords } from './portalPort.ts';

export interface LocalPort extends LocalRecords {
  readonly portal: Portal;
  readonly onDidChange: Event<void>;
  /** Resources that can be searched, and files that couldn't be opened. */
  resources(): Promise<readonly LocalListing[]>;
  /** Starts the embedded datastore unless it is running. */
  access(signal: AbortSignal): Promise<PortalAccess>;
  /** Whether this window has requested a file, which may not be listed yet. */
  readonly hasRequests: boolean;
  /** The name of a file that this window has requested, even before it is listed. */
  requestedName(resourceId: string): string | undefined;
  isGone(resourceId: string): Promise<boolean>;
}

export interface LocalListing extends PortalResource {
  readonly source: Extract<RecordsSource, 'file' | 'copy'>;
}

export interface LocalQuestions {
  chooseFiles(): Promise<ResourceRef | undefined>;
  openSample(): Promise<ResourceRef | undefined>;
}

export interface FileDetails {
  readonly about: About;
  readonly isLoaded: boolean;
  /** The file's path. Empty if there is no file. */
  readonly path: string;
}
