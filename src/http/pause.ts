import { untilAborted } from '../base/untilAborted.ts';

/** Resolves after `ms` milliseconds, or rejects with `signal.reason`. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await untilAborted(elapsed, signal);
  } finally {
    clearTimeout(timer);
  }
}
