import * as vscode from 'vscode';
import { unlessAborted } from '../base/untilAborted.ts';
import { plain, plainLabel } from './plain.ts';

/** Reports progress: a text, and the finished share from 0 to 1 if it is known. */
export type Report = (message: string, fraction?: number) => void;

/** Runs a task with a Cancel button. Returns undefined if it was cancelled, whatever error the task then threw. */
export async function withProgress<T>(
  title: string,
  task: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T | undefined> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: plain(title), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const signal = abortSignal(token);
    let percent = 0;
    const report: Report = (message, fraction) => {
      const next = fraction === undefined ? percent : Math.min(100, fraction * 100);
      progress.report({ message: plainLabel(message), increment: Math.max(0, next - percent) });
      percent = Math.max(percent, next);
    };
    return unlessAborted(task(signal, report), signal);
  });
}

/** Time in which no notification is shown, because a shorter task ends before people could read one. */
const UNSEEN_MS = 500;

/** Delays the notification, because a brief one would count against the three that VS Code shows within 800 ms. */
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
