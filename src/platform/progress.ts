import * as vscode from 'vscode';

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
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const cancelled = abortSignal(token);
    const signal = outer === undefined ? cancelled : AbortSignal.any([cancelled, outer]);
    let percent = 0;
    const report: Report = (message, fraction) => {
      const next = fraction === undefined ? percent : Math.min(100, fraction * 100);
      progress.report({ message, increment: Math.max(0, next - percent) });
      percent = Math.max(percent, next);
    };
    try {
      return await task(signal, report);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

function abortSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => {
    controller.abort();
  });
  return controller.signal;
}
