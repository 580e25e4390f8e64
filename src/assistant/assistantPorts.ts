/** What the tools for VS Code's models need of the window. They are a bundle of their own, so no class passes. */
import type { Access } from '../datastore/wire/model.ts';
import type { Transport } from '../http/transport.ts';
import type { Portal, ResourceRef } from '../platform/portal.ts';
import type { LocalPort } from '../platform/ports/localPort.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';

export interface NamedResource {
  readonly name: string;
  readonly ref: ResourceRef;
}

interface PortalAccesses {
  of(portal: Portal): {
    connect(place: { readonly portalId: string; readonly baseUrl: string }): { readonly access: Access };
  };
}

interface ListedFiles {
  /** The files that people opened, and copies without a file, whose path is empty. */
  list(): Promise<readonly { readonly file: string }[]>;
}

export interface AssistantPorts {
  /** The portals on the web that people added. */
  readonly listed: () => readonly Portal[];
  readonly portals: Pick<PortalPort, 'names' | 'tokenUse' | 'visit' | 'dialect' | 'onDidChange'>;
  readonly sources: PortalAccesses;
  readonly files: LocalPort & ListedFiles;
  readonly transport: Transport;
  /** Shows a question, the JSON of a query's object, in a panel. */
  readonly open: (ref: ResourceRef, json: string) => Promise<unknown>;
  /** Opens a statement in a document, with the resources that it calls by these names. */
  readonly openSql: (sql: string, sources: readonly NamedResource[]) => Promise<unknown>;
}
