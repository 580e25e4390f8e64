/** A job that is done by a process of its own. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from './childProcess.ts';
import { JobFailed } from './jobFailed.ts';
import type {
  CopyDone,
  CopyRequest,
  Failed,
  ImportDone,
  ImportPreview,
  ImportProgress,
  ImportRequest,
  Inspected,
  InspectRequest,
  JobAnswer,
} from './protocol.ts';

export interface JobOptions {
  readonly servicePath: string;
  /** Where the data lies; made when needed. */
  readonly directory: string;
  readonly memoryLimitMb: number;
  readonly log: (line: string) => void;
}

type Prepared = 'workDirectory' | 'memoryLimitMb';
type Request = Omit<InspectRequest, Prepared> | Omit<ImportRequest, Prepared> | Omit<CopyRequest, Prepared>;
type AnswerTo<R extends Request> = R['kind'] extends 'inspect'
  ? Inspected
  : R['kind'] extends 'import'
    ? ImportDone
    : CopyDone;

const WORK_PREFIX = 'import-';
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Rejects with an Error whose message is for a person, or with the reason of the abort; nothing half done stays behind.
 */
export async function runJob<R extends Request>(
  request: R,
  { servicePath, directory, memoryLimitMb, log }: JobOptions,
  onMessage: (message: ImportProgress | ImportPreview) => void,
  signal: AbortSignal,
): Promise<AnswerTo<R>> {
  signal.throwIfAborted();
  const workDirectory = await makeWorkDirectory(directory);
  const child = startChild(servicePath, log);
  const kill = (): void => void child.kill('SIGKILL');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  signal.addEventListener('abort', kill, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      child.on('message', (message: ImportProgress | ImportPreview | JobAnswer | Failed) => {
        if (message.kind === 'progress' || message.kind === 'preview') onMessage(message);
        else if (message.kind === 'failed') reject(new JobFailed(message));
        else resolve(message as AnswerTo<R>);
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error('The process that reads files ended unexpectedly.')));
      child.send({ ...request, workDirectory, memoryLimitMb });
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

/** For what is half done. Whoever asked for it takes it away. */
export async function makeWorkDirectory(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await sweep(directory);
  return mkdtemp(join(directory, WORK_PREFIX));
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
