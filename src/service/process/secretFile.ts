import { readFile, stat } from 'node:fs/promises';

/** Reads a file with a secret, such as `the token`. Throws an Error whose message names the file. */
export async function readSecret(file: string, secret: string): Promise<string> {
  const facts = await stat(file).catch(() => undefined);
  if (facts === undefined) throw new Error(`${file}: file not found. It must contain ${secret}.`);
  // Windows has no such permission bits.
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    throw new Error(`${file}: other users can read it. Run: chmod 600 ${file}`);
  return readFile(file, 'utf8');
}
