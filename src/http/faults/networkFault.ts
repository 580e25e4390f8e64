import type { HttpErrorKind } from '../errors.ts';

/**
 * What is done about a fault. `repeat`: the same is asked again, as often as faultRules.ts says. `fewer`: a search isn't
 * repeated as it was, its walk asks for fewer records; other requests are repeated. `plain`: repeated without
 * compression. `wait`: repeated when the server said so, or the network is back. `read`: the answer is good, or made so.
 * `stop`: not repeated, because the same would come again.
 */
export type FaultAction = 'repeat' | 'fewer' | 'plain' | 'wait' | 'read' | 'stop';

/** `everything`: the run goes on and loses nothing. `records`: what a panel shows stays, and an export can be resumed. */
export type FaultRemains = 'everything' | 'records';

/** Something that goes wrong between a portal and this program. */
export interface NetworkFault {
  /** Comments and tests cite it: docs/network.md 7. */
  readonly number: number;
  readonly what: string;
  /** What it is taken for where it never gets better: kinds of HttpError, and statuses. Empty where it shows in the data. */
  readonly seen: readonly (HttpErrorKind | number)[];
  readonly action: FaultAction;
  /** What else is to be said about it. */
  readonly note?: string;
  /** What people read in the end: keys of the tables of errors and notices. Empty where there is nothing to say. */
  readonly words: readonly string[];
  readonly kept: FaultRemains;
  /** Why it can't happen here. */
  readonly never?: string;
}

/** One that ends as an error, whose words are those of its kinds unless others are named. */
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
