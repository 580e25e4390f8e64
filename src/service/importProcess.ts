import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from './childProcess.ts';
import type { Failed, ImportDone, ImportProgress, ImportRequest, LocalResource } from './protocol.ts';

export interface ImportOptions {
  readonly servicePath: string;
  readonly directory: string;
  readonly memoryLimitMb: number;
  readonly log: (line: string) => void;
}

const WORK_PREFIX = 'import-';
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Imports a file in a process of its own. Rejects with an Error whose message is for a person, or with the reason of the
 * abort; nothing half done stays behind.
 */
export async function importInProcess(
  file: string,
  { servicePath, directory, memoryLimitMb, log }: ImportOptions,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<LocalResource> {
  signal.throwIfAborted();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await sweep(directory);
  const workDirectory = await mkdtemp(join(directory, WORK_PREFIX));
  const child = startChild(servicePath, log);
  const kill = (): void => void child.kill('SIGKILL');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  signal.addEventListener('abort', kill, { once: true });
  try {
    return await new Promise<LocalResource>((resolve, reject) => {
      child.on('message', (message: ImportProgress | ImportDone | Failed) => {
        if (message.kind === 'progress') onProgress(message.bytesRead / Math.max(1, message.bytesTotal));
        else if (message.kind === 'imported') resolve(message.resource);
        else reject(new Error(message.message));
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`Reading ${file} ended unexpectedly.`)));
      const request: ImportRequest = { kind: 'import', file, directory, workDirectory, memoryLimitMb };
      child.send(request);
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
    if (child.pid !== undefined) {
      kill();
      await ended;
    }
    await rm(workDirectory, { recursive: true, force: true });
  }
}

/** What a window that was killed left behind. */
async function sweep(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(WORK_PREFIX)) continue;
    const folder = join(directory, name);
    const age = Date.now() - ((await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
