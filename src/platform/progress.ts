import * as vscode from 'vscode';
import { unlessAborted } from '../base/untilAborted.ts';
import { plain, plainLabel } from './plain.ts';

/** Says how far a task is: a text, and how much of the whole (0 to 1) is done, where known. */
export type Report = (message: string, fraction?: number) => void;

/**
 * Runs a task under a notification with a Cancel button.
 * @returns `undefined` when it was cancelled, whatever the task then threw.
 */
export async function withProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: Report) => Promise<T>,
  outer?: AbortSignal,
): Promise<T | undefined> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: plain(title), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const cancelled = abortSignal(token);
    const signal = outer === undefined ? cancelled : AbortSignal.any([cancelled, outer]);
    let percent = 0;
    const report: Report = (message, fraction) => {
      const next = fraction === undefined ? percent : Math.min(100, fraction * 100);
      progress.report({ message: plainLabel(message), increment: Math.max(0, next - percent) });
      percent = Math.max(percent, next);
    };
    return unlessAborted(task(signal, report), signal);
  });
}

/** Milliseconds. A shorter task is over before a notification could be read. */
const UNSEEN_MS = 500;

/**
 * Like `withProgress`, for a task that is mostly over at once: the notification waits a moment. One that comes and goes
 * is noise, and counts against the three that VS Code shows within 800 ms: the message behind them would be lost.
 */
export async function withLateProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController();
  let last: Parameters<Report> = [''];
  let show: Report = (...news) => (last = news);
  const work = task(controller.signal, (...news) => show(...news));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, UNSEEN_MS, 'late')));
  try {
    if ((await Promise.race([work, late])) !== 'late') return await work;
  } finally {
    clearTimeout(timer);
  }
  return withProgress(title, (signal, report) => {
    show = report;
    report(...last);
    signal.addEventListener('abort', () => controller.abort(), { once: true });
    if (signal.aborted) controller.abort();
    return work;
  });
}

/** The bar above a view moves while the work goes on. */
export function withViewProgress(viewId: string, work: Promise<unknown>): void {
  void vscode.window.withProgress({ location: { viewId } }, () => work);
}

export function abortSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => {
    controller.abort();
  });
  return controller.signal;
}
