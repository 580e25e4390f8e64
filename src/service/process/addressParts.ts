import { readFile, stat } from 'node:fs/promises';
import { decoded, hostIn } from '../../base/urlParts.ts';

export class WrongOptions extends Error {
  override readonly name = 'WrongOptions';
}

interface AddressParts<Encryption> {
  readonly host: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly schema: string | undefined;
  readonly encryption: Encryption | undefined;
}

/** Reads an address whose parameter `flag` names the encryption. Undefined for an unknown parameter or value. */
export function addressParts<Encryption>(
  url: URL,
  flag: string,
  encryptions: ReadonlyMap<string, Encryption>,
): AddressParts<Encryption> | undefined {
  const {
    [flag]: name,
    schema,
    user = decoded(url.username),
    password = decoded(url.password),
    ...others
  } = Object.fromEntries(url.searchParams);
  const encryption = name === undefined ? undefined : encryptions.get(name);
  if ((name !== undefined && encryption === undefined) || Object.keys(others).length > 0) return undefined;
  const texts = { user: addressPart(user), password: addressPart(password), schema: addressPart(schema) };
  return { host: hostIn(url), ...texts, encryption };
}

export function addressPart(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** Reads a file with a secret, such as `the token`. Throws an Error whose message names the file. */
export async function readSecret(file: string, secret: string): Promise<string> {
  const facts = await stat(file).catch(() => undefined);
  if (facts === undefined) throw new Error(`${file}: file not found. It must contain ${secret}.`);
  // Windows has no such permission bits.
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    throw new Error(`${file}: other users can read it. Run: chmod 600 ${file}`);
  return readFile(file, 'utf8');
}
