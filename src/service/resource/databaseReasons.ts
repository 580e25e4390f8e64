/** Why a database lets nobody in: the one table of these sentences, for the command line and for VS Code. */
import { ENGLISH, type Translate } from '../../base/words.ts';

export const DATABASE_REASONS = {
  unreachable: "Couldn't connect to {0}. Check the address, and whether the database is running.",
  password: '{0} refused the password of "{1}", or needs one.',
  notAllowed: '{0} doesn\'t let "{1}" connect to "{2}" from this machine. It may require encryption.',
  noDatabase: 'There is no database "{2}" at {0}.',
  noSchema: 'The database "{2}" has no schema "{3}".',
  noEncryption: "{0} doesn't support encryption.",
  certificate: "This machine doesn't trust the certificate of {0}, or it's for another host.",
  busy: '{0} is too busy to answer. Try again later.',
  failed: '{0} failed to open "{2}". Its own log says why.',
} as const;

/** As far as the database says. */
export type DatabaseRefusal = keyof typeof DATABASE_REASONS;

/** What of a database's address the sentences name. */
export interface DatabasePlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly schema: string;
  readonly user: string;
}

export function databaseText(
  refusal: DatabaseRefusal,
  { host, port, database, schema, user }: DatabasePlace,
  translate: Translate = ENGLISH.translate,
): string {
  const server = host.includes(':') ? `[${host}]:${String(port)}` : `${host}:${String(port)}`;
  return translate(DATABASE_REASONS[refusal], server, user, database, schema);
}
