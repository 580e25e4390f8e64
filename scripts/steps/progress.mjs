// Child processes of the build and test steps.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Runs one of the project's Node scripts to its end in our terminal. Throws if it fails. */
export function runNode(script, ...args) {
  const { status, signal } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${script} failed (exit ${status ?? signal})`);
}

export const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);
