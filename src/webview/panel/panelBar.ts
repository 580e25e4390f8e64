import { html, render, type TemplateResult } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { button, type ButtonState, iconButton, icon } from '../ui/controls/buttons.ts';
import { element } from '../ui/element.ts';
import { Menu, type MenuItem } from '../ui/controls/menu.ts';
import { progressBar } from '../ui/controls/progressBar.ts';
import './panelBar.css';
import type { PanelContext } from './panelPart.ts';

export interface BarFacts {
  readonly name: string;
  readonly label: string;
  /** Whether progress and Cancel replace Run Again. */
  readonly isBusy: boolean;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  readonly canExport: boolean;
}

interface Tool extends MenuItem {
  readonly icon: string;
}

export class PanelBar {
  readonly element = element('header', 'bar');
  readonly #context: PanelContext;
  /** Elements of the panel's parts. They share one line, so that the records don't move. */
  readonly #question: readonly HTMLElement[];
  readonly #buttons: readonly HTMLElement[];
  readonly #more: Menu;
  readonly #moreButton: Ref<HTMLElement> = createRef();
  #facts: Partial<BarFacts> = {};
  #isCancelling = false;
  readonly #cancelButton: Ref<HTMLElement> = createRef();
  readonly #refreshButton: Ref<HTMLElement> = createRef();

  constructor(context: PanelContext, question: readonly HTMLElement[], buttons: readonly HTMLElement[]) {
    this.#context = context;
    this.#question = question;
    this.#buttons = buttons;
    this.#more = new Menu(() => this.#moreButton.value?.focus());
    this.show({});
  }

  show(facts: Partial<BarFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    if (facts.isBusy !== undefined) this.#isCancelling = false;
    const focused = document.hasFocus() ? document.activeElement : undefined;
    this.#draw();
    // A hidden button loses the focus, and keys would no longer reach the panel.
    const [cancel, refresh] = [this.#cancelButton.value, this.#refreshButton.value];
    if (focused === cancel || focused === refresh) (this.#facts.isBusy ? cancel : refresh)?.focus();
  }

  #draw(): void {
    const { name = '', label = '', isBusy = false, canGoBack, canGoForward, canExport } = this.#facts;
    const { host, send, strings } = this.#context;
    const tool = (name: string, title: string, call: () => Promise<void>, state?: ButtonState) =>
      iconButton(name, title, () => send(call()), state);
    const tools = this.#tools;
    const toMore = { element: this.#moreButton };
    const openMore = (): void => this.#openMore(tools);
    render(
      html`${tool('arrow-left', strings.goBack, host.goBack, { isDisabled: !canGoBack })}
        ${tool('arrow-right', strings.goForward, host.goForward, { isDisabled: !canGoForward })}
        <h1 class="bar-label" title=${label} .textContent=${name}></h1>
        <div class="bar-buttons">
          <span class="bar-tools"
            >${tools.map(({ icon: shape, label: title, run }) => iconButton(shape, title, run))}</span
          >
          ${this.#buttons} ${tool('edit', strings.editQuery, host.editQuery)}
          ${tool('json', strings.exportJson, host.exportJson, { isDisabled: !canExport })}
          ${tool('refresh', strings.runAgain, host.retry, { isHidden: isBusy, element: this.#refreshButton })}
          ${this.#cancelTool(strings)}
          <span class="bar-more">${iconButton('ellipsis', strings.moreActions, openMore, toMore)}</span>
        </div>
        <div class="bar-question">${this.#question}</div>
        ${this.#more.element} ${progressBar(strings.loading, isBusy)}`,
      this.element,
    );
  }

  /** The Cancel button replaces Run Again and has its size, so that no other button moves. */
  #cancelTool({ cancel, cancelling }: GridStrings): TemplateResult {
    const label = this.#isCancelling ? cancelling : cancel;
    const content = html`${icon('debug-stop')}<span class="unseen">${label}</span>`;
    return button('icon-button', content, () => this.#cancel(), {
      ...{ title: label, element: this.#cancelButton },
      ...{ isDisabled: this.#isCancelling, isHidden: !this.#facts.isBusy },
    });
  }

  /** Buttons that narrow panels have in a menu. */
  get #tools(): readonly Tool[] {
    const { strings, perform, send, host } = this.#context;
    return [
      { icon: 'search', label: strings.findInRecords, run: () => perform('findInRecords') },
      { icon: 'filter', label: strings.filterField, run: () => perform('filterField') },
      { icon: 'group-by-ref-type', label: strings.summarize, run: () => perform('summarize') },
      { icon: 'list-ordered', label: strings.goToRowTool, run: () => perform('goToRow') },
      { icon: 'export', label: strings.exportRecords, run: () => send(host.exportRecords()) },
    ];
  }

  #openMore(tools: readonly Tool[]): void {
    const anchor = this.#moreButton.value?.getBoundingClientRect();
    if (anchor) this.#more.open(anchor, this.#context.strings.moreActions, [tools]);
  }

  #cancel(): void {
    this.#isCancelling = true;
    this.#draw();
    this.#context.send(this.#context.host.cancel());
  }
}
