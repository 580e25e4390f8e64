import type { FailureAction, Failures, FailureWords } from '../platform/failures.ts';
import type { ResourceNotice } from '../platform/ports/portalPort.ts';
import { PLATFORM_WORDS } from '../platform/platformWords.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PANEL_WORDS, WAY_ON_WORDS } from './recordsWords.ts';

/** `server` names the portal that the records came from. */
export function movedNotice(server: string, runAgain: () => unknown): ResourceNotice {
  return {
    kind: 'moved',
    text: translate(PANEL_WORDS.moved, { 0: server }),
    actions: [{ label: translate(WAY_ON_WORDS.runAgain), does: runAgain }],
  };
}

export interface RetryActions {
  readonly setToken: () => unknown;
  readonly checkToken: () => unknown;
  readonly tryAgain: () => unknown;
}

export function rowsNotice(
  { message, hint, offersToken, canCheckToken = false, actions }: FailureWords,
  { setToken, checkToken, tryAgain }: RetryActions,
): ResourceNotice {
  return {
    kind: 'rows',
    text: sentence({ message, hint }),
    actions: [
      ...actions.map(({ label, run }) => ({ label, does: run })),
      ...(offersToken ? [{ label: translate(WAY_ON_WORDS.setToken), does: setToken }] : []),
      ...(canCheckToken ? [{ label: translate(WAY_ON_WORDS.checkToken), does: checkToken }] : []),
      { label: translate(WAY_ON_WORDS.tryAgain), does: tryAgain },
    ],
  };
}

export interface RunActions extends RetryActions {
  /** Runs the query with a local copy, for what only a copy can answer. */
  readonly makeCopy?: () => unknown;
  readonly back?: () => unknown;
  readonly editQuery: () => unknown;
  readonly showLog: () => unknown;
}

/** Buttons for a query without an answer, the most useful first. */
export function recoveryActions(
  { offersToken, part, actions, isUnreachable, canCheckToken = false }: FailureWords,
  { makeCopy, back, setToken, checkToken, tryAgain, editQuery, showLog }: RunActions,
): readonly FailureAction[] {
  const again = { label: translate(WAY_ON_WORDS.tryAgain), run: tryAgain };
  const edit = { label: translate(WAY_ON_WORDS.editQuery), run: editQuery };
  return [
    ...actions,
    ...(makeCopy ? [{ label: translate(WAY_ON_WORDS.makeCopy), run: makeCopy }] : []),
    ...(isUnreachable ? [again] : []),
    ...(back ? [{ label: translate(WAY_ON_WORDS.back), run: back }] : []),
    ...(offersToken ? [{ label: translate(WAY_ON_WORDS.setToken), run: setToken }] : []),
    ...(canCheckToken ? [{ label: translate(WAY_ON_WORDS.checkToken), run: checkToken }] : []),
    ...(isUnreachable ? [edit] : part === undefined ? [again, edit] : [edit, again]),
    { label: translate(PLATFORM_WORDS.showLog), run: showLog },
  ];
}

/** Rejects with a sentence for people. */
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
