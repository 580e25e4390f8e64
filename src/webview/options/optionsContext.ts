import type { ColumnOptions, OptionsHost, OptionsInit, OptionsLook } from '../../messages/optionsProtocol.ts';
import type { OptionsStrings } from '../../messages/optionsStrings.ts';
import type { Remote } from '../../messages/rpc.ts';

export interface OptionsContext {
  readonly init: OptionsInit;
  readonly words: OptionsStrings;
  readonly look: OptionsLook;
  /** Ids of the options that aren't folded away. */
  readonly open: ReadonlySet<string>;
  readonly find: string;
  /** The host's message about a call that failed. Empty if none did. */
  readonly failure: string;
  readonly isLeaving: boolean;
  readonly typed: Map<string, string>;
  readonly host: Remote<OptionsHost>;
  /** Waits for a call of the host, and shows its failure. */
  readonly send: (call: Promise<void>) => void;
  /** Waits for a call that closes the page. */
  readonly leave: (call: Promise<void>) => void;
  readonly reset: () => void;
  readonly setColumn: (place: number, options: ColumnOptions | null) => void;
  readonly setFind: (text: string) => void;
}
