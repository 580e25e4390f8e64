import type { DetailsHost, DetailsLook } from '../../messages/detailsProtocol.ts';
import type { DetailsStrings } from '../../messages/detailsStrings.ts';
import type { Remote } from '../../messages/rpc.ts';

export interface DetailsContext {
  readonly look: DetailsLook;
  readonly words: DetailsStrings;
  readonly count: (value: number) => string;
  readonly host: Remote<DetailsHost>;
  /** Waits for a call of the host, which itself shows failures. `said` is then announced to screen readers. */
  readonly send: (call: Promise<void>, said?: string) => void;
}
