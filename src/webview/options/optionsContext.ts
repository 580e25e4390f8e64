import type {
  ColumnOptions,
  FileOptionName,
  OptionsInit,
  OptionsLook,
} from '../../messages/optionsProtocol.ts';
import type { OptionsStrings } from '../../messages/optionsStrings.ts';

/** What every part of the page is drawn from, and what it can do. */
export interface OptionsContext {
  readonly init: OptionsInit;
  readonly words: OptionsStrings;
  readonly look: OptionsLook;
  /** In the names of the columns that are shown. */
  readonly find: string;
  /** What the host couldn't do; empty if it could. */
  readonly failure: string;
  /** The page was answered, and is about to close. */
  readonly isLeaving: boolean;
  /** Words as they were typed, by the id of their field. */
  readonly typed: Map<string, string>;
  readonly setOption: (name: FileOptionName, value: string) => void;
  readonly setParts: (parts: readonly string[]) => void;
  readonly setNullWords: (words: readonly string[]) => void;
  readonly setColumn: (place: number, options: ColumnOptions | null) => void;
  readonly setFind: (text: string) => void;
  readonly accept: () => void;
  readonly skip: () => void;
  readonly cancel: () => void;
}
