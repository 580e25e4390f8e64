import { render } from 'lit-html';
import {
  DetailsHost,
  type DetailsInit,
  type DetailsLook,
  type DetailsTarget,
  DetailsView,
} from '../../messages/detailsProtocol.ts';
import { numberText } from '../../base/words.ts';
import type { Handlers } from '../../messages/rpc.ts';
import { openPage, type PageFrame } from '../ui/frame.ts';
import './details.css';
import { detailsView } from './detailsView.ts';
import { watchRecordsKey } from './recordsKey.ts';

class DetailsPage implements Handlers<DetailsView> {
  readonly #frame: PageFrame<DetailsHost, DetailsTarget>;
  readonly #init: DetailsInit;
  #look: DetailsLook;

  constructor(frame: PageFrame<DetailsHost, DetailsTarget>, init: DetailsInit) {
    this.#frame = frame;
    this.#init = init;
    this.#look = init.look;
    watchRecordsKey(frame.root);
    this.#draw();
    document.getElementById('first')?.focus();
  }

  show(look: DetailsLook): void {
    const before = this.#look;
    this.#look = look;
    this.#draw();
    for (const part of ['about', 'records'] as const) {
      const now = look[part];
      if (now.state === 'failed' && before[part].state !== 'failed') this.#frame.announce(now.message);
    }
    // A dataset's first link comes late. The focus moves to it only if it isn't elsewhere in the window.
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (isNowhere && document.hasFocus()) document.getElementById('first')?.focus();
  }

  #draw(): void {
    const { root, host, announce } = this.#frame;
    const { strings: words, language } = this.#init;
    const send = (call: Promise<void>, said = ''): void =>
      this.#frame.send(call.then(() => said !== '' && announce(said)));
    const count = (value: number): string => numberText(value, language);
    render(detailsView({ look: this.#look, words, count, host, send }), root);
  }
}

// Only the host reads the saved state.
const isState = (_state: unknown): _state is DetailsTarget => false;

openPage(DetailsHost, DetailsView, isState, async (frame) => {
  const init = await frame.host.ready();
  frame.save(init.target);
  return new DetailsPage(frame, init);
});
