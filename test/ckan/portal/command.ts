/** One command run to its end. */
import { spawn } from 'node:child_process';
import type { Program } from './daemon.ts';

/**
 * @returns what it wrote to standard output
 * @throws Error with the end of both outputs when its exit code is not 0
 */
export async function run(program: Program, input = ''): Promise<string> {
  const child = spawn(program.command, program.args, {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...program.env },
    ...program.user,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // One that has ended reads no more: its exit code tells why.
  child.stdin.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return stdout;
  const line = [program.command, ...program.args].join(' ');
  throw new Error(`${line}: exit code ${String(code)}\n${(stdout + stderr).slice(-3000)}`);
}
