import { userInfo } from 'node:os';
import { defined } from '../../base/defined.ts';
import { decoded } from '../../base/urlParts.ts';
import type { PostgresOptions } from '../engine/openDatastore.ts';
import { addressParts, addressPart } from './addressParts.ts';
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

export function readPostgresUrl(text: string): PostgresUrl | PostgresUrlProblem {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hash !== '') return 'address';
  const parts = addressParts(url, 'sslmode', ENCRYPTION);
  if (parts === undefined) return 'parameter';
  const { user = process.env['PGUSER'] ?? userInfo().username } = parts;
  return defined({
    ...parts,
    host: addressPart(parts.host) ?? 'localhost',
    port: url.port === '' ? PORT : Number(url.port),
    database: addressPart(decoded(url.pathname.slice(1))) ?? user,
    user,
  });
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
