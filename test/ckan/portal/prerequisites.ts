/** What must come from the operating system, by the names of Debian's packages. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

const PACKAGES: readonly { readonly name: string; readonly present: () => boolean }[] = [
  { name: 'postgresql', present: () => postgresBin() !== undefined },
  { name: 'redis-server', present: () => answers('redis-server', '--version') },
  { name: 'default-jdk-headless', present: () => answers('javac', '-version') },
  { name: 'maven', present: () => answers('mvn', '--version') },
  { name: 'python3-venv', present: () => answers('python3', '-c', 'import venv, ensurepip') },
  {
    name: 'libmagic1',
    present: () => answers('python3', '-c', 'import ctypes.util, sys; sys.exit(not ctypes.util.find_library("magic"))'),
  },
];

/** Folder of the newest PostgreSQL's programs (Debian keeps them out of PATH), or undefined. */
export function postgresBin(): string | undefined {
  if (!fs.existsSync(POSTGRES_VERSIONS)) return undefined;
  const newest = fs
    .readdirSync(POSTGRES_VERSIONS)
    .map((version) => path.join(POSTGRES_VERSIONS, version, 'bin'))
    .filter((bin) => fs.existsSync(path.join(bin, 'initdb')))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
  return newest;
}

/** @throws Error that names the missing packages and the command that installs them */
export function checkPrerequisites(): void {
  if (process.platform !== 'linux') throw new Error('The test portal needs Linux (Debian 12 is proven).');
  const missing = PACKAGES.filter(({ present }) => !present()).map(({ name }) => name);
  if (missing.length > 0)
    throw new Error(
      `Missing: ${missing.join(', ')}. Install:\n  sudo apt-get install -y --no-install-recommends ${missing.join(' ')}`,
    );
}

function answers(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
