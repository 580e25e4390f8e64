import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { type ButtonState, iconButton, textButton, icon } from '../ui/buttons.ts';
import { element } from '../ui/element.ts';
import { progressBar } from '../ui/progressBar.ts';
import './panelBar.css';
import type { PanelContext } from './panelPart.ts';

export interface BarFacts {
  readonly label: string;
  /** Progress and Cancel are shown instead of Refresh. */
  readonly isBusy: boolean;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  readonly canExport: boolean;
}

/** The name of the shown result, and buttons for what can be done with it. */
export class PanelBar {
  readonly element = element('header', 'bar');
  readonly #context: PanelContext;
  /** Of the panel's parts. */
  readonly #buttons: readonly HTMLElement[];
  #facts: BarFacts = { label: '', isBusy: false, canGoBack: false, canGoForward: false, canExport: false };
  #isCancelling = false;
  readonly #cancelButton: Ref<HTMLElement> = createRef();
  readonly #refreshButton: Ref<HTMLElement> = createRef();

  constructor(context: PanelContext, buttons: readonly HTMLElement[]) {
    this.#context = context;
    this.#buttons = buttons;
    this.show({});
  }

  /** Facts that aren't given stay. */
  show(facts: Partial<BarFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    if (facts.isBusy !== undefined) this.#isCancelling = false;
    const focused = document.activeElement;
    this.#draw();
    // A hidden button loses the focus, and keys would no longer reach the panel.
    const [cancel, refresh] = [this.#cancelButton.value, this.#refreshButton.value];
    if (focused === cancel || focused === refresh) (this.#facts.isBusy ? cancel : refresh)?.focus();
  }

  #draw(): void {
    const { label, isBusy, canGoBack, canGoForward, canExport } = this.#facts;
    const { host, send, strings } = this.#context;
    const button = (name: string, title: string, call: () => Promise<void>, state?: ButtonState) =>
      iconButton(name, title, () => send(call()), state);
    render(
      html`${button('arrow-left', strings.goBack, host.goBack, { isDisabled: !canGoBack })}
        ${button('arrow-right', strings.goForward, host.goForward, { isDisabled: !canGoForward })}
        <h1 class="bar-label" title=${label} .textContent=${label}></h1>
        ${textButton({
          label: html`${icon('debug-stop')}${this.#isCancelling ? strings.cancelling : strings.cancel}`,
          press: () => this.#cancel(),
          ...{ isDisabled: this.#isCancelling, isHidden: !isBusy, element: this.#cancelButton },
        })}
        ${this.#buttons} ${button('edit', strings.editQuery, host.editQuery)}
        ${button('json', strings.exportJson, host.exportJson, { isDisabled: !canExport })}
        ${button('refresh', strings.runAgain, host.retry, { isHidden: isBusy, element: this.#refreshButton })}
        ${progressBar({ label: strings.loading, isHidden: !isBusy })}`,
      this.element,
    );
  }

  #cancel(): void {
    this.#isCancelling = true;
    this.#draw();
    this.#context.send(this.#context.host.cancel());
  }
}
