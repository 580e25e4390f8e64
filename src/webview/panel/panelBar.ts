import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { iconButton, textButton } from '../ui/buttons.ts';
import { icon } from '../ui/icon.ts';
import { element } from '../ui/element.ts';
import { progress } from '../ui/progress.ts';
import './panelBar.css';

export interface BarFacts {
  readonly label: string;
  /** Progress and Cancel are shown instead of Refresh. */
  readonly isBusy: boolean;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  readonly canExport: boolean;
}

export interface BarActions {
  readonly goBack: () => void;
  readonly goForward: () => void;
  readonly editQuery: () => void;
  readonly exportJson: () => void;
  readonly refresh: () => void;
  readonly cancel: () => void;
}

/** The name of the shown result, and buttons for what can be done with it. */
export class PanelBar {
  readonly element = element('header', 'bar');
  readonly #strings: GridStrings;
  readonly #actions: BarActions;
  /** Of the panel's parts. */
  readonly #buttons: readonly HTMLElement[];
  #facts: BarFacts = { label: '', isBusy: false, canGoBack: false, canGoForward: false, canExport: false };
  #isCancelling = false;
  readonly #cancelButton: Ref<HTMLElement> = createRef();
  readonly #refreshButton: Ref<HTMLElement> = createRef();

  constructor(strings: GridStrings, actions: BarActions, buttons: readonly HTMLElement[]) {
    this.#strings = strings;
    this.#actions = actions;
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
    const { goBack, goForward, editQuery, exportJson, refresh } = this.#actions;
    const strings = this.#strings;
    render(
      html`${iconButton('arrow-left', strings.goBack, goBack, { isDisabled: !canGoBack })}
        ${iconButton('arrow-right', strings.goForward, goForward, { isDisabled: !canGoForward })}
        <h1 class="bar-label" title=${label} .textContent=${label}></h1>
        ${textButton({
          label: html`${icon('debug-stop')}${this.#isCancelling ? strings.cancelling : strings.cancel}`,
          press: () => this.#cancel(),
          ...{ isDisabled: this.#isCancelling, isHidden: !isBusy, element: this.#cancelButton },
        })}
        ${this.#buttons} ${iconButton('edit', strings.editQuery, editQuery)}
        ${iconButton('json', strings.exportJson, exportJson, { isDisabled: !canExport })}
        ${iconButton('refresh', strings.runAgain, refresh, { isHidden: isBusy, element: this.#refreshButton })}
        ${progress({ label: strings.loading, isHidden: !isBusy })}`,
      this.element,
    );
  }

  #cancel(): void {
    this.#isCancelling = true;
    this.#draw();
    this.#actions.cancel();
  }
}
