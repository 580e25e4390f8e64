import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { NetworkSettings } from '../../../src/http/networkSettings.ts';
import type { AskedOnce } from '../../faults/askOnce.ts';

/** Runs askOnce.ts, or a bundle of it, in a new process. */
export async function askInChild(
  url: URL,
  settings: NetworkSettings,
  environment: Readonly<Record<string, string>> = {},
  script = fileURLToPath(new URL('../../faults/askOnce.ts', import.meta.url)),
): Promise<AskedOnce> {
  const argument = JSON.stringify({ url: url.href, settings });
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [script, argument], { env });
  return JSON.parse(stdout) as AskedOnce;
}
