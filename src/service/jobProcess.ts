/** A job that is done by a process of its own. */
import { rm } from 'node:fs/promises';
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
import { resourceIdOf } from './store/resourceId.ts';
import { makeWorkDirectory } from './workDirectory.ts';

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
  // Only a file that is read as a whole shows its first records, so the part does not matter.
  const id = request.kind === 'import' ? resourceIdOf(request.file) : undefined;
  const workDirectory = await makeWorkDirectory(directory, id);
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
