import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

/**
 * Starts `datastore-explorer serve`. Resolves with its base URL, token and `stop`. Rejects if it ends before it serves.
 */
export async function startService(program, options) {
  const child = spawn(process.execPath, [path.join(projectRoot, program), 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => text),
    ended.then(([code]) => Promise.reject(new Error(`serve ended with ${code}`))),
  ]);
  const { base_url: baseUrl, token } = JSON.parse(line);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { baseUrl, token, stop };
}
