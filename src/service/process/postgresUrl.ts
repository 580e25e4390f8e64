/** The address of a database, as people and PostgreSQL's own tools write it. */
import { userInfo } from 'node:os';
import type { PostgresOptions } from '../engine/openDatastore.ts';
import { WrongOptions } from './wrongOptions.ts';

const PORT = 5432;
const ENCRYPTION: ReadonlyMap<string, PostgresOptions['encryption']> = new Map([
  ['disable', 'none'],
  ['require', 'any'],
  ['verify-full', 'verify'],
]);

/** Throws WrongOptions, which never shows the address: it may hold a password. */
export function postgresOptions(text: string, schema = 'public'): PostgresOptions {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hash !== '')
    throw new WrongOptions('--postgres takes an address like postgresql://user@host:5432/database.');
  if (url.password !== '' || url.searchParams.has('password'))
    throw new WrongOptions(
      'The address of a database must not hold a password, because other users can see it. Set PGPASSWORD or PGPASSFILE.',
    );
  const { sslmode = 'disable', ...others } = Object.fromEntries(url.searchParams);
  const encryption = ENCRYPTION.get(sslmode);
  if (encryption === undefined || Object.keys(others).length > 0)
    throw new WrongOptions(
      'The address of a database takes no parameter but sslmode: disable, require or verify-full.',
    );
  const user = url.username === '' ? (process.env['PGUSER'] ?? userInfo().username) : decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  return {
    host: url.hostname === '' ? 'localhost' : decoded(url.hostname.replace(/^\[(.*)\]$/, '$1')),
    port: url.port === '' ? PORT : Number(url.port),
    database: database === '' ? user : database,
    user,
    schema,
    encryption,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
