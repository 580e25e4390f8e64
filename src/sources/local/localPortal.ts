import type { Event } from 'vscode';
import { OUR_DIALECT } from '../../datastore/dialect/dialect.ts';
import type { LocalListing, LocalPort } from '../../platform/ports/localPort.ts';
import type { Portal, ResourceRef } from '../../platform/portal.ts';
import type { Connecting, PortalKey, PortalLook, PortalSource, SourceNames } from '../portalSource.ts';
import { LOCAL_PORTAL_ID } from './localFile.ts';
import { OPENING_WORDS } from './localWords.ts';

/** The files of this machine, served by the embedded datastore. */
export class LocalPortal implements PortalSource {
  readonly look: PortalLook = {
    context: 'localFiles',
    resourceContext: 'resource',
    icon: 'folder-library',
    tooltip: OPENING_WORDS.onThisMachine,
    lists: 'files',
    isOnWeb: false,
    qMeans: 'contains',
  };
  readonly records: LocalPort;
  readonly onDidChange: Event<void>;
  readonly fits = ({ id }: PortalKey): boolean => id === LOCAL_PORTAL_ID;
  readonly isGone: PortalSource['isGone'] = ({ resourceId }) => this.records.isGone(resourceId);
  /** Undefined until the files are listed. */
  readonly sourceOf: PortalSource['sourceOf'] = ({ resourceId }) => this.#find(resourceId)?.source;
  readonly remove: PortalSource['remove'];
  #listed: readonly LocalListing[] = [];

  constructor(files: LocalPort, remove: (resourceId: string) => Promise<void>) {
    this.records = files;
    this.onDidChange = files.onDidChange;
    this.remove = ({ resourceId }) => remove(resourceId);
  }

  connect(): Connecting {
    return { access: (signal) => this.records.access(signal), dialect: OUR_DIALECT };
  }

  async ownPortal(): Promise<Portal | undefined> {
    this.#listed = await this.records.resources().catch(() => this.#listed);
    // A panel may show a file that is being imported and isn't listed yet. Its query in the form needs this portal.
    const isPresent = this.#listed.length > 0 || this.records.hasRequests;
    return isPresent ? { ...this.records.portal, resources: this.#listed } : undefined;
  }

  names({ resourceId }: ResourceRef): SourceNames {
    const resource = this.#find(resourceId)?.name ?? this.records.requestedName(resourceId);
    return { resource, server: this.records.portal.name };
  }

  #find(resourceId: string): LocalListing | undefined {
    return this.#listed.find(({ id }) => id === resourceId);
  }
}
