/** The portals and files that people added for agents. No tool asks another place. */
import type { Dialect } from '../datastore/dialect/dialect.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { Access } from '../datastore/wire/model.ts';
import type { KeptPlace } from '../document/kept/keptQuery.ts';
import type { Transport } from '../http/transport.ts';

export interface AgentPortal {
  /** The host, and the path if there is one. Answers show it, and `NAME:ID` names a resource. */
  readonly name: string;
  readonly baseUrl: string;
  /** Carries a token only if people allowed it for this origin. */
  readonly access: Access;
  /** What the portal has shown so far. It lives as long as the portal is listed. */
  readonly dialect: Dialect;
}

export interface AgentFile {
  /** Unlike any other file's, for example "cases.csv". Answers show it, and SQL names the table so. */
  readonly name: string;
  /** The file below the folder of the window that opens a link. Absent if no link can name it. */
  readonly linkPath?: string;
  /** The file itself, or a file for each of its sheets or tables. Absent: the file is one. Throws AgentFault. */
  readonly parts?: (signal: AbortSignal) => Promise<readonly AgentFile[]>;
  /** Serves the file from the first call on. Throws AgentFault, whose text has no path. */
  readonly open: (signal: AbortSignal) => Promise<ServedAgentFile>;
}

/** A file as our own service on this machine answers for it. All files are served by one service. */
export interface ServedAgentFile {
  readonly access: Access;
  readonly resourceId: string;
}

export type ShownQuestion = { readonly place: KeptPlace; readonly query: DatastoreQuery } | { readonly sql: string };

export interface AgentPlaces {
  readonly portals: readonly AgentPortal[];
  readonly files: readonly AgentFile[];
  /** Sends all requests, which the budget counts. Redirects to other origins aren't followed (docs/security.md 7). */
  readonly transport: Transport;
  /** Opens a question for people and says so in one line. Absent: the answer is a link. */
  readonly show?: (question: ShownQuestion, signal: AbortSignal) => Promise<string>;
}

export interface PortalResourceName<P extends AgentPortal = AgentPortal> {
  readonly portal: P;
  readonly resourceId: string;
}

/** The file with exactly this name, or else one whose name differs in capital letters alone. */
export function fileOfPlaces<F extends AgentFile>(
  { files }: { readonly files: readonly F[] },
  name: string,
): F | undefined {
  return files.find((file) => file.name === name) ?? files.find((file) => isSameName(file.name, name));
}

/** The portal that `PORTAL:ID` names. A bare id belongs to the only portal. */
export function portalOfPlaces<P extends AgentPortal>(
  { portals }: { readonly portals: readonly P[] },
  name: string,
): PortalResourceName<P> | undefined {
  const portal = portals.find((each) => isSameName(name.slice(0, each.name.length + 1), `${each.name}:`));
  if (portal !== undefined) return { portal, resourceId: name.slice(portal.name.length + 1) };
  const [only] = portals;
  return only !== undefined && portals.length === 1 ? { portal: only, resourceId: name } : undefined;
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
