import { basename, dirname } from 'node:path';
import { defined } from '../../base/defined.ts';
import {
  type ColumnOptions,
  type FileOptionName,
  type OptionsHost,
  type OptionsInit,
  type OptionsLook,
  OTHER,
} from '../../messages/optionsProtocol.ts';
import { OPTIONS_STRINGS } from '../../messages/optionsStrings.ts';
import type { Handlers } from '../../messages/rpc.ts';
import { translate, translated, windowLanguage } from '../../platform/windowLanguage.ts';
import type { Inspection, ReadingChoices } from '../../service/index.ts';
import type { FileToOpen } from './localFile.ts';
import { recordListsOf, type Looked, optionsLook, partsToChoose, problemOf, readingOf } from './optionsLook.ts';
import { optionsOf, valueOfText } from './readingOptions.ts';

export type Inspect = (file: string, choices: ReadingChoices, signal: AbortSignal) => Promise<Inspection>;

export interface AcceptedOptions {
  readonly kind: 'open';
  readonly file: FileToOpen;
  /** The options are meant for similar files, too. */
  readonly isForSimilar?: true;
}

export type AskedOptions = AcceptedOptions | { readonly kind: 'skip' | 'left' };

export interface AskOptions {
  /** Label of the primary button: "Open", "Reload with These Options". */
  readonly accept: string;
  readonly isOneOfSeveral?: boolean;
  readonly canUseForOthers?: boolean;
  /** Ends the import that the answer started. */
  readonly stop?: () => void;
}

/** Delay before the next inspection, because people type words letter by letter and an inspection takes a while. */
const LOOK_AFTER_MS = 150;

/** The import options of one file while people choose them. Each change inspects the file again. */
export class ImportOptions implements Handlers<OptionsHost> {
  readonly answer: Promise<AskedOptions>;
  readonly accept = (): void => this.#accept({});
  readonly acceptSimilar = (): void => this.#accept({ isForSimilar: true });
  readonly skip = (): void => this.#settle({ kind: 'skip' });
  readonly #settle: (answer: AskedOptions) => void;
  readonly #inspect: Inspect;
  readonly #options: AskOptions;
  readonly #show: (look: OptionsLook) => void;
  #file: FileToOpen;
  /** Texts of options that people type. They may not be values of the option yet. */
  readonly #typing = new Map<FileOptionName, string>();
  #isAccepted = false;
  #looked: Looked = {};
  #looking: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(file: FileToOpen, options: AskOptions, inspect: Inspect, show: (look: OptionsLook) => void) {
    this.#file = file;
    this.#options = options;
    this.#inspect = inspect;
    this.#show = show;
    const { promise, resolve } = Promise.withResolvers<AskedOptions>();
    this.answer = promise;
    this.#settle = resolve;
    void this.#look();
  }

  ready(): OptionsInit {
    const { file } = this.#file;
    return {
      strings: translated(OPTIONS_STRINGS),
      language: windowLanguage.tag,
      name: basename(file),
      folder: dirname(file),
      accept: this.#options.accept,
      canSkip: this.#options.isOneOfSeveral === true,
      canUseForOthers: this.#options.canUseForOthers === true,
      look: this.#shown(),
    };
  }

  setOption(name: FileOptionName, value: string): void {
    if (value === OTHER) {
      this.#typing.set(name, '');
      this.#show(this.#shown());
      return;
    }
    const { inspection } = this.#looked;
    const reading = readingOf(this.#file, inspection);
    const option = optionsOf(name, reading, recordListsOf(reading, inspection)).find(
      (other) => String(other.value) === value,
    );
    if (option === undefined) return;
    this.#typing.delete(name);
    const { choices } = this.#file;
    const change = { [name]: option.value } as ReadingChoices;
    if (name !== 'format') {
      const { encoding: _, ...others } = choices;
      this.#change(name === 'encoding' && option.value === '' ? others : { ...choices, ...change });
      return;
    }
    // Another format has other options, so the chosen ones don't apply.
    const { unreadable } = reading;
    this.#typing.clear();
    this.#file = { file: this.#file.file, choices };
    this.#change({ ...change, unreadable });
  }

  typeOption(name: FileOptionName, text: string): void {
    this.#typing.set(name, text);
    const value = valueOfText(name, text);
    const { [name]: _, ...others } = this.#file.choices;
    if (value === null) this.#show(this.#shown());
    else this.#change({ ...others, ...(value !== undefined && { [name]: value }) });
  }

  reset(): void {
    this.#typing.clear();
    const { file } = this.#file;
    this.#file = { file, choices: {} };
    this.#change({});
  }

  setParts(parts: readonly string[]): void {
    const { inspection } = this.#looked;
    const all = inspection === undefined ? [] : partsToChoose(inspection);
    const selected = parts.filter((part) => all.includes(part));
    const [part] = selected;
    this.#file = { ...this.#file, parts: selected };
    this.#change({ ...this.#file.choices, ...defined({ part }) });
  }

  setNullWords(nullWords: readonly string[]): void {
    const { hasSchemaNullWords: _, ...choices } = this.#file.choices;
    this.#change({ ...choices, nullWords });
  }

  setColumn(place: number, options: ColumnOptions | null): void {
    const field = this.#looked.inspection?.columns[place]?.reading.field;
    if (field === undefined) return;
    const { columns = [], ...choices } = this.#file.choices;
    const others = columns.filter((column) => column.field !== field);
    const chosen = options === null ? others : [...others, { ...options, field }];
    this.#change({ ...choices, ...(chosen.length > 0 && { columns: chosen }) });
  }

  cancel(): void {
    if (this.#isAccepted) this.#options.stop?.();
    this.#settle({ kind: 'left' });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#looking?.abort();
    this.#settle({ kind: 'left' });
  }

  #accept(how: { readonly isForSimilar?: true }): void {
    if (this.#file.parts?.length === 0) throw new Error(translate(OPTIONS_STRINGS.noneSelected));
    const { canOpen, problem } = this.#shown();
    if (!canOpen) throw new Error(problem || translate(OPTIONS_STRINGS.wrongOption));
    this.#isAccepted = true;
    this.#settle({ kind: 'open', file: this.#file, ...how });
  }

  #change(choices: ReadingChoices): void {
    this.#file = { ...this.#file, choices };
    this.#looking?.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), LOOK_AFTER_MS);
    this.#show(this.#shown());
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    const looking = (this.#looking = new AbortController());
    const { file, choices } = this.#file;
    let looked: Looked;
    try {
      looked = { inspection: await this.#inspect(file, choices, looking.signal) };
    } catch (error) {
      looked = { ...this.#looked, ...problemOf(error) };
    }
    if (looking.signal.aborted) return;
    this.#looking = undefined;
    // The last valid inspection stays, so that people can correct options that don't work.
    this.#looked = looked;
    this.#show(this.#shown());
  }

  #shown(): OptionsLook {
    const isBusy = this.#looking !== undefined || this.#timer !== undefined;
    return optionsLook(this.#file, this.#looked, isBusy, this.#typing);
  }
}
