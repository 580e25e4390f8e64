import { html, nothing, render } from 'lit-html';
import { linkButton, icon } from '../ui/buttons.ts';
import { element } from '../ui/element.ts';
import type { PanelContext } from './panelPart.ts';
import './statusLine.css';

export interface StatusFacts {
  readonly status: string;
  readonly server: string;
  readonly notice: string | undefined;
  /** Of the selected cells. */
  readonly summary: string;
  /** The summary covers only the loaded ones of the selected records. */
  readonly canSumAll: boolean;
  /** How many fields are hidden; empty if none. */
  readonly hidden: string;
}

/** The line below the grid: facts of the shown result. */
export class StatusLine {
  readonly element = element('footer', 'status');
  readonly #context: PanelContext;
  #facts: StatusFacts = { status: '', server: '', notice: '', summary: '', canSumAll: false, hidden: '' };

  constructor(context: PanelContext) {
    this.#context = context;
    this.show({});
  }

  /** Facts that aren't given stay. */
  show(facts: Partial<StatusFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    const { status, server, notice, summary, canSumAll, hidden } = this.#facts;
    const { host, send, perform, strings } = this.#context;
    render(
      html`<span class="status-text">${status}</span>
        <span class="status-server" title=${server}>${server}</span>
        ${hidden ? linkButton(hidden, () => perform('showFields'), { className: 'status-hidden' }) : nothing}
        ${notice ? html`<span class="status-notice" title=${notice}>${icon('info')}<span>${notice}</span></span>` : nothing}
        <span class="status-summary" title=${summary} .textContent=${summary}></span>
        ${canSumAll ? linkButton(strings.sumAll, () => send(host.sumAll())) : nothing}`,
      this.element,
    );
  }
}
