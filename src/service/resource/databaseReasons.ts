/** These tables say why a database refuses a connection, one for each kind, for the command line and VS Code. */
import { ENGLISH, type Translate } from '../../base/words.ts';

/** `postgres` includes servers that speak its protocol; `trino` means one catalog of a cluster. */
export type DatabaseKind = 'postgres' | 'trino';

export const POSTGRES_REASONS = {
  unreachable: "Couldn't connect to {0}. Check the address, and whether the database is running.",
  password: '{0} rejected the password of "{1}", or requires one.',
  notAllowed: '{0} doesn\'t let "{1}" connect to "{2}" from this machine. It may require encryption.',
  noDatabase: '{0} has no database "{2}".',
  noSchema: 'The database "{2}" has no schema "{3}".',
  noEncryption: "{0} doesn't support encryption.",
  certificate: "This machine doesn't trust the certificate of {0}, or it's for another host.",
  busy: '{0} is too busy to answer. Try again later.',
  failed: '{0} failed to open "{2}". Its own log says why.',
} as const;

export const TRINO_REASONS = {
  unreachable: "Couldn't connect to {0}. Check the address, and whether Trino is running.",
  password: '{0} rejected the password of "{1}", or requires one.',
  notAllowed: '{0} doesn\'t let "{1}" read "{2}".',
  needsHttps: "{0} doesn't accept http. Use an https address.",
  noDatabase: '{0} has no catalog "{2}".',
  noSchema: 'The catalog "{2}" has no schema "{3}".',
  noEncryption: "{0} doesn't support https. Check the port.",
  certificate: "This machine doesn't trust the certificate of {0}, or it's for another host.",
  busy: '{0} is too busy to answer, or still starting. Try again later.',
  otherServer: "{0} isn't a Trino server. Check the address: https or http, host, and port.",
  failed: '{0} failed to list the tables of "{2}". Its own log says why.',
} as const;

/** These texts answer requests for records after a first connection succeeded. `{0}` is the database's name. */
const SERVED_REASONS = {
  unreachable: 'The database "{0}" can\'t be reached.',
  password: 'The database "{0}" rejected the password, or requires one. Connect again with its current password.',
  notAllowed: 'The database "{0}" doesn\'t let its user read this.',
  busy: 'The database "{0}" is too busy to answer, or still starting. Try again later.',
  failed: 'The database "{0}" failed to answer. Its own log says why.',
} as const satisfies Partial<Record<DatabaseRefusal, string>>;

export type DatabaseRefusal = keyof typeof POSTGRES_REASONS | keyof typeof TRINO_REASONS;

export interface DatabasePlace {
  readonly kind: DatabaseKind;
  readonly host: string;
  readonly port: number;
  /** The database, or the catalog of a Trino cluster. */
  readonly database: string;
  readonly schema: string;
  readonly user: string;
}

const REASONS: Readonly<Record<DatabaseKind, Partial<Record<DatabaseRefusal, string>>>> = {
  postgres: POSTGRES_REASONS,
  trino: TRINO_REASONS,
};

export function databaseText(
  refusal: DatabaseRefusal,
  place: DatabasePlace,
  translate: Translate = ENGLISH.translate,
): string {
  const { kind, user, database, schema } = place;
  return translate(REASONS[kind][refusal] ?? REASONS[kind].failed ?? '', serverOf(place), user, database, schema);
}

export function serverOf({ host, port }: Pick<DatabasePlace, 'host' | 'port'>): string {
  return host.includes(':') ? `[${host}]:${String(port)}` : `${host}:${String(port)}`;
}

export function isUnreachable(message: string): boolean {
  const [before = '', after = ''] = SERVED_REASONS.unreachable.split('{0}');
  return message.startsWith(before) && message.endsWith(after);
}

/** `name` is that of the database, or of the catalog and its schema. */
export function servedText(refusal: DatabaseRefusal | undefined, name: string): string {
  const isKnown = (reason: string): reason is keyof typeof SERVED_REASONS => reason in SERVED_REASONS;
  const reason = refusal !== undefined && isKnown(refusal) ? refusal : 'unreachable';
  return ENGLISH.translate(SERVED_REASONS[reason], name);
}
