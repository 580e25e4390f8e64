/** What a panel says about failures, and about records from a portal's former address. */
import { l10n } from 'vscode';
import type { FailureAction, Failures, FailureWords } from '../platform/failures.ts';
import type { ResourceNotice } from '../platform/portalPort.ts';

/** `server`: where the records came from. */
export function movedNotice(server: string, runAgain: () => unknown): ResourceNotice {
  return {
    kind: 'moved',
    text: l10n.t('These records are from {0}. The portal’s address has changed.', server),
    actions: [{ label: l10n.t('Run Again'), does: runAgain }],
  };
}

/** To try again, at once or with another token. */
export interface RetryWays {
  readonly setToken: () => unknown;
  readonly tryAgain: () => unknown;
}

/** Why rows could not be loaded, with the ways on that a run has. */
export function rowsNotice(
  { message, hint, offersToken, actions }: FailureWords,
  { setToken, tryAgain }: RetryWays,
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

export interface RunWays extends RetryWays {
  /** To the question before, where there is one. */
  readonly back?: () => unknown;
  readonly editQuery: () => unknown;
  readonly showLog: () => unknown;
}

/** The ways on from a question that brought no records; the likeliest comes first. */
export function waysOn(
  { offersToken, part, actions }: FailureWords,
  { back, setToken, tryAgain, editQuery, showLog }: RunWays,
): readonly FailureAction[] {
  const again = { label: l10n.t('Try Again'), run: tryAgain };
  const edit = { label: l10n.t('Edit Query'), run: editQuery };
  return [
    ...actions,
    ...(back ? [{ label: l10n.t('Back'), run: back }] : []),
    ...(offersToken ? [{ label: l10n.t('Set API Token…'), run: setToken }] : []),
    ...(part === undefined ? [again, edit] : [edit, again]),
    { label: l10n.t('Show Log'), run: showLog },
  ];
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
