import type { FailureWords } from '../platform/failures.ts';
import type { GridOffer, GridProblem } from '../messages/gridProtocol.ts';

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
