import { isDatabase, type Portal } from '../../platform/portal.ts';
import { type PostgresOptions, readPostgresUrl } from '../../service/index.ts';

/** Which tables of which database people mean, as whom, and how the way there is encrypted. */
export type DatabaseAddress = Omit<PostgresOptions, 'password'>;

type Place = Omit<DatabaseAddress, 'encryption'>;

const DEFAULT_SCHEMA = 'public';

/** The base URL of its portal, one for each database, user and schema. The user doesn't stand before an @: there it looks like a secret. */
export function databaseUrl({ host, port, database, user, schema }: Place): string {
  const place = new URLSearchParams({ user, schema });
  return `postgresql://${hostIn(host)}:${String(port)}/${encodeURIComponent(database)}?${String(place)}`;
}

/** Undefined for a portal that is none. */
export function databaseOf(
  portal: Pick<Portal, 'baseUrl'> & Partial<Pick<Portal, 'encryption'>>,
): DatabaseAddress | undefined {
  const read = isDatabase(portal) ? readPostgresUrl(portal.baseUrl) : 'address';
  if (typeof read === 'string') return undefined;
  const { password: _, schema = DEFAULT_SCHEMA, encryption = 'none', ...place } = read;
  return { ...place, schema, encryption: portal.encryption ?? encryption };
}

/** As people write it: `postgresql://ann@db.example.org:5432/shop`. */
export function writtenAddress({ host, port, database, user }: Place): string {
  const name = encodeURIComponent(user);
  return `postgresql://${name}@${hostIn(host)}:${String(port)}/${encodeURIComponent(database)}`;
}

/** What its portal may be called. */
export function databaseName({ database, schema }: Place): string {
  return schema === DEFAULT_SCHEMA ? database : `${database} (${schema})`;
}

/** What was typed or pasted is meant for a database, whatever is wrong with it. */
export function isDatabaseText(text: string): boolean {
  return /^\s*postgres(ql)?:/i.test(text);
}

function hostIn(host: string): string {
  return host.includes(':') ? `[${host}]` : encodeURIComponent(host);
}
