/** What a panel says of failures, and of records that are not what the portal has now. */
import { l10n } from 'vscode';
import type { Failures, FailureWords } from '../platform/failures.ts';
import type { ResourceNotice } from '../platform/portalPort.ts';
import type { GridOffer, GridProblem } from '../messages/gridProtocol.ts';

/** `server`: the one that gave them. */
export function movedNotice(server: string, runAgain: () => unknown): ResourceNotice {
  return {
    kind: 'moved',
    text: l10n.t('These records are from {0}. The portal’s address has changed.', server),
    actions: [{ label: l10n.t('Run Again'), does: runAgain }],
  };
}

export interface RowsWays {
  readonly setToken: () => unknown;
  readonly tryAgain: () => unknown;
}

/** Why rows could not be loaded, with the ways on that a run has. */
export function rowsNotice(
  { message, hint, offersToken, actions }: FailureWords,
  { setToken, tryAgain }: RowsWays,
): ResourceNotice {
  return {
    kind: 'rows',
    text: sentence({ message, hint }),
    actions: [
      ...actions.map(({ label, run }) => ({ label, does: run })),
      ...(offersToken ? [{ label: l10n.t('Set API Token…'), does: setToken }] : []),
      { label: l10n.t('Try Again'), does: tryAgain },
    ],
  };
}

/** Why a question brought no records, with the ways on; the likeliest comes first. */
export function runProblem(
  { message, hint, offersToken, part }: FailureWords,
  offers: readonly GridOffer[],
  canGoBack: boolean,
): GridProblem {
  const actions: GridProblem['actions'] = [
    ...(offersToken ? (['setToken'] as const) : []),
    ...(part === undefined ? (['retry', 'editQuery'] as const) : (['editQuery', 'retry'] as const)),
    'showLog',
  ];
  return { message, hint, actions, offers, canGoBack };
}

/** Rejects with a sentence that people can read. */
export async function inWords<T>(work: Promise<T>, failures: Failures, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(sentence(failures.log('Records', error)), { cause: error });
  }
}

export function sentence({ message, hint }: Pick<FailureWords, 'message' | 'hint'>): string {
  return `${message} ${hint}`.trim();
}
