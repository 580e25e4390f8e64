/**
 * A PyPI package in a Python environment of its own. Needs python3 with venv, and the network or pip's cache the first
 * time.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Installs `spec`, for example `ckanapi==4.9`, or several with blanks between them, into `folder` once. Returns the
 * folder of its programs, including `python`.
 */
export function pythonPackage(spec: string, folder: string): string {
  const bin = path.join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const stamp = path.join(folder, 'installed');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === spec) return bin;
  run('python3', ['-m', 'venv', '--clear', folder]);
  run(path.join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...spec.split(' ')]);
  fs.writeFileSync(stamp, spec);
  return bin;
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${String(args[0])}: ${error?.message ?? `exit ${String(status)}`}`);
}
