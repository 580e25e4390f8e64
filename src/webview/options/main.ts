import { render } from 'lit-html';
import { OptionsHost, type OptionsInit, type OptionsLook, OptionsView } from '../../messages/optionsProtocol.ts';
import type { Handlers } from '../../messages/rpc.ts';
import { openPage, type PageFrame } from '../ui/frame.ts';
import './options.css';
import { doubtText } from './columnOptions.ts';
import type { OptionsContext } from './optionsContext.ts';
import { NULL_WORDS_ID } from './fileOptions.ts';
import { optionsView } from './optionsView.ts';

class OptionsPage implements Handlers<OptionsView> {
  readonly #frame: PageFrame<OptionsHost, string>;
  readonly #init: OptionsInit;
  /** Typed lists of words by the id of their field, since "a, " is an unfinished "a, b". */
  readonly #typed = new Map<string, string>();
  /** Options that aren't folded away. None is folded while the page is open, so that nothing moves under the mouse. */
  readonly #open = new Set<string>();
  #look: OptionsLook;
  #find: string;
  #failure = '';
  #isLeaving = false;
  #changed: number | undefined;

  /** The saved state of the frame is the text in the find box. */
  constructor(frame: PageFrame<OptionsHost, string>, init: OptionsInit) {
    this.#frame = frame;
    this.#init = init;
    this.#look = init.look;
    this.#find = frame.saved ?? '';
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
    if (problem !== '') this.#frame.announce(problem);
    else if (before.isBusy && doubt) this.#frame.announce(doubt);
  }

  #draw(): void {
    const { root, host, save } = this.#frame;
    // An option that has the focus would lose it if it moved.
    const focused = document.activeElement?.id ?? '';
    const { options, nullWords } = this.#look;
    for (const { name, isOpen } of [...options, { name: NULL_WORDS_ID, isOpen: nullWords.length > 0 }])
      if (isOpen && focused !== name && focused !== `${name}-typed`) this.#open.add(name);
    const context: OptionsContext = {
      ...{ init: this.#init, words: this.#init.strings, look: this.#look, open: this.#open, find: this.#find },
      ...{ failure: this.#failure, isLeaving: this.#isLeaving, typed: this.#typed },
      host,
      send: (call) => this.#send(call),
      leave: (call) => this.#leave(call),
      reset: () => {
        this.#typed.clear();
        this.#open.clear();
        this.#send(host.reset());
      },
      setColumn: (place, options) => {
        this.#changed = place;
        this.#send(host.setColumn(place, options));
      },
      setFind: (text) => {
        this.#find = text;
        save(text);
        this.#draw();
      },
    };
    const isOnAccept = document.activeElement?.id === 'accept';
    render(optionsView(context), root);
    if (isOnAccept && !this.#look.canOpen) document.getElementById('cancel')?.focus();
  }

  #leave(call: Promise<void>): void {
    this.#isLeaving = true;
    this.#draw();
    this.#send(call);
  }

  #send(call: Promise<void>): void {
    this.#frame.send(call, (message) => {
      this.#failure = message;
      this.#isLeaving = false;
      this.#draw();
      this.#frame.announce(message);
    });
  }
}

const isText = (state: unknown): state is string => typeof state === 'string';

openPage(OptionsHost, OptionsView, isText, async (frame) => new OptionsPage(frame, await frame.host.ready()));
