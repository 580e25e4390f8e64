import type { DetailsHost, DetailsLook } from '../../messages/detailsProtocol.ts';
import type { DetailsStrings } from '../../messages/detailsStrings.ts';
import type { Remote } from '../../messages/rpc.ts';

/** What the parts of the page draw, and how they ask the host. */
export interface DetailsContext {
  readonly look: DetailsLook;
  readonly words: DetailsStrings;
  readonly count: (value: number) => string;
  readonly host: Remote<DetailsHost>;
  /** `said`: what screen readers hear when it is done. The host shows a failure. */
  readonly send: (asked: Promise<void>, said?: string) => void;
}
