import type { Portal } from '../../platform/portal.ts';
import { type DatabaseKind, type DatabaseOptions, readDatabaseUrl, serverOf } from '../../service/index.ts';
import { DATABASE_KINDS } from './databaseKinds.ts';

export type DatabaseAddress = Omit<DatabaseOptions, 'password'>;

type Place = Omit<DatabaseAddress, 'encryption'> & Partial<Pick<DatabaseAddress, 'encryption'>>;

const KINDS = Object.keys(DATABASE_KINDS) as readonly DatabaseKind[];

/**
 * The portal's base URL, one for each database, user and schema. The user is a parameter, because a name before an @
 * looks like a secret. Trino on http and Trino on https have different URLs.
 */
export function databaseUrl(place: Place): string {
  const { kind, database, user, schema, encryption } = place;
  const engine = DATABASE_KINDS[kind];
  const parameters = new URLSearchParams({ user, schema, ...engine.parameters(encryption ?? 'verify') });
  const path = encodeURIComponent(database);
  return `${engine.protocol}//${serverIn(place)}/${path}?${String(parameters)}`;
}

export function isDatabase({ baseUrl }: Pick<Portal, 'baseUrl'>): boolean {
  return KINDS.some((kind) => baseUrl.startsWith(DATABASE_KINDS[kind].protocol));
}

/** Undefined for a portal that isn't a database. */
export function databaseOf(
  portal: Pick<Portal, 'baseUrl'> & Partial<Pick<Portal, 'encryption'>>,
): DatabaseAddress | undefined {
  const { baseUrl } = portal;
  const kind = isDatabase(portal) ? databaseKindOf(baseUrl) : undefined;
  const read = kind === undefined ? 'address' : readDatabaseUrl(kind, baseUrl);
  if (kind === undefined || typeof read === 'string') return undefined;
  const { host, port, database = '', user = '', schema = DATABASE_KINDS[kind].usualSchema } = read;
  const { encryption = read.encryption ?? 'none' } = portal;
  return { kind, host, port, database, user, schema, encryption };
}

/** The usual form is `postgresql://ann@db.example.org:5432/shop` or `https://ann@trino.example.org:8443/lake`. */
export function writtenAddress(place: Place): string {
  const { kind, database, user, encryption } = place;
  const scheme = DATABASE_KINDS[kind].scheme(encryption ?? 'verify');
  return `${scheme}://${encodeURIComponent(user)}@${serverIn(place)}/${encodeURIComponent(database)}`;
}

export function databaseName({ kind, database, schema }: Place): string {
  return DATABASE_KINDS[kind].portalName(database, schema);
}

/** The kind of database that a text is meant for, even if the rest of the text is wrong. */
export function databaseKindOf(text: string): DatabaseKind | undefined {
  return KINDS.find((kind) => DATABASE_KINDS[kind].address.test(text));
}

function serverIn({ host, port }: Place): string {
  return serverOf({ host: host.includes(':') ? host : encodeURIComponent(host), port });
}
