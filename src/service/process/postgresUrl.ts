import { userInfo } from 'node:os';
import { decoded, hostIn } from '../../base/urlParts.ts';
import type { PostgresOptions } from '../engine/openDatastore.ts';
import { WrongOptions } from './wrongOptions.ts';

const PORT = 5432;
const ENCRYPTION: ReadonlyMap<string, PostgresOptions['encryption']> = new Map([
  ['disable', 'none'],
  ['require', 'any'],
  ['verify-full', 'verify'],
]);

/** The parts of an address, which may be more than the command line accepts. */
export type PostgresUrl = Omit<PostgresOptions, 'schema' | 'encryption'> &
  Partial<Pick<PostgresOptions, 'schema' | 'encryption'>>;

/** `parameter`: one is unknown, or has an unknown value. */
export type PostgresUrlProblem = 'address' | 'parameter';

/** Reads an address as people and PostgreSQL's own tools write it. */
export function readPostgresUrl(text: string): PostgresUrl | PostgresUrlProblem {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hash !== '') return 'address';
  const { sslmode, schema, user: named, password: given, ...others } = Object.fromEntries(url.searchParams);
  const encryption = sslmode === undefined ? undefined : ENCRYPTION.get(sslmode);
  if ((sslmode !== undefined && encryption === undefined) || Object.keys(others).length > 0) return 'parameter';
  const user = named ?? decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  const password = given ?? decoded(url.password);
  const someone = user === '' ? (process.env['PGUSER'] ?? userInfo().username) : user;
  return {
    host: url.hostname === '' ? 'localhost' : hostIn(url),
    port: url.port === '' ? PORT : Number(url.port),
    database: database === '' ? someone : database,
    user: someone,
    ...(schema !== undefined && schema !== '' && { schema }),
    ...(encryption !== undefined && { encryption }),
    ...(password !== '' && { password }),
  };
}

/** Throws WrongOptions, whose message never contains the address, because it may have a password. */
export function postgresOptions(text: string, schema?: string): PostgresOptions {
  const read = readPostgresUrl(text);
  if (read === 'address')
    throw new WrongOptions('--postgres takes an address like postgresql://user@host:5432/database.');
  if (read === 'parameter')
    throw new WrongOptions(
      'The address of a database takes no parameters but user, schema, and sslmode: disable, require or verify-full.',
    );
  if (read.password !== undefined)
    throw new WrongOptions(
      'The address of a database must not hold a password, because other users can see it. Set PGPASSWORD or PGPASSFILE.',
    );
  return { ...read, schema: schema ?? read.schema ?? 'public', encryption: read.encryption ?? 'none' };
}
