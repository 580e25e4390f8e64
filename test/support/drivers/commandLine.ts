/** Runs the command line `datastore-explorer` as it is bundled from its source. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cliPath } from './builtProgram.ts';

interface CliOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function startCli(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [cliPath, ...args], { env: { ...process.env, DATASTORE_TOKEN: '', ...env } });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => (text[name] += chunk));
  }
  const done = once(child, 'close').then((): CliOutcome => ({ code: child.exitCode, ...text }));
  return { child, done };
}

export function runCli(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<CliOutcome> {
  return startCli(args, env).done;
}
