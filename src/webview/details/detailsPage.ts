import { render } from 'lit-html';
import type { DetailsHost, DetailsInit, DetailsLook, DetailsView } from '../../messages/detailsProtocol.ts';
import { numberText } from '../../base/words.ts';
import { type Handlers, messageOf, type Remote } from '../../messages/rpc.ts';
import { createLiveRegion } from '../ui/liveRegion.ts';
import { detailsView } from './detailsView.ts';
import { watchRecordsKey } from './recordsKey.ts';

/** Draws what the host has loaded so far, and calls it for the rest. */
export class DetailsPage implements Handlers<DetailsView> {
  readonly #root: HTMLElement;
  readonly #host: Remote<DetailsHost>;
  readonly #words: DetailsInit['strings'];
  readonly #language: string;
  readonly #region = createLiveRegion();
  #look: DetailsLook;

  constructor(root: HTMLElement, host: Remote<DetailsHost>, { strings, language, look }: DetailsInit) {
    this.#root = root;
    this.#host = host;
    this.#words = strings;
    this.#language = language;
    this.#look = look;
    root.after(this.#region.element);
    watchRecordsKey(root);
    this.#draw();
    document.getElementById('first')?.focus();
  }

  show(look: DetailsLook): void {
    const before = this.#look;
    this.#look = look;
    this.#draw();
    for (const part of ['about', 'records'] as const) {
      const now = look[part];
      if (now.state === 'failed' && before[part].state !== 'failed') this.#region.announce(now.message);
    }
    // A dataset's first link comes late. The focus moves to it only if it isn't elsewhere in the window.
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (isNowhere && document.hasFocus()) document.getElementById('first')?.focus();
  }

  #draw(): void {
    const host = this.#host;
    const send = (call: Promise<void>, said = ''): void => {
      call.then(
        () => said !== '' && this.#region.announce(said),
        (error: unknown) => this.#region.announce(messageOf(error)),
      );
    };
    const count = (value: number): string => numberText(value, this.#language);
    render(detailsView({ look: this.#look, words: this.#words, count, host, send }), this.#root);
  }
}
