import { isDiskFull } from '../store/dataUnavailable.ts';
import { reason, ReasonError, UnreadableFile, type Reason } from '../resource/reasons.ts';

const reasonsOfCodes: Partial<Record<string, Reason>> = {
  ENOENT: reason('missing'),
  ENOTDIR: reason('missing'),
  EACCES: reason('permission'),
  EPERM: reason('permission'),
  ELOOP: reason('linkLoop'),
  EISDIR: reason('folder'),
  EDQUOT: reason('diskQuota'),
  EFBIG: reason('tooLarge'),
};

/** Messages of DuckDB (including memory for a commit) and SQLite. */
const OUT_OF_MEMORY = /^out of memory|(failed to|could not) (pin|allocate) block|bad allocation/i;

export function unreadable(file: string, error: unknown): UnreadableFile {
  return error instanceof UnreadableFile ? error : new UnreadableFile(file, reasonOf(error));
}

function reasonOf(error: unknown): Reason {
  if (error instanceof ReasonError) return error.reason;
  const { code, message = String(error) } = error as { code?: string; message?: string };
  const byCode = reasonsOfCodes[code ?? ''];
  if (byCode !== undefined) return byCode;
  if (isDiskFull(error)) return reason('diskFull');
  if (/File too large/i.test(message)) return reason('tooLarge');
  return OUT_OF_MEMORY.test(message) ? reason('memory') : reason('failed', firstLine(message));
}

/** First line of a library's message; the rest is its trace, or text of the file. */
export function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/\.$/, '');
}
