import type { ColumnOptions, FileOptionName, OptionsInit, OptionsLook } from '../../messages/optionsProtocol.ts';
import type { OptionsStrings } from '../../messages/optionsStrings.ts';

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
  readonly setOption: (name: FileOptionName, value: string) => void;
  readonly typeOption: (name: FileOptionName, text: string) => void;
  readonly reset: () => void;
  readonly setParts: (parts: readonly string[]) => void;
  readonly setNullWords: (words: readonly string[]) => void;
  readonly setColumn: (place: number, options: ColumnOptions | null) => void;
  readonly setFind: (text: string) => void;
  readonly accept: () => void;
  readonly acceptSimilar: () => void;
  readonly skip: () => void;
  readonly cancel: () => void;
}
