import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { decoded, hostIn } from '../../base/urlParts.ts';
import type { TrinoOptions } from '../engine/openDatastore.ts';
import { serverOf } from '../resource/databaseReasons.ts';
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

/** The encryption of http and of https. */
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
  const [database = '', schema = '', ...rest] = url.pathname.slice(1).replace(/\/$/, '').split('/', 3).map(decoded);
  if (rest.length > 0 || (database === '' && schema !== '')) return 'address';
  const { SSL: ssl, schema: other, user: named, password: given, ...others } = Object.fromEntries(url.searchParams);
  if ((ssl !== undefined && !SSL.has(ssl)) || Object.keys(others).length > 0) return 'parameter';
  const encryption = SCHEMES[url.protocol] ?? SSL.get(ssl ?? '');
  const password = given ?? decoded(url.password);
  if (password !== '' && encryption === 'none') return 'insecure';
  const user = named ?? decoded(url.username);
  const wanted = other ?? schema;
  return {
    host: hostIn(url),
    port: url.port === '' ? (encryption === 'none' ? PORTS.http : PORTS.https) : Number(url.port),
    ...(database !== '' && { database }),
    ...(user !== '' && { user }),
    ...(wanted !== '' && { schema: wanted }),
    ...(encryption !== undefined && { encryption }),
    ...(password !== '' && { password }),
  };
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

/** The user if an address names none. */
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

/** Reads TRINO_PASSWORD, or the file named by TRINO_PASSWORD_FILE. Throws WrongOptions. */
export async function trinoPassword({ encryption }: TrinoSource): Promise<string | undefined> {
  const file = process.env['TRINO_PASSWORD_FILE'];
  const password = process.env['TRINO_PASSWORD'] ?? (file === undefined ? undefined : await firstLine(file));
  if (password !== undefined && encryption === 'none')
    throw new WrongOptions('A password is sent to Trino over https only. Use an https address.');
  return password;
}

async function firstLine(file: string): Promise<string> {
  const facts = await stat(file).catch(() => undefined);
  if (facts === undefined) throw new WrongOptions(`${file}: file not found. It must contain the password.`);
  // Windows has no such permission bits.
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    throw new WrongOptions(`${file}: other users can read it. Run: chmod 600 ${file}`);
  return (await readFile(file, 'utf8')).split(/\r?\n/, 1)[0] ?? '';
}

function bytesOf(text: string): number {
  const [, number, unit = ''] = /^(\d{1,6})([MGT]B)$/i.exec(text) ?? [];
  if (number === undefined) throw new WrongOptions(`"${text}" isn't a size like 500MB, 20GB or 1TB.`);
  return Number(number) * (UNITS[unit.toUpperCase()] ?? 1);
}
