import type { HttpErrorKind } from '../../../src/http/errors.ts';

/**
 * The response to a fault. `repeat` sends the request again, as often as retry.ts says. `fewer` makes a search ask
 * for fewer records, and repeats other requests. `plain` repeats without compression. `wait` repeats when the server
 * said so or the network is back. `read` uses the answer, perhaps corrected. `stop` doesn't repeat, because the same
 * failure would come again.
 */
export type FaultAction = 'repeat' | 'fewer' | 'plain' | 'wait' | 'read' | 'stop';

/**
 * `everything`: the run continues and loses nothing. `records`: a panel keeps its records, and an export can be
 * resumed.
 */
export type FaultRemains = 'everything' | 'records';

/** A fault between a portal and this program. */
export interface NetworkFault {
  /** The fault's number in comments, tests and docs/network.md. */
  readonly number: number;
  readonly what: string;
  /** How the fault is reported if it persists: kinds of HttpError, and statuses. Empty if it shows only in the data. */
  readonly seen: readonly (HttpErrorKind | number)[];
  readonly action: FaultAction;
  /** A remark for the table in docs/network.md. */
  readonly note?: string;
  /** Keys of the texts that people read in the end, in the tables of errors and notices. Empty if they read none. */
  readonly words: readonly string[];
  readonly kept: FaultRemains;
  /** Why this fault can't happen in this program. */
  readonly never?: string;
}

/** A fault that ends as an error. Its texts are those of its kinds unless `words` names others. */
export function fault(
  number: number,
  what: string,
  seen: NetworkFault['seen'],
  action: FaultAction,
  more: Partial<Pick<NetworkFault, 'note' | 'words' | 'kept' | 'never'>> = {},
): NetworkFault {
  const words = seen.filter((each) => typeof each === 'string');
  return { number, what, seen, action, words, kept: action === 'read' ? 'everything' : 'records', ...more };
}
