import { render } from 'lit-html';
import type {
  ColumnOptions,
  FileOptionName,
  OptionsHost,
  OptionsInit,
  OptionsLook,
  OptionsView,
} from '../../messages/optionsProtocol.ts';
import { type Handlers, messageOf, type Remote } from '../../messages/rpc.ts';
import type { HostLink } from '../ui/frame.ts';
import { createLiveRegion } from '../ui/liveRegion.ts';
import { doubtText } from './columnOptions.ts';
import type { OptionsContext } from './optionsContext.ts';
import { optionsView } from './optionsView.ts';

interface OptionsPageParts {
  readonly root: HTMLElement;
  readonly host: Remote<OptionsHost>;
  readonly init: OptionsInit;
  /** The saved state, which is the text in the find box. */
  readonly link: Pick<HostLink<string>, 'saved' | 'save'>;
}

/** Draws the options that the host reports, and sends it each change. */
export class OptionsPage implements Handlers<OptionsView> {
  readonly #root: HTMLElement;
  readonly #host: Remote<OptionsHost>;
  readonly #init: OptionsInit;
  readonly #link: OptionsPageParts['link'];
  readonly #region = createLiveRegion();
  /** Typed lists of words by the id of their field, since "a, " is an unfinished "a, b". */
  readonly #typed = new Map<string, string>();
  #look: OptionsLook;
  #find: string;
  /** The host's message about a call that failed. */
  #failure = '';
  #isLeaving = false;
  #changed: number | undefined;

  constructor({ root, host, init, link }: OptionsPageParts) {
    this.#root = root;
    this.#host = host;
    this.#init = init;
    this.#link = link;
    this.#look = init.look;
    this.#find = link.saved ?? '';
    root.after(this.#region.element);
    this.#draw();
    document.getElementById('accept')?.focus();
  }

  show(look: OptionsLook): void {
    const before = this.#look;
    this.#look = look;
    this.#failure = '';
    this.#draw();
    if (!look.isBusy) this.#announce(before);
  }

  #announce(before: OptionsLook): void {
    const { problem, columns } = this.#look;
    const column = this.#changed === undefined ? undefined : columns[this.#changed];
    const doubt = column && doubtText(column, this.#init.strings);
    if (problem !== '') this.#region.announce(problem);
    else if (before.isBusy && doubt) this.#region.announce(doubt);
  }

  #draw(): void {
    const context: OptionsContext = {
      ...{ init: this.#init, words: this.#init.strings, look: this.#look, find: this.#find },
      ...{ failure: this.#failure, isLeaving: this.#isLeaving, typed: this.#typed },
      setOption: (name: FileOptionName, value: string) => this.#send(this.#host.setOption(name, value)),
      setParts: (parts) => this.#send(this.#host.setParts(parts)),
      setNullWords: (words) => this.#send(this.#host.setNullWords(words)),
      setColumn: (place: number, options: ColumnOptions | null) => {
        this.#changed = place;
        this.#send(this.#host.setColumn(place, options));
      },
      setFind: (text) => {
        this.#find = text;
        this.#link.save(text);
        this.#draw();
      },
      accept: () => this.#leave(this.#host.accept()),
      skip: () => this.#leave(this.#host.skip()),
      cancel: () => this.#leave(this.#host.cancel()),
    };
    const isOnAccept = document.activeElement?.id === 'accept';
    render(optionsView(context), this.#root);
    if (isOnAccept && !this.#look.canOpen) document.getElementById('cancel')?.focus();
  }

  #leave(call: Promise<void>): void {
    this.#isLeaving = true;
    this.#draw();
    this.#send(call);
  }

  #send(call: Promise<void>): void {
    call.catch((error: unknown) => {
      this.#failure = messageOf(error);
      this.#isLeaving = false;
      this.#draw();
      this.#region.announce(this.#failure);
    });
  }
}
