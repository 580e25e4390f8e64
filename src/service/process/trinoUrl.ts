/** The address of a Trino cluster, and which of its tables are served. */
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { TrinoOptions } from '../engine/openDatastore.ts';
import { WrongOptions } from './wrongOptions.ts';

/** All but the password, which is no argument: other users can read those. */
export type TrinoSource = Omit<TrinoOptions, 'password'>;

interface Names {
  readonly catalog: string | undefined;
  readonly schema: string | undefined;
  readonly scanLimit: string | undefined;
}

const UNITS: Readonly<Partial<Record<string, number>>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

/** Throws WrongOptions, which never shows the address: it may hold a password. */
export function trinoSource(text: string, { catalog, schema, scanLimit }: Names): TrinoSource {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname + url.search + url.hash !== '/')
    throw new WrongOptions('--trino takes an address like https://user@host:8443.');
  if (url.password !== '')
    throw new WrongOptions(
      'The address of Trino must not hold a password, because other users can see it. Set TRINO_PASSWORD or TRINO_PASSWORD_FILE.',
    );
  if (catalog === undefined || schema === undefined)
    throw new WrongOptions('--trino needs --catalog and --schema.');
  const user = url.username === '' ? process.env['TRINO_USER'] : decodeURIComponent(url.username);
  return {
    origin: url.origin,
    user: user ?? userInfo().username,
    ...{ catalog, schema },
    scannedBytes: scanLimit === undefined ? undefined : bytesOf(scanLimit),
  };
}

/** From TRINO_PASSWORD, or from the file that TRINO_PASSWORD_FILE names. Throws WrongOptions. */
export async function trinoPassword({ origin }: TrinoSource): Promise<string | undefined> {
  const file = process.env['TRINO_PASSWORD_FILE'];
  const password = process.env['TRINO_PASSWORD'] ?? (file === undefined ? undefined : await firstLine(file));
  if (password !== undefined && !origin.startsWith('https:'))
    throw new WrongOptions('A password is sent to Trino over https only. Use an https address.');
  return password;
}

async function firstLine(file: string): Promise<string> {
  const facts = await stat(file).catch(() => undefined);
  if (facts === undefined) throw new WrongOptions(`${file}: file not found. It must contain the password.`);
  // Windows has no such bits.
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    throw new WrongOptions(`${file}: other users can read it. Run: chmod 600 ${file}`);
  return (await readFile(file, 'utf8')).replace(/\r?\n[^]*$/, '');
}

function bytesOf(text: string): number {
  const [, number, unit = ''] = /^(\d{1,6})([MGT]B)$/i.exec(text) ?? [];
  if (number === undefined) throw new WrongOptions(`"${text}" isn't a size like 500MB, 20GB or 1TB.`);
  return Number(number) * (UNITS[unit.toUpperCase()] ?? 1);
}
