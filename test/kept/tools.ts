/** The languages' own programs, which read and run the code of queries. */
import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { pythonPackage } from '../support/drivers/pythonPackage.ts';

const PACKAGES = 'requests==2.34.2 pandas==3.1.1 ckanapi==4.11 duckdb==1.5.5 duckdb-extension-httpfs==1.5.5';
const run = promisify(execFile);

/** Python with the libraries of the code. It is installed once, into `build/kept`. */
export function pythonWithLibraries(): string {
  return path.join(pythonPackage(PACKAGES, path.join(projectRoot, 'build', 'kept', 'python')), 'python');
}

/** Whether Debian's R with httr2 is here. */
export async function hasR(): Promise<boolean> {
  return run('Rscript', ['-e', 'library(httr2)']).then(
    () => true,
    () => false,
  );
}

/** What a program prints. Rejects with what it complained of if it fails. */
export function printed(
  command: string,
  args: readonly string[],
  input = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, LC_ALL: 'C.UTF-8', ...environment },
      cwd: path.join(projectRoot, 'build', 'kept'),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const complaints: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => out.push(piece));
    child.stderr.on('data', (piece: Buffer) => complaints.push(piece));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out).toString('utf8'));
      else reject(new Error(`${command} ended with ${String(code)}: ${Buffer.concat(complaints).toString('utf8')}`));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
