import { userInfo } from 'node:os';
import { defined } from '../../base/defined.ts';
import { decoded } from '../../base/urlParts.ts';
import type { TrinoOptions } from '../engine/openDatastore.ts';
import { serverOf } from '../resource/databaseReasons.ts';
import { addressParts, addressPart } from './addressParts.ts';
import { readSecret } from './secretFile.ts';
import { WrongOptions } from './wrongOptions.ts';

/** The parts of an address. Missing ones are requested, or come from other options. */
export interface TrinoUrl {
  readonly host: string;
  readonly port: number;
  /** Name of the catalog in the cluster. */
  readonly database?: string;
  readonly schema?: string;
  readonly user?: string;
  readonly encryption?: TrinoEncryption;
  readonly password?: string;
}

/** `parameter`: one is unknown, or has an unknown value. `insecure`: a password would be sent over http. */
export type TrinoUrlProblem = 'address' | 'parameter' | 'insecure';

type TrinoEncryption = 'none' | 'verify';

/** A schema of a catalog. The password isn't part of it, because other users can read arguments. */
export interface TrinoSource extends Required<Omit<TrinoUrl, 'password' | 'encryption'>> {
  /** Except for `none`, https with a certificate that this machine trusts. */
  readonly encryption: 'none' | 'any' | 'verify';
  readonly scannedBytes?: number;
}

interface Names {
  readonly catalog: string | undefined;
  readonly schema: string | undefined;
  readonly scanLimit: string | undefined;
}

const UNITS: Readonly<Partial<Record<string, number>>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

const SCHEMES: Readonly<Partial<Record<string, TrinoEncryption>>> = { 'http:': 'none', 'https:': 'verify' };
/** Trino's JDBC driver says so beside `trino:`, which itself doesn't tell. */
const SSL: ReadonlyMap<string, TrinoEncryption> = new Map([
  ['true', 'verify'],
  ['false', 'none'],
]);
const PORTS = { http: 80, https: 443 } as const;

/** Accepts other clients' forms, too: `trino://user@host:8443/catalog/schema?SSL=true`, `jdbc:trino://…`. */
export function readTrinoUrl(text: string): TrinoUrl | TrinoUrlProblem {
  const url = URL.parse(text.replace(/^jdbc:(?=trino:)/i, ''));
  if (url === null || !/^(https?|trino):$/.test(url.protocol) || url.hostname === '' || url.hash !== '')
    return 'address';
  const [database = '', path = '', ...rest] = url.pathname.slice(1).replace(/\/$/, '').split('/', 3).map(decoded);
  if (rest.length > 0 || (database === '' && path !== '')) return 'address';
  const parts = addressParts(url, 'SSL', SSL);
  if (parts === undefined) return 'parameter';
  const encryption = SCHEMES[url.protocol] ?? parts.encryption;
  if (parts.password !== undefined && encryption === 'none') return 'insecure';
  const port = url.port === '' ? (encryption === 'none' ? PORTS.http : PORTS.https) : Number(url.port);
  return defined({
    ...parts,
    port,
    database: addressPart(database),
    schema: parts.schema ?? addressPart(path),
    encryption,
  });
}

/** A password is never sent over http. */
export function trinoOptions(source: TrinoSource, password: string | undefined): TrinoOptions {
  const { database: catalog, schema, user, encryption, scannedBytes } = source;
  const isEncrypted = encryption !== 'none';
  return {
    origin: `${isEncrypted ? 'https' : 'http'}://${serverOf(source)}`,
    ...{ user, catalog, schema, scannedBytes },
    password: isEncrypted ? password : undefined,
  };
}

export function usualTrinoUser(): string {
  return process.env['TRINO_USER'] ?? userInfo().username;
}

/** Throws WrongOptions, whose message never contains the address, because it may have a password. */
export function trinoSource(text: string, names: Names): TrinoSource {
  const read = readTrinoUrl(text);
  const isProblem = typeof read === 'string';
  if (isProblem ? read === 'insecure' : read.password !== undefined)
    throw new WrongOptions(
      'The address of Trino must not hold a password, because other users can see it. Set TRINO_PASSWORD or TRINO_PASSWORD_FILE.',
    );
  if (isProblem || read.encryption === undefined)
    throw new WrongOptions('--trino takes an address like https://user@host:8443.');
  const { catalog: database = read.database, schema = read.schema, scanLimit } = names;
  if (database === undefined || schema === undefined) throw new WrongOptions('--trino needs --catalog and --schema.');
  const { host, port, encryption, user = usualTrinoUser() } = read;
  return {
    ...{ host, port, database, schema, user, encryption },
    ...(scanLimit !== undefined && { scannedBytes: bytesOf(scanLimit) }),
  };
}

/** Reads TRINO_PASSWORD, or the file named by TRINO_PASSWORD_FILE. Throws an Error that says why it can't. */
export async function trinoPassword({ encryption }: TrinoSource): Promise<string | undefined> {
  const file = process.env['TRINO_PASSWORD_FILE'];
  const password =
    process.env['TRINO_PASSWORD'] ??
    (file === undefined ? undefined : (await readSecret(file, 'the password')).split(/\r?\n/, 1)[0]);
  if (password !== undefined && encryption === 'none')
    throw new WrongOptions('A password is sent to Trino over https only. Use an https address.');
  return password;
}

function bytesOf(text: string): number {
  const [, number, unit = ''] = /^(\d{1,6})([MGT]B)$/i.exec(text) ?? [];
  if (number === undefined) throw new WrongOptions(`"${text}" isn't a size like 500MB, 20GB or 1TB.`);
  return Number(number) * (UNITS[unit.toUpperCase()] ?? 1);
}
